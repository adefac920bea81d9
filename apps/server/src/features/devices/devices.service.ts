import type { Parsers } from '../../ingest/ports.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/db.ts';
import type { Files } from '../../platform/files/files.ts';
import type { History } from '../../platform/history/history.ts';
import type { HandledRoute } from '../../platform/http/handle.ts';
import type { JobKind } from '../../platform/jobs/define-job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Deliver, Discard } from '../../platform/outbox/deliver.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { Health } from '../device-health/index.ts';
import type { Values } from '../states/index.ts';
import {
  createMover,
  createRemovalService,
  createTwinService,
  type TwinDevicesPort,
  type TwinStatesPort,
} from '../twins/index.ts';
import { createDeviceBulk, type DeviceBulk } from './bulk.service.ts';
import { createChoiceService } from './choice.service.ts';
import { deviceRoutes } from './device.routes.ts';
import { createDeviceService, type DeviceService } from './device.service.ts';
import { createDeviceChangeService } from './device-change.service.ts';
import { createDeviceRemovalService } from './device-removal.service.ts';
import { createDownlinkService, type DownlinkService, downlinkKind } from './downlink.service.ts';
import { createDownlinkDelivery, createDownlinkDiscard } from './downlink-delivery.service.ts';
import { createHealthKeeper } from './health-keeper.service.ts';
import { deviceMapRoutes } from './map.routes.ts';
import { createDeviceMapService } from './map.service.ts';
import { packetRoutes } from './packet.routes.ts';
import { createPacketService } from './packet.service.ts';
import type { DeviceConnectors, RunRules } from './ports.ts';
import { reparseJob } from './reparse.job.ts';
import { createReparseService } from './reparse.service.ts';
import { statisticsRoutes } from './statistics.routes.ts';
import { createStatisticsService } from './statistics.service.ts';
import { createTwinDevices } from './twin-devices.service.ts';
import { createVariableService } from './variable.service.ts';

export interface DevicesDeps {
  database: Pick<Database, 'db'>;
  history: History;
  sandbox: Sandbox;
  files: Files;
  clock: Clock;
  log: Log;
  live: Pick<Live, 'publish' | 'reauthorise'>;
  values: Values;
  states: TwinStatesPort;
  connectors: DeviceConnectors;
  parsers: Parsers;
  health: Pick<Health, 'checkEntries' | 'judge' | 'rest'>;
  /** For re-parses whose starter asks for rules. */
  rules?: RunRules;
}

export interface Devices {
  /** The job engine is made of the kinds below, so it comes later. */
  routes(jobs: Pick<Jobs, 'enqueue'>): HandledRoute[];
  jobs: JobKind[];
  /** By kind of entry of the outbox. */
  deliverers: Record<string, Deliver>;
  discarders: Record<string, Discard>;
  /** A device as its page shows it, for features beside. */
  read: DeviceService['read'];
  /** Many at once, for features that make them. */
  bulk: DeviceBulk;
  twinDevices: TwinDevicesPort;
  /** A downlink of the platform's own accord, in the transaction of the caller. */
  queueDownlink: DownlinkService['queue'];
}

/** Everything about virtual devices, joined. */
export function createDevices(deps: DevicesDeps): Devices {
  const { connectors, parsers, live, clock } = deps;
  const mover = createMover({ onUsersChange: live.reauthorise });
  const twins = createTwinService({ states: deps.states, mover });
  const health = createHealthKeeper(deps);
  const twinDevices = createTwinDevices({ health });
  const removal = createRemovalService({ ...deps, devices: twinDevices, mover });
  const devices = createDeviceService({ twins, connectors, clock });
  const downlinks = createDownlinkService({ connectors, live });
  return {
    read: devices.read,
    bulk: createDeviceBulk({ ...deps, connectors }),
    twinDevices,
    queueDownlink: downlinks.queue,
    jobs: [reparseJob(deps)],
    deliverers: { [downlinkKind]: createDownlinkDelivery({ ...deps, db: deps.database.db }) },
    discarders: { [downlinkKind]: createDownlinkDiscard(deps) },
    routes: (jobs) => [
      ...deviceRoutes({
        devices,
        changes: createDeviceChangeService({ devices, twins, connectors, checks: deps.health, health }),
        removal: createDeviceRemovalService({ removal, connectors, health, clock }),
        variables: createVariableService({ devices, twins, connectors, parsers }),
        choices: createChoiceService(),
      }),
      ...deviceMapRoutes(createDeviceMapService({ clock })),
      ...statisticsRoutes(createStatisticsService({ clock })),
      ...packetRoutes({
        packets: createPacketService(deps),
        downlinks,
        reparse: createReparseService({ ...deps, jobs }),
      }),
    ],
  };
}
