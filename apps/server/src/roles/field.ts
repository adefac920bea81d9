import { type Accept, createConnectors } from '../features/connectors/index.ts';
import { createHealth, judgeEveryFiveMinutes } from '../features/device-health/index.ts';
import {
  connectorUses,
  createDeviceHealthService,
  createDevices,
  deviceHealthRoutes,
  driverDevices,
  healthDevices,
  publishHealth,
  publishPackets,
  type RemoteDevices,
} from '../features/devices/index.ts';
import { createDrivers } from '../features/drivers/index.ts';
import { createIngestion, type IngestionDeps, ingestionSchedules } from '../features/ingestion/index.ts';
import { listTraffic, recordRefusals } from '../features/packets/index.ts';
import type { States } from '../features/states/index.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Live } from '../platform/live/live.ts';
import type { ApiOptions } from './api.ts';

export interface FieldOptions {
  /** Takes the place of the pipeline; for tests. */
  accept?: Accept;
  /** How connectors are run; for tests. */
  connectors?: { pluginsDir?: string; pollMs?: number; retryDelaysMs?: readonly number[] };
  /** For kinds of connectors that manage the devices of the other system. */
  remoteDevices?: RemoteDevices;
  /** How much may wait to be applied. */
  ingest?: IngestionDeps['limits'];
}

/** What stands outside: connectors, drivers, devices, and the way of their packets, joined. Nothing is started yet. */
export async function createField(options: ApiOptions, { states, live }: { states: States; live: Live }) {
  const { config, database, clock } = options;
  const drivers = createDrivers({ ...options, devices: driverDevices });
  const health = createHealth(options);
  const ingestion = createIngestion({
    ...options,
    values: states.values,
    parsers: drivers.parsers,
    health: {
      health,
      versions: drivers.parsers,
      write: healthDevices.writeHealth,
      publish: (outcomes) => publishHealth(live, outcomes),
    },
    live,
    onApplied: (batch) => publishPackets(live, batch),
    ...(options.ingest ? { limits: options.ingest } : {}),
  });
  const connectors = await createConnectors({
    ...options,
    live,
    accept: options.accept ?? ingestion.accept,
    uses: connectorUses,
    packets: { listTraffic, recordRefusals },
    listen: {
      publicUrl: options.linkBase,
      host: config.host ?? '127.0.0.1',
      mqttPort: config.mqttPort ?? 0,
      mqttsPort: config.mqttsPort,
      tls: options.https,
    },
    ...options.connectors,
  });
  const devices = createDevices({
    ...options,
    live,
    values: states.values,
    states: states.port,
    connectors: { ...connectors, ...(options.remoteDevices ? { remote: options.remoteDevices } : {}) },
    parsers: drivers.parsers,
    health,
  });
  return {
    ingestion,
    connectors,
    twinDevices: devices.twinDevices,
    deliverers: devices.deliverers,
    jobs: devices.jobs,
    schedules: [
      judgeEveryFiveMinutes({
        health,
        devices: healthDevices,
        clock,
        onChange: (outcomes) => publishHealth(live, outcomes),
      }),
      ...ingestionSchedules(database.pool),
    ],
    routes: (jobs: Pick<Jobs, 'enqueue'>) => [
      ...connectors.routes,
      ...drivers.routes,
      ...devices.routes(jobs),
      ...deviceHealthRoutes(createDeviceHealthService({ health, clock, live, read: devices.read })),
    ],
    /** Data comes in from now on. */
    async start(): Promise<void> {
      await ingestion.start();
      await connectors.start();
    },
    async stop(): Promise<void> {
      await connectors.stop();
      await ingestion.stop();
    },
  };
}
export type Field = Awaited<ReturnType<typeof createField>>;
