import { type Accept, createConnectors } from '../features/connectors/index.ts';
import { createHealth, judgeDevices, judgeEveryFiveMinutes } from '../features/device-health/index.ts';
import {
  countDevices,
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
import { countRules, createRules, type Rules } from '../features/rules/index.ts';
import { createSimulator, type SimulatorDeps } from '../features/simulator/index.ts';
import type { States } from '../features/states/index.ts';
import type { Intake } from '../platform/health/intake.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Live } from '../platform/live/live.ts';
import type { Mail } from '../platform/mail/mail.ts';
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
  /** How often the wheel of rules turns; for tests. */
  ruleWheel?: { everyMs?: number };
}

interface FieldDeps {
  states: States;
  live: Live;
  mail: Mail;
  intake: Intake;
  program: SimulatorDeps['program'];
}

/** What stands outside: connectors, drivers, devices, the way of their packets, and rules, joined. Nothing is started yet. */
export async function createField(options: ApiOptions, { states, live, mail, intake, program }: FieldDeps) {
  // Rules need what the pipeline feeds, and the pipeline needs rules: they meet when both are there.
  let rules: Rules;
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
    rules: {
      book: {
        load: (db) => rules.engine.book.load(db),
        reload: (db, changed) => rules.engine.book.reload(db, changed),
      },
      step: (db, work) => rules.engine.step(db, work),
    },
    onApplied: (batch) => publishPackets(live, batch),
    ...(options.ingest ? { limits: options.ingest } : {}),
  });
  const connectors = await createConnectors({
    ...options,
    live,
    intake,
    accept: options.accept ?? ingestion.accept,
    uses: { countDevices, countRules },
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
    // Newest values set rules off as if they had just come.
    rules: (db, applied) => {
      const fresh = applied.map((each) => ({ ...each, origin: 'live' as const }));
      return rules.engine.follow(db, { applied: fresh, places: [], depth: 0 });
    },
  });
  rules = await createRules({
    ...options,
    ...options.ruleWheel,
    live,
    mail,
    values: states.values,
    connectors,
    devices,
  });
  const simulator = await createSimulator({ ...options, connectors, drivers, devices, program });
  const judge = judgeDevices({
    health,
    devices: healthDevices,
    clock,
    onChange: (outcomes) => publishHealth(live, outcomes),
  });
  /** Stopped in this order: the sources of data first, the pipeline that applies it last. */
  const stopSteps: readonly (readonly [name: string, stop: () => Promise<void>])[] = [
    ['simulator', simulator.stop],
    ['connectors', connectors.stop],
    ['rules', rules.engine.stop],
    ['ingestion', ingestion.stop],
  ];
  return {
    ingestion,
    simulator,
    engine: rules.engine,
    forDemo: {
      parsers: drivers.parsers,
      pastAlarms: rules.pastAlarms,
      bulk: devices.bulk,
      profiles: simulator.profiles,
      runner: simulator.runner,
      idle: ingestion.idle,
      judgeDevices: judge,
    },
    connectors,
    parsers: drivers.parsers,
    twinDevices: devices.twinDevices,
    deliverers: { ...devices.deliverers, ...rules.deliverers },
    discarders: { ...devices.discarders, ...rules.discarders },
    jobs: [...devices.jobs, ...simulator.jobs],
    schedules: [judgeEveryFiveMinutes(judge), ...ingestionSchedules(database.pool), ...rules.schedules],
    routes: (jobs: Pick<Jobs, 'enqueue'>) => [
      ...connectors.routes,
      ...drivers.routes,
      ...devices.routes(jobs),
      ...rules.routes,
      ...simulator.routes(jobs),
      ...deviceHealthRoutes(createDeviceHealthService({ health, clock, live, read: devices.read })),
    ],
    /** Data comes in from now on. */
    async start(): Promise<void> {
      await ingestion.start();
      rules.engine.start();
      await connectors.start();
      await simulator.start();
    },
    stopSteps,
    async stop(): Promise<void> {
      for (const [, stop] of stopSteps) await stop();
    },
  };
}
export type Field = Awaited<ReturnType<typeof createField>>;
