import { ingestPort } from '../../ingest/ingest.ts';
import { defineFeature } from '../../platform/feature/define-feature.ts';
import { devicesPort } from '../devices/index.ts';
import { driversPort } from '../drivers/index.ts';
import { rulesPort } from '../rules/index.ts';
import { simulatorPort } from '../simulator/index.ts';
import { valuesPort } from '../states/index.ts';
import { buildDemoJob } from './build.job.ts';
import { demoRoutes } from './demo.routes.ts';
import { createDemoService } from './demo.service.ts';
import { demoPort } from './ports.ts';
import { removeDemoJob } from './remove.job.ts';
import { lindenau as world } from './world/lindenau.ts';

/** A simulated town as example data. */
export const feature = defineFeature({
  name: 'demo',
  needs: {
    values: valuesPort,
    drivers: driversPort,
    ingest: ingestPort,
    devices: devicesPort,
    rules: rulesPort,
    simulator: simulatorPort,
  },
  provides: { demo: demoPort },
  create(context, { values, drivers, ingest, devices, rules, simulator }) {
    const { parsers } = drivers;
    const { bulk, evaluateDevices } = devices;
    const { profiles, runner } = simulator;
    const { pastAlarms } = rules;
    const deps = { ...context, world, values, parsers, bulk, evaluateDevices, profiles, pastAlarms };
    const service = createDemoService({ ...context, world, runner });
    const quieten = async () => {
      await service.end();
      await ingest.idle();
    };
    return {
      provides: { demo: service },
      jobs: [buildDemoJob({ ...deps, quieten, onReady: service.begin }), removeDemoJob({ ...deps, quieten })],
      routes: demoRoutes(service, context.jobs),
      services: [{ name: 'demo', stage: 'sources', start: service.begin, stop: service.end }],
    };
  },
});
