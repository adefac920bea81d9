import { setTimeout as delay } from 'node:timers/promises';
import { ConnectorProblem, defineConnectorServer, type Reason } from '@stellwerk/plugin/connector-server';
import { brokerOf, connectMqtt, defaultClientId } from '@stellwerk/plugin/mqtt-client';
import { messageIn } from '@stellwerk/plugin/mqtt-message';
import { ErrorWithReasonCode, type MqttClient } from 'mqtt';
import { manifest } from './manifest.ts';

const lost: Reason = { code: 'BRIDGE_CONNECTION_LOST', params: {} };
const answerWithinMs = 10_000;

/** Reason codes of PUBACK and PUBREC (MQTT 5, 3.4.2.1) that another try would not change. */
const refusals = new Set([131, 135, 144, 153]);

function problemOf(error: unknown): unknown {
  if (!(error instanceof ErrorWithReasonCode)) return new ConnectorProblem(lost.code);
  const isFinal = refusals.has(error.code);
  return new ConnectorProblem('BRIDGE_CONNECTION_REFUSED', { reason: error.message }, { isFinal });
}

/** Never waits for a connection that is gone: the library would. */
async function whileConnected<T>(client: MqttClient, broker: string, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const gone = Promise.withResolvers<never>();
  const onClose = () => gone.reject(new ConnectorProblem(lost.code));
  client.once('close', onClose);
  const late = delay(answerWithinMs, undefined, { signal: over.signal }).then(() => {
    throw new ConnectorProblem('EGRESS_TIMEOUT', { target: broker });
  });
  // Ended on purpose, or lost the race: nobody asks any more.
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
    const client = await connectMqtt({ ...ctx, options: { ...options, cleanSession: true } }, { clientId });
    client.on('close', () => ctx.setState('error', lost));
    return {
      stop: async () => void (await client.endAsync(true).catch(() => {})),
      /** Acknowledged by the broker, for QoS 1 and 2. */
      async send(command) {
        const { topic, payload, qos = options.qos, retain } = messageIn(command);
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
    // A name of its own: it must not throw out the connector that runs.
    const clientId = `stellwerk-test-${crypto.randomUUID().slice(0, 8)}`;
    const client = await connectMqtt({ ...ctx, options: { ...ctx.options, cleanSession: true } }, { clientId });
    await client.endAsync(true).catch(() => {});
    return null;
  },
}));
