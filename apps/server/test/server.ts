import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route, RouteAnswer, RouteCall, RouteOptions } from '@stellwerk/contract/core/route';
import { fromWire, issueFromWire, toWire } from '@stellwerk/contract/core/wire';
import type { Issue } from '@stellwerk/contract/issues';
import type { FastifyInstance, InjectOptions } from 'fastify';
import {
  type Accept,
  acceptPort,
  type ConnectorSettings,
  connectorSettingsPort,
  connectorsPort,
} from '../src/features/connectors/index.ts';
import { demoPort } from '../src/features/demo/index.ts';
import { type RemoteDevices, remoteDevicesPort } from '../src/features/devices/index.ts';
import { ruleSchedulerPort, rulesPort } from '../src/features/rules/index.ts';
import { searchTimeLimitPort } from '../src/features/search/index.ts';
import { simulatorPort } from '../src/features/simulator/index.ts';
import { ingestLimitsPort, ingestPort } from '../src/ingest/ingest.ts';
import { systemClock } from '../src/platform/clock/clock.ts';
import { createEgress } from '../src/platform/egress/egress.ts';
import { defineFeature } from '../src/platform/feature/define-feature.ts';
import type { Extension, PortType, PortValue } from '../src/platform/feature/port.ts';
import { createFiles } from '../src/platform/files/files.ts';
import { createDiskGuard, type DiskGuard } from '../src/platform/health/disk.ts';
import { createPostgresHistory } from '../src/platform/history/postgres-history.ts';
import type { HandledRoute } from '../src/platform/http/handle.ts';
import type { NounGuard } from '../src/platform/http/nouns.ts';
import type { JobKind } from '../src/platform/jobs/define-job.ts';
import type { TopicKind } from '../src/platform/live/define-topic.ts';
import { createLog } from '../src/platform/log/log.ts';
import { createMetrics } from '../src/platform/metrics/metrics.ts';
import { createSandbox } from '../src/platform/sandbox/sandbox.ts';
import { generateKeyText, secretKeyOf } from '../src/platform/secrets/key.ts';
import { createSecrets } from '../src/platform/secrets/secrets.ts';
import { type ApiOptions, createApi } from '../src/roles/api.ts';
import { createTestDatabase } from './database.ts';
import { createFactories, type TestUser } from './factories.ts';

export interface CallOptions {
  as?: Pick<TestUser, 'token'>;
  headers?: Record<string, string>;
}

export interface Answer<T> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: T;
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

/** File that collects the routes that have responded; set by the test command. */
const recordFile = process.env.ROUTE_RECORD;

/** A response or an error in our words, as the web client reads it. */
function inOwnWords(route: RouteOptions, body: { issues?: Pick<Issue, 'path'>[] }): unknown {
  if (!body?.issues) return fromWire(route, 'response', body).value;
  return { ...body, issues: body.issues.map((issue) => issueFromWire(route.wire, issue)) };
}

/** Fills the path and query of a route; names become those on the wire. */
export function urlOf(route: RouteOptions, input: { params?: unknown; query?: unknown }): string {
  const params = { ...(input.params ?? {}) } as Record<string, unknown>;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = Object.entries({ ...(toWire(route, 'query', input.query ?? {}) as Record<string, unknown>) })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
}

export interface TestServerOptions extends Partial<Omit<ApiOptions, 'extraFeatures' | 'ports'>> {
  /** Replaces the ingest pipeline. */
  accept?: Accept;
  connectors?: ConnectorSettings;
  remoteDevices?: RemoteDevices;
  ingest?: PortType<typeof ingestLimitsPort>;
  ruleScheduler?: PortType<typeof ruleSchedulerPort>;
  searchTimeLimitMs?: number;
  /** Further routes, guards, jobs and topics of tests. */
  extraRoutes?: readonly HandledRoute[];
  extraGuards?: readonly NounGuard[];
  extraKinds?: readonly JobKind[];
  extraTopics?: readonly TopicKind[];
  extraExtensions?: readonly Extension[];
}

