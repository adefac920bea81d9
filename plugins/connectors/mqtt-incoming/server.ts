import { ConnectorProblem, defineConnectorServer, type Reason } from '@stellwerk/plugin/connector-server';
import { createInbox } from '@stellwerk/plugin/inbox';
import { encodeDownlink, topicLevelOf } from '@stellwerk/plugin/mqtt';
import { connectMqtt, defaultClientId } from '@stellwerk/plugin/mqtt-client';
import type { MqttClient } from 'mqtt';
import type { z } from 'zod';
import { manifest } from './manifest.ts';
import { createIncomingStore, takeMessages } from './receive-messages.ts';

type Options = z.output<typeof manifest.options>;

async function subscribe(client: MqttClient, { topics, qos }: Options): Promise<void> {
  const refused = (topic: string) => new ConnectorProblem('BRIDGE_SUBSCRIPTION_REFUSED', { topic });
  const granted = await client.subscribeAsync(topics, { qos }).catch(() => {
    throw refused(topics.join(', '));
  });
  const failed = granted.find((grant) => grant.qos >= 128);
  if (failed) throw refused(failed.topic);
}

const lost: Reason = { code: 'BRIDGE_CONNECTION_LOST', params: {} };

export const server = defineConnectorServer(manifest, () => ({
  async start(ctx) {
    const { options, connector } = ctx;
    const inbox = createInbox({ receive: ctx.receive, signal: ctx.signal });
    // Messages that can't be stored are not acknowledged, so the broker sends them again on the next connection.
    const onFailure = () => ctx.setState('error', { code: 'SERVICE_UNAVAILABLE', params: {} });
    const client = await connectMqtt(
      ctx,
      {
        clientId: options.clientId || defaultClientId(connector),
        incomingStore: createIncomingStore(inbox, onFailure),
      },
      (created) => takeMessages(created, inbox, onFailure),
    );
    client.on('close', () => ctx.setState('error', lost));
    // Closes without DISCONNECT, which is faster; the broker keeps the session either way.
    const stop = async () => void (await client.endAsync(true).catch(() => {}));
    try {
      await subscribe(client, options);
    } catch (error) {
      await stop();
      throw error;
    }
    return {
      stop,
      async sendDownlink(downlink) {
        if (options.downlinkTopic === '')
          throw new ConnectorProblem('BRIDGE_OPTIONS_INVALID', { field: 'downlinkTopic' });
        const topic = options.downlinkTopic.replaceAll('{deviceId}', topicLevelOf(downlink.deviceId));
        await client.publishAsync(topic, encodeDownlink(downlink), { qos: options.qos });
        // The broker has it; whether the device has received it is unknown.
        return 'sent';
      },
    };
  },

  async validate(ctx) {
    // A separate client id, because an equal one would disconnect the running connector.
    const clientId = `stellwerk-test-${crypto.randomUUID().slice(0, 8)}`;
    const client = await connectMqtt(ctx, { clientId, clean: true });
    try {
      await subscribe(client, ctx.options);
      return null;
    } finally {
      await client.endAsync(true).catch(() => {});
    }
  },
}));
