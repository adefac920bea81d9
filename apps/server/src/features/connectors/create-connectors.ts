import type { Endpoint, JsonValue, OutgoingDownlink } from '@stellwerk/plugin/connector-server';
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
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { createCalls } from './calls.ts';
import { publishState } from './connector.events.ts';
import { connectorRoutes } from './connector.routes.ts';
import { type ConnectorService, createConnectorService } from './connector.service.ts';
import { type Runnable, readRunnable } from './connector.store.ts';
import type { Kind } from './connector-mapper.ts';
import { createCounters } from './counters.ts';
import { kindEgress } from './kind-egress.ts';
import { createKindHosts, type KindHostOptions } from './kind-host.ts';
import { type ConnectorKinds, discoverKinds, kindsOf } from './kinds.ts';
import type { Accept, ConnectorPacketsPort, ConnectorUsesPort } from './ports.ts';
import { createReceiver } from './receiver.ts';
import { createRunner } from './runner.ts';
import { createSettings } from './settings.service.ts';
import { writeState } from './status.store.ts';
import { createSupervisor } from './supervisor.ts';
import { createConnectorTools } from './tools.service.ts';
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
  packets: ConnectorPacketsPort;
  /** Where servers of connectors listen, and under which address they are reached. */
  listen: Pick<KindHostOptions, 'publicUrl' | 'host' | 'ports' | 'tls'>;
  pluginsDir?: string;
  /** How often the rows are looked at, should a hint be lost. */
  pollMs?: number;
  retryDelaysMs?: readonly number[];
}

/** What it takes to send through a connector as its devices do. */
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
  /** For features that make connectors of their own. */
  service: Pick<ConnectorService, 'create' | 'remove'>;
  /** Undefined when it is gone, or of a kind that is. */
  forSending(connectorId: number): Promise<SendableConnector | undefined>;
  /** From here on connectors run in this process. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** By whatever process it runs in. Fails with the reason when it runs nowhere, or can't send. */
  sendDownlink(connectorId: number, downlink: OutgoingDownlink): Promise<'sent' | 'confirmed'>;
  /** Likewise, with what rules and flows deliver. */
  send(connectorId: number, command: JsonValue): Promise<JsonValue>;
  /** Writes counters that wait in memory. */
  flush(): Promise<void>;
}

export async function createConnectors(options: ConnectorsOptions): Promise<Connectors> {
  const { database, sandbox, clock, log, egress, secrets, packets, uses, pluginsDir = connectorPluginsDir } = options;
  const found = await discoverKinds(pluginsDir, log);
  const { isStopping } = options.intake;
  const services = { mail: createSmtp({ egress, log }) };
  const hostFor = createKindHosts({ ...options.listen, log, isStopping, services });
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
  const receive = createReceiver({ sandbox, accept: options.accept, intake: options.intake, clock, counters });

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
    onTold: (text) =>
      void calls.hear(text).catch((error: unknown) => log.warn({ err: error }, 'call from another process failed')),
    ...(options.pollMs === undefined ? {} : { pollMs: options.pollMs }),
  });
  const calls = createCalls(supervisor);
  const service = createConnectorService({ kinds, settings, secrets, uses, onChange: (id) => supervisor.look([id]) });
  const tools = createConnectorTools({ kinds, settings, sandbox, clock, packets, calls });

  return {
    routes: [...connectorRoutes(service, tools), ...webhookRoutes({ find: supervisor.find, receive })],
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
    start: supervisor.start,
    async stop() {
      await supervisor.stop();
      for (const { server } of kinds.values()) await server.close?.();
      // What a kind has left open.
      for (const close of closers) await close();
      await counters.flush();
    },
    async sendDownlink(connectorId, { payload, ...downlink }) {
      const call = { does: 'sendDownlink' as const, downlink: { ...downlink, payload: payload.toString('hex') } };
      return (await calls.call(connectorId, call)) === 'confirmed' ? 'confirmed' : 'sent';
    },
    // What a connector answers is JSON: it may have come from another process.
    send: async (connectorId, command) =>
      z.json().parse((await calls.call(connectorId, { does: 'send', command })) ?? null),
    flush: counters.flush,
  };
}
