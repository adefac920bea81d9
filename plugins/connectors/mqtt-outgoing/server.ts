import { setTimeout as delay } from 'node:timers/promises';
import { ConnectorProblem, defineConnectorServer, type Reason } from '@stellwerk/plugin/connector-server';
import { brokerOf, connectMqtt, defaultClientId } from '@stellwerk/plugin/mqtt-client';
import { messageIn } from '@stellwerk/plugin/mqtt-message';
import { ErrorWithReasonCode, type IConnackPacket, type MqttClient } from 'mqtt';
import { manifest } from './manifest.ts';

const lost: Reason = { code: 'BRIDGE_CONNECTION_LOST', params: {} };
const answerWithinMs = 10_000;

/** Reason codes of PUBACK and PUBREC (MQTT 5, 3.4.2.1) for which a retry is useless. */
const refusals = new Set([131, 135, 144, 153]);

function problemOf(error: unknown): unknown {
  if (!(error instanceof ErrorWithReasonCode)) return new ConnectorProblem(lost.code);
  const isFinal = refusals.has(error.code);
  return new ConnectorProblem('BRIDGE_CONNECTION_REFUSED', { reason: error.message }, { isFinal });
}

/** MQTT 5, 3.2.2.3.4 and 3.2.2.3.5: the broker would end the connection. Earlier brokers don't tell their limits. */
function requireSupport(connack: IConnackPacket | undefined, { qos, retain }: { qos: number; retain: boolean }): void {
  const { maximumQoS = 2, retainAvailable = true } = connack?.properties ?? {};
  const field = qos > maximumQoS ? 'qos' : retain && !retainAvailable ? 'retain' : undefined;
  if (field !== undefined) throw new ConnectorProblem('BRIDGE_BROKER_LACKS', { field }, { isFinal: true });
}

/** Fails when the connection is lost, because the library would wait for a reconnect. */
async function whileConnected<T>(client: MqttClient, broker: string, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const gone = Promise.withResolvers<never>();
  const onClose = () => gone.reject(new ConnectorProblem(lost.code));
  client.once('close', onClose);
  const late = delay(answerWithinMs, undefined, { signal: over.signal }).then(() => {
    throw new ConnectorProblem('EGRESS_TIMEOUT', { target: broker });
  });
  // Nobody awaits it any more.
  late.catch(() => {});
  try {
    return await Promise.race([work, gone.promise, late]);
  } finally {
    client.off('close', onClose);
    over.abort();
  }
}

export const server = defineConnectorServer(manifest, () => ({
  async start(ctx) {
    const { options, connector } = ctx;
    const clientId = options.clientId || defaultClientId(connector);
    let connack: IConnackPacket | undefined;
    const client = await connectMqtt({ ...ctx, options: { ...options, cleanSession: true } }, { clientId }, (created) =>
      created.once('connect', (packet) => {
        connack = packet;
      }),
    );
    client.on('close', () => ctx.setState('error', lost));
    return {
      stop: async () => void (await client.endAsync(true).catch(() => {})),
      /** For QoS 1 and 2, resolves with the broker's acknowledgement. */
      async send(command) {
        const { topic, payload, qos = options.qos, retain } = messageIn(command);
        requireSupport(connack, { qos, retain });
        if (!client.connected) throw new ConnectorProblem(lost.code);
        const publishing = client.publishAsync(topic, payload, { qos, retain }).catch((error: unknown) => {
          throw problemOf(error);
        });
        await whileConnected(client, brokerOf(options.url), publishing);
        return { topic, qos };
      },
    };
  },

  async validate(ctx) {
    // A separate client id, because an equal one would disconnect the running connector.
    const clientId = `stellwerk-test-${crypto.randomUUID().slice(0, 8)}`;
    const client = await connectMqtt({ ...ctx, options: { ...ctx.options, cleanSession: true } }, { clientId });
    await client.endAsync(true).catch(() => {});
    return null;
  },
}));
