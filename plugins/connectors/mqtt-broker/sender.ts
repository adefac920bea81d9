import { setTimeout as delay } from 'node:timers/promises';
import { defineConnectorSender, endpointOf } from '@stellwerk/plugin/connector-sender';
import { ConnectorProblem, type JsonValue } from '@stellwerk/plugin/connector-server';
import { topicLevelOf } from '@stellwerk/plugin/mqtt';
import mqtt, { type MqttClient } from 'mqtt';
import { manifest } from './manifest.ts';

const answerWithinMs = 15_000;

/** Each device has its own topic, like real ones. */
const levelOf = (message: JsonValue): string =>
  typeof message === 'object' && message !== null && 'id' in message ? topicLevelOf(String(message.id)) : 'unknown';

export const sender = defineConnectorSender(manifest, (program, connector) => {
  let connecting: Promise<MqttClient> | undefined;

  async function connect(): Promise<MqttClient> {
    const client = await mqtt.connectAsync({
      host: program.host,
      port: Number(endpointOf(connector, 'url').port),
      protocol: 'mqtt',
      username: String(connector.id),
      password: connector.secrets.password ?? '',
      clean: true,
      connectTimeout: answerWithinMs,
      // A lost connection is reported, and reopened with the next messages.
      reconnectPeriod: 0,
    });
    client.on('error', () => {});
    client.once('close', () => {
      connecting = undefined;
    });
    return client;
  }

  async function client(): Promise<MqttClient> {
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined;
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // CONNACK 4 (MQTT 3.1.1, 3.2.2.3): the broker doesn't know the connector or its password.
      if (code === 4) throw new ConnectorProblem('BRIDGE_CREDENTIALS_REFUSED');
      throw new ConnectorProblem('BRIDGE_CONNECTION_LOST');
    });
    return connecting;
  }

  /** QoS 1: a message is confirmed when it is durable. A full broker delays its confirmations. */
  async function publishAll(messages: readonly JsonValue[]): Promise<void> {
    const connected = await client();
    const lost = Promise.withResolvers<never>();
    const onClose = () => lost.reject(new ConnectorProblem('BRIDGE_CONNECTION_LOST'));
    connected.once('close', onClose);
    const publishing = messages.map((message) =>
      connected.publishAsync(`in/${connector.id}/${levelOf(message)}`, JSON.stringify(message), { qos: 1 }),
    );
    try {
      await Promise.race([Promise.all(publishing), lost.promise]);
    } finally {
      connected.off('close', onClose);
      lost.promise.catch(() => {});
      for (const each of publishing) each.catch(() => {});
    }
  }

  return {
    async send(messages) {
      const waiting = new AbortController();
      const late = delay(answerWithinMs, 'late' as const, { signal: waiting.signal });
      late.catch(() => {});
      const result = await Promise.race([publishAll(messages), late]).finally(() => waiting.abort());
      if (result === 'late') throw new ConnectorProblem('INGEST_BUSY', { retryAfterSeconds: 5 }, { afterMs: 5_000 });
      return { accepted: messages.length, refused: 0 };
    },
    async close() {
      const open = await connecting?.catch(() => undefined);
      connecting = undefined;
      await open?.endAsync(true);
    },
  };
});
