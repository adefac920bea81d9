import type { CommandRefusal, Endpoint, JsonValue, OutgoingDownlink } from '@stellwerk/plugin/connector-server';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/db.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { Intake } from '../../platform/health/intake.ts';
import type { HandledRoute } from '../../platform/http/handle.ts';
import { connectorPluginsDir } from '../../platform/listeners/declared.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Log } from '../../platform/log/log.ts';
import { createSmtp } from '../../platform/mail/smtp.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { createClientCountNews, publishState } from './connector.events.ts';
import { connectorRoutes } from './connector.routes.ts';
import { type ConnectorService, createConnectorService } from './connector.service.ts';
import { type Runnable, readRunnable } from './connector.store.ts';
import type { Kind } from './connector-mapper.ts';
import { createCounters } from './counters.ts';
import { createDeliveryLog } from './delivery-log.ts';
import { kindEgress } from './kind-egress.ts';
import { createKindHosts, type KindHostOptions } from './kind-host.ts';
import { type ConnectorKinds, discoverKinds, kindsOf } from './kinds.ts';
import type { Accept, ConnectorIdentifiersPort, ConnectorPacketsPort, ConnectorUsesPort } from './ports.ts';
import { createCalls } from './process-calls.ts';
import { createReceiver } from './receiver.ts';
import { createRunner } from './runner.ts';
import { createSettings } from './settings.service.ts';
import { createSignInLog } from './sign-in-log.ts';
import { writeState } from './status.store.ts';
import { createSupervisor } from './supervisor.ts';
import { createConnectorTools } from './tools.service.ts';
import { unknownRoutes } from './unknown.routes.ts';
import { createUnknownIds } from './unknown.service.ts';
import { webhookRoutes } from './webhook.routes.ts';

export interface ConnectorsOptions {
  database: Database;
  secrets: Secrets;
  egress: Egress;
  sandbox: Sandbox;
  clock: Clock;
  log: Log;
  live: Pick<Live, 'publish'>;
  accept: Accept;
  intake: Pick<Intake, 'refusal' | 'isStopping'>;
  uses: ConnectorUsesPort;
  metrics: Pick<Metrics, 'countStranger'>;
  packets: ConnectorPacketsPort;
  identifiers: ConnectorIdentifiersPort;
  /** Addresses that servers of connectors listen on, and the public address. */
  listen: Pick<KindHostOptions, 'publicUrl' | 'host' | 'ports' | 'tls'>;
  pluginsDir?: string;
  /** Interval for polling the rows, in case a notification is lost. */
  pollMs?: number;
  retryDelaysMs?: readonly number[];
}

/** Settings with which another program can send messages like a device of the connector. */
export interface SendableConnector {
  id: number;
  type: string;
  active: boolean;
  options: Record<string, unknown>;
  secrets: Record<string, string>;
  endpoints: Endpoint[];
}

export interface Connectors {
  routes: HandledRoute[];
  kinds: ConnectorKinds;
  /** Lets other features create and remove connectors. */
  service: Pick<ConnectorService, 'create' | 'remove'>;
  /** Undefined if the connector was deleted or its kind is not installed. */
  forSending(connectorId: number): Promise<SendableConnector | undefined>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The reason why a connector of this kind can't send a command with these options. */
  refusalOf(type: string, command: JsonValue): CommandRefusal | undefined;
  /** Sends from the process that runs the connector. Fails if the connector is not running or can't send. */
  sendDownlink(connectorId: number, downlink: OutgoingDownlink): Promise<'sent' | 'confirmed'>;
  /** Sends a command of a rule, like `sendDownlink`. */
  send(connectorId: number, command: JsonValue): Promise<JsonValue>;
  /** Writes the counters in memory to the database. */
  flush(): Promise<void>;
}

