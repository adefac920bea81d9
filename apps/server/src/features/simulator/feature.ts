import { defineFeature } from '../../platform/feature/define-feature.ts';
import { connectorsPort } from '../connectors/index.ts';
import { devicesPort } from '../devices/index.ts';
import { driversPort } from '../drivers/index.ts';
import { makeFleetJob } from './create-devices.job.ts';
import { fleetGuard } from './fleet.policy.ts';
import { fleetRoutes } from './fleet.routes.ts';
import { createFleetService } from './fleet.service.ts';
import { createParts } from './fleet-parts.service.ts';
import { simulatorPort } from './ports.ts';
import { readProfiles } from './profiles.ts';
import { createDismantle, removeFleetJob } from './remove.job.ts';
import { createRunner } from './runner.ts';
import { discoverSenders } from './senders.ts';
import { createWatch } from './watch.ts';

export const feature = defineFeature({
  name: 'simulator',
  needs: { connectors: connectorsPort, drivers: driversPort, devices: devicesPort },
  provides: { simulator: simulatorPort },
  async create(context, { connectors, drivers, devices: { bulk } }) {
    const { log, jobs } = context;
    const profiles = await readProfiles(log);
    const senders = await discoverSenders(log);
    const runner = createRunner({ ...context, connectors, profiles, senders });
    const watch = createWatch({ ...context, runner });
    const parts = createParts({ connectors, drivers, senders });
    const dismantle = createDismantle({ bulk, connectors, drivers });
    const { start, stop } = watch;
    return {
      provides: { simulator: { profiles, runner, start, stop } },
      guards: [fleetGuard],
      jobs: [makeFleetJob({ profiles, bulk, dismantle }), removeFleetJob({ dismantle })],
      routes: fleetRoutes(createFleetService({ jobs, profiles, senders, bulk, parts, runner, onChange: watch.look })),
      services: [{ name: 'simulator', stage: 'sources', start, stop }],
    };
  },
});
