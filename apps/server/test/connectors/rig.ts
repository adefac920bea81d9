import { randomUUID } from 'node:crypto';
import { createConnector, readConnector } from '@stellwerk/contract/connector';
import { expect } from 'vitest';
import type { Accept } from '../../src/features/connectors/index.ts';
import { createAccept } from '../../src/ingest/accept/accept.ts';
import { createPacketLog, type PacketLogOptions } from '../../src/ingest/log/packet-log.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { createEgress } from '../../src/platform/egress/egress.ts';
import { connectorPluginsDir, declaredListeners } from '../../src/platform/listeners/declared.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { generateKeyText, secretKeyOf } from '../../src/platform/secrets/key.ts';
import { createSecrets } from '../../src/platform/secrets/secrets.ts';
import type { TestUser } from '../factories.ts';
import { freePort } from '../mosquitto.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../server.ts';

const log = createLog('silent');
/** Every identifier is awaited, because these tests end when packets are stored. */
const noDevices = { find: () => undefined, findUnknown: async () => new Set<string>() };

export interface RigOptions extends TestServerOptions {
  limits?: Partial<Pick<PacketLogOptions, 'capacity' | 'accountShare'>>;
}

/** The API with running connectors and the real packet log, whose packets are not applied. */
export async function startRig({ limits = {}, ...overrides }: RigOptions = {}) {
  let way: Accept = async () => ({ isFull: true });
  let isFull = false;
  const listeners = await declaredListeners(overrides.connectors?.pluginsDir ?? connectorPluginsDir);
  // Kept, so that ports stay the same after a restart.
  const listenerPorts: Record<string, number> = {};
  for (const { setting, defaultPort } of listeners) {
    if (defaultPort !== undefined) listenerPorts[setting] = await freePort();
  }
  const secrets = createSecrets({ key: secretKeyOf(generateKeyText(), 'The key of the tests') });
  const server = await startTestServer({
    secrets,
    config: {
      trustProxy: [],
      publicUrl: undefined,
      tls: undefined,
      metricsToken: undefined,
      listenerPorts,
    },
    egress: createEgress({ allow: ['127.0.0.0/8'], log }),
    connectors: { pollMs: 200, retryDelaysMs: [50, 100] },
    accept: async (sender, messages) => (isFull ? { isFull: true } : way(sender, messages)),
    ...overrides,
  });
  const packets = createPacketLog({ ...limits, ...server.database, log, owner: randomUUID(), onReady() {} });
  await packets.start();
  way = createAccept({ packets, directory: noDevices, clock: systemClock });
  await server.connectors.start();
  return {
    server,
    secrets,
    mqttPort: listenerPorts.MQTT_PORT ?? 0,
    setFull(full: boolean) {
      isFull = full;
    },
    async close() {
      await server.connectors.stop();
      await packets.stop();
      await server.close();
    },
  };
}
export type Rig = Awaited<ReturnType<typeof startRig>>;

export interface StoredMessage {
  identifier: string;
  payload: unknown;
}

/** Packets of a connector; packets of one device in the order of arrival. */
export async function storedBy(server: TestServer, connectorId: number): Promise<StoredMessage[]> {
  const { rows } = await server.database.pool.query<{ identifier: string; content: string }>(
    'select identifier, content from packets where connector_id = $1 order by shard, seq',
    [connectorId],
  );
  return rows.map(({ identifier, content }) => ({ identifier, payload: JSON.parse(content).payload }));
}

export const identifiersBy = async (server: TestServer, connectorId: number) =>
  (await storedBy(server, connectorId)).map(({ identifier }) => identifier).sort();

export interface MadeConnector {
  id: number;
  generated: Record<string, string>;
  user: TestUser;
}

/** Creates a connector through the API, as an administrator. */
export async function makeConnector(
  server: TestServer,
  fields: {
    type: string;
    options?: Record<string, unknown>;
    secrets?: Record<string, string>;
    [field: string]: unknown;
  },
  owner?: TestUser,
): Promise<MadeConnector> {
  const user = owner ?? (await server.make.user({ permissions: ['all.manage'] }));
  const body = { name: `c-${randomUUID()}`, tenantId: user.account.id, ...fields };
  const { status, body: answer } = await server.call(createConnector, { body: body as never }, { as: user });
  expect(answer).toHaveProperty('data');
  expect(status).toBe(201);
  return { id: answer.data.connector.id, generated: answer.data.generated, user };
}

export async function stateOf(server: TestServer, { id, user }: MadeConnector) {
  const { body } = await server.call(
    readConnector,
    { params: { id } },
    { as: user, headers: { 'accept-language': 'en' } },
  );
  return { state: body.data.state, code: body.data.stateReason?.code ?? null };
}