const portsOf = (options: TestServerOptions): PortValue[] => [
  ...(options.accept ? [acceptPort.with(options.accept)] : []),
  ...(options.connectors ? [connectorSettingsPort.with(options.connectors)] : []),
  ...(options.remoteDevices ? [remoteDevicesPort.with(options.remoteDevices)] : []),
  ...(options.ingest ? [ingestLimitsPort.with(options.ingest)] : []),
  ...(options.ruleScheduler ? [ruleSchedulerPort.with(options.ruleScheduler)] : []),
  ...(options.searchTimeLimitMs === undefined ? [] : [searchTimeLimitPort.with(options.searchTimeLimitMs)]),
];

/** The whole API on its own database; calls use the real HTTP layer without a socket. */
export async function startTestServer(overrides: TestServerOptions = {}) {
  const { extraRoutes = [], extraGuards = [], extraKinds = [], extraTopics = [], extraExtensions = [] } = overrides;
  const extra = defineFeature({
    name: 'test',
    create: () => ({
      ...{ routes: extraRoutes, guards: extraGuards, jobs: extraKinds, topics: extraTopics },
      extensions: extraExtensions,
    }),
  });
  const database = await createTestDatabase();
  const disk: DiskGuard = overrides.disk ?? (await createDiskGuard({ dir: process.cwd() }));
  const log = createLog('silent');
  const filesDir = await mkdtemp(join(tmpdir(), 'stellwerk-files-'));
  const history = createPostgresHistory({ pool: database.pool });
  await history.ensurePartitions(Date.now());
  // Its processes start with the first script.
  const sandbox = createSandbox({ log, processes: 1 });
  const api = await createApi({
    config: { trustProxy: [], publicUrl: undefined, tls: undefined, metricsToken: undefined },
    linkBase: 'https://stellwerk.test',
    database,
    secrets: createSecrets({ key: secretKeyOf(generateKeyText(), 'The key of the tests') }),
    egress: createEgress({ allow: [], log }),
    files: createFiles({ dir: filesDir }),
    history,
    sandbox,
    systemMail: undefined,
    log,
    clock: systemClock,
    metrics: createMetrics(),
    ...overrides,
    extraFeatures: [extra],
    ports: portsOf(overrides),
    disk,
    onAnswer({ method, path, status }) {
      if (recordFile) appendFileSync(recordFile, `${method} ${path} ${status}\n`);
    },
  });
  const app: FastifyInstance = api.app;
  const { port, services, deliverers, discarders } = api.features;
  const service = (name: string) => {
    const found = services().find((each) => each.name === name);
    if (!found) throw new Error(`no service is called ${name}`);
    return found;
  };

  async function call<O extends RouteOptions>(
    route: Route<O>,
    input: RouteCall<O>,
    options: CallOptions = {},
  ): Promise<Answer<RouteAnswer<O> & { code: string; message: string }>> {
    const { params, query, body } = input as { params?: unknown; query?: unknown; body?: unknown };
    const request: InjectOptions = {
      method: route.method,
      url: urlOf(route, { params, query }),
      headers: {
        ...(options.as ? { authorization: `Bearer ${options.as.token}` } : {}),
        ...options.headers,
      },
      ...(body === undefined ? {} : { payload: toWire(route, 'body', body) as object }),
    };
    const answer = await app.inject(request);
    const isJson = String(answer.headers['content-type']).includes('json');
    // Tests assert the response themselves; the type only helps to write the assertion.
    const parsed = (isJson ? inOwnWords(route, answer.json()) : answer.body) as RouteAnswer<O> & {
      code: string;
      message: string;
    };
    return { status: answer.statusCode, headers: answer.headers, body: parsed };
  }

  return {
    app,
    database,
    routes: api.routes,
    topics: api.features.list('topics'),
    schedules: api.features.list('schedules'),
    jobs: api.jobs,
    outbox: api.outbox,
    deliverers,
    discarders,
    /** Entry points of device data. */
    field: {
      ingestion: port(ingestPort),
      simulator: port(simulatorPort),
      engine: port(rulesPort).engine,
      async start() {
        for (const { start } of services()) await start();
      },
    },
    demo: port(demoPort),
    alarmNotifier: service('alarm notifier'),
    /** It stops with the server. */
    startService: async (name: string) => service(name).start(),
    connectors: port(connectorsPort),
    history,
    sandbox,
    call,
    make: createFactories(database.db),
    async close() {
      disk.stop();
      await app.close();
      for (const { stop } of services().toReversed()) await stop();
      await sandbox.close();
      await database.drop();
      await rm(filesDir, { recursive: true });
    },
  };
}
