import type { OwnProgram } from '@stellwerk/plugin/connector-sender';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/db.ts';
import type { HandledRoute } from '../../platform/http/handle.ts';
import type { JobKind } from '../../platform/jobs/define-job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Connectors } from '../connectors/index.ts';
import type { Devices } from '../devices/index.ts';
import type { Drivers } from '../drivers/index.ts';
import { fleetRoutes } from './fleet.routes.ts';
import { createFleetService } from './fleet.service.ts';
import { makeFleetJob } from './make.job.ts';
import { createParts } from './parts.service.ts';
import { type Profiles, readProfiles } from './profiles.ts';
import { createDismantle, removeFleetJob } from './remove.job.ts';
import { createRunner, type SimulatorRunner } from './runner.ts';
import { discoverSenders } from './senders.ts';
import { createWatch } from './watch.ts';

export interface SimulatorDeps {
  database: Database;
  clock: Clock;
  log: Log;
  connectors: Connectors;
  drivers: Drivers;
  devices: Pick<Devices, 'bulk'>;
  /** Where this program listens, once it does. */
  program(): OwnProgram | undefined;
  retryDelaysMs?: readonly number[];
}

export interface Simulator {
  routes(jobs: Pick<Jobs, 'enqueue'>): HandledRoute[];
  jobs: JobKind[];
  profiles: Profiles;
  /** Also for senders that are no fleets. */
  runner: Pick<SimulatorRunner, 'run' | 'stop' | 'figures'>;
  /** Where data comes in. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Everything about virtual senders, joined. */
export async function createSimulator(deps: SimulatorDeps): Promise<Simulator> {
  const { connectors, drivers, devices, log } = deps;
  const profiles = await readProfiles(log);
  const senders = await discoverSenders(log);
  const runner = createRunner({ ...deps, profiles, senders });
  const watch = createWatch({ ...deps, runner });
  const parts = createParts({ connectors, drivers, senders });
  const { bulk } = devices;
  const dismantle = createDismantle({ bulk, connectors, drivers });
  return {
    profiles,
    runner,
    jobs: [makeFleetJob({ profiles, bulk, dismantle }), removeFleetJob({ dismantle })],
    routes: (jobs) =>
      fleetRoutes(createFleetService({ jobs, profiles, senders, bulk, parts, runner, onChange: watch.look })),
    start: watch.start,
    stop: watch.stop,
  };
}
