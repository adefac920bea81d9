import { defineFeature } from '../../platform/feature/define-feature.ts';
import { devicesPort } from '../devices/index.ts';
import { driversPort } from '../drivers/index.ts';
import { ingestionPort } from '../ingestion/index.ts';
import { rulesPort } from '../rules/index.ts';
import { simulatorPort } from '../simulator/index.ts';
import { valuesPort } from '../states/index.ts';
import { buildDemoJob } from './build.job.ts';
import { demoRoutes } from './demo.routes.ts';
import { createDemoService } from './demo.service.ts';
import { demoPort } from './ports.ts';
import { removeDemoJob } from './remove.job.ts';
import { lindenau as world } from './world/lindenau.ts';

/** A town that lives, to look around in. */
export const feature = defineFeature({
  name: 'demo',
  needs: {
    values: valuesPort,
    drivers: driversPort,
    ingestion: ingestionPort,
    devices: devicesPort,
    rules: rulesPort,
    simulator: simulatorPort,
  },
  provides: { demo: demoPort },
  create(context, { values, drivers, ingestion, devices, rules, simulator }) {
    const { parsers } = drivers;
    const { bulk, judgeDevices } = devices;
    const { profiles, runner } = simulator;
    const { pastAlarms } = rules;
    const deps = { ...context, world, values, parsers, bulk, judgeDevices, profiles, pastAlarms };
    const service = createDemoService({ ...context, world, runner });
    const quieten = async () => {
      await service.end();
      await ingestion.idle();
    };
    return {
      provides: { demo: service },
      jobs: [buildDemoJob({ ...deps, quieten, onReady: service.begin }), removeDemoJob({ ...deps, quieten })],
      routes: demoRoutes(service, context.jobs),
      services: [{ name: 'demo', stage: 'sources', start: service.begin, stop: service.end }],
    };
  },
});