export async function createConnectors(options: ConnectorsOptions): Promise<Connectors> {
  const { database, sandbox, clock, log, egress, secrets, packets, uses, identifiers } = options;
  const { pluginsDir = connectorPluginsDir } = options;
  const found = await discoverKinds(pluginsDir, log);
  const { isStopping } = options.intake;
  const services = { mail: createSmtp({ egress, log }) };
  const hostFor = createKindHosts({
    ...options.listen,
    log,
    isStopping,
    services,
    countStranger: options.metrics.countStranger,
  });
  const kinds = new Map<string, Kind>();
  const closers: (() => Promise<void>)[] = [];
  for (const [type, { manifest, plugin }] of found) {
    try {
      const { host, close } = hostFor(manifest);
      kinds.set(type, { manifest, server: plugin.create(host) });
      closers.push(close);
    } catch (error) {
      log.error({ err: error, type }, 'a kind of connectors is broken');
      found.delete(type);
    }
  }
  const settings = createSettings({ secrets, egress, sandbox, log });
  const counters = createCounters({ db: database.db, clock, log, packets });
  const clientCountOf = (id: number) => supervisor.find(id)?.clientCount() ?? null;
  const clientCounts = createClientCountNews(options.live, clientCountOf);
  const deliveryLog = createDeliveryLog({ db: database.db, clock, log });
  const signIns = createSignInLog({ db: database.db, log });
  const receive = createReceiver({ sandbox, accept: options.accept, intake: options.intake, clock, counters });

  const flush = async () => void (await Promise.all([counters.flush(), signIns.flush(), deliveryLog.flush()]));

  function startRunner(connector: Runnable) {
    const kind = kinds.get(connector.type);
    if (!kind) return undefined;
    const { id: connectorId, revision } = connector;
    return createRunner({
      connector,
      ...kind,
      log: log.child({ connectorId }),
      egress: kindEgress(kind.manifest, egress),
      receive,
      noteRefusedSignIn: (code, address) => signIns.note({ connectorId, code, address }),
      onClientCount: () => clientCounts.note(connectorId),
      readSecrets: () => settings.readSecrets(database.db, connectorId),
      async report(state, reason) {
        const isNew = await writeState(database.db, { connectorId, state, reason, revision });
        if (isNew) publishState(options.live, connectorId, state);
      },
      ...(options.retryDelaysMs ? { retryDelaysMs: options.retryDelaysMs } : {}),
    });
  }

  const supervisor = createSupervisor({
    database,
    log,
    startRunner,
    async onComplete() {
      for (const { server } of kinds.values()) await server.open?.();
    },
    isOnce: (type) => kinds.get(type)?.manifest.runs === 'once',
    onMessage: (text) =>
      void calls.receive(text).catch((error: unknown) => log.warn({ err: error }, 'call from another process failed')),
    ...(options.pollMs === undefined ? {} : { pollMs: options.pollMs }),
  });
  const calls = createCalls(supervisor);
  const service = createConnectorService({
    kinds,
    settings,
    secrets,
    uses,
    identifiers,
    packets,
    flush,
    onChange: (id) => supervisor.look([id]),
    clientCountOf,
  });
  const tools = createConnectorTools({ kinds, settings, sandbox, clock, packets, calls, deliveryLog });

  return {
    routes: [
      ...connectorRoutes(service, tools),
      ...unknownRoutes(createUnknownIds({ packets, identifiers, clock, flush })),
      ...webhookRoutes({ find: supervisor.find, receive }),
    ],
    kinds: kindsOf(found),
    service,
    async forSending(connectorId) {
      const [connector] = await readRunnable(database.db, [connectorId]);
      const kind = connector && kinds.get(connector.type);
      if (!kind) return undefined;
      const { id, type, active } = connector;
      const options = settings.parseOptions(kind.manifest, connector.options);
      const endpoints = kind.server.endpoints?.({ id, options }) ?? [];
      return { id, type, active, options, secrets: await settings.readSecrets(database.db, id), endpoints };
    },
    refusalOf: (type, command) => kinds.get(type)?.server.refusalOf?.(command),
    start: supervisor.start,
    async stop() {
      await supervisor.stop();
      clientCounts.stop();
      for (const { server } of kinds.values()) await server.close?.();
      // Closes resources that kinds have opened.
      for (const close of closers) await close();
      await flush();
    },
    async sendDownlink(connectorId, { payload, ...downlink }) {
      const call = { does: 'sendDownlink' as const, downlink: { ...downlink, payload: payload.toString('hex') } };
      return (await calls.call(connectorId, call)) === 'confirmed' ? 'confirmed' : 'sent';
    },
    // The result is JSON, because it may arrive from another process.
    async send(connectorId, command) {
      const answer = z.json().parse((await calls.call(connectorId, { does: 'send', command })) ?? null);
      // Failures are not logged here: the outbox contains them, with the time of the next attempt.
      deliveryLog.note({ connectorId, source: 'rule', command, answer, reason: null });
      return answer;
    },
    flush,
  };
}
