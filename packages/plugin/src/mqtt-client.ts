import { createHash } from 'node:crypto';
import mqtt, { ErrorWithReasonCode, type IClientOptions, MqttClient } from 'mqtt';
import { ConnectorProblem, type ValidationContext } from './connector-server.ts';
import { maxPacketBytes, watchPacketSize } from './mqtt.ts';
import type { BrokerOptions } from './mqtt-options.ts';
import { trustAlso } from './trust.ts';

interface Connection extends BrokerOptions {
  /** False: the broker queues messages while the client is disconnected. */
  cleanSession: boolean;
}

const connectForMs = 15_000;
const keptSessionSeconds = 7 * 86_400;

const defaultPorts: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883, 'ws:': 80, 'wss:': 443 };

const portOf = ({ port, protocol }: URL): number => (port === '' ? (defaultPorts[protocol] ?? 1883) : Number(port));

/** Host and port of a broker, for messages. */
export function brokerOf(url: string): string {
  const parsed = new URL(url);
  return `${parsed.hostname}:${portOf(parsed)}`;
}

/** Stable across restarts and different in every installation. */
export const defaultClientId = (connector: { id: number; createdAt: Date }): string =>
  `stellwerk-${connector.id}-${createHash('sha256').update(connector.createdAt.toISOString()).digest('hex').slice(0, 8)}`;

/** CONNACK codes that refuse user name or password: MQTT 3.1.1, 3.2.2.3 and MQTT 5, 3.2.2.2. */
const credentialCodes = new Set([4, 5, 134, 135]);

function problemOf(error: unknown): unknown {
  if (!(error instanceof ErrorWithReasonCode)) return error;
  if (credentialCodes.has(error.code)) return new ConnectorProblem('BRIDGE_CREDENTIALS_REFUSED');
  return new ConnectorProblem('BRIDGE_CONNECTION_REFUSED', { reason: error.message });
}

/** In MQTT 5 a session ends with the connection unless an expiry is set. */
const sessionOf = ({ cleanSession }: Connection) => ({
  maximumPacketSize: maxPacketBytes,
  ...(cleanSession ? {} : { sessionExpiryInterval: keptSessionSeconds }),
});

type Prepare = (client: MqttClient) => void;

/**
 * Builds a client over a connection that the egress guard has opened or checked. The client never reconnects by itself.
 */
async function build(ctx: ValidationContext<Connection>, more: IClientOptions): Promise<MqttClient> {
  const { options, secrets, egress, signal } = ctx;
  const url = new URL(options.url);
  const isSecure = ['mqtts:', 'wss:'].includes(url.protocol);
  const port = portOf(url);
  const trust = {
    ...(options.caCertificate ? { ca: trustAlso(options.caCertificate) } : {}),
    ...(options.clientCertificate && secrets.clientKey
      ? { cert: options.clientCertificate, key: secrets.clientKey }
      : {}),
  };
  const settings: IClientOptions = {
    protocolVersion: options.protocolVersion === '5' ? 5 : 4,
    keepalive: options.keepAliveSeconds,
    clean: options.cleanSession,
    reconnectPeriod: 0,
    connectTimeout: connectForMs,
    ...(options.username ? { username: options.username } : {}),
    ...(secrets.password ? { password: secrets.password } : {}),
    ...(options.protocolVersion === '5' ? { properties: sessionOf(options) } : {}),
    ...more,
  };
  if (url.protocol === 'ws:' || url.protocol === 'wss:') {
    await egress.check(url.hostname, port);
    const lookup = egress.lookupFor(port);
    return mqtt.connect(options.url, { ...settings, wsOptions: { ...trust, lookup, maxPayload: 2 * maxPacketBytes } });
  }
  const socket = await egress.connect({ host: url.hostname, port, tls: isSecure && trust, signal });
  watchPacketSize(socket, maxPacketBytes, () => socket.destroy());
  return new MqttClient(() => socket, settings);
}

/** Resolves when the broker has accepted the connection; `prepare` runs before any message can arrive. */
export async function connectMqtt(
  ctx: ValidationContext<Connection>,
  more: IClientOptions,
  prepare: Prepare = () => {},
): Promise<MqttClient> {
  const client = await build(ctx, more);
  prepare(client);
  const entered = Promise.withResolvers<void>();
  const abort = () => entered.reject(ctx.signal.reason);
  ctx.signal.addEventListener('abort', abort, { once: true });
  client.once('connect', () => entered.resolve());
  // This listener stays: an error event without a listener would end the process.
  client.on('error', (error) => entered.reject(problemOf(error)));
  client.once('close', () => entered.reject(new ConnectorProblem('BRIDGE_CONNECTION_LOST')));
  if (ctx.signal.aborted) abort();
  try {
    await entered.promise;
    return client;
  } catch (error) {
    client.end(true);
    throw error;
  } finally {
    ctx.signal.removeEventListener('abort', abort);
  }
}
