import { expect, vi } from 'vitest';
import { type Mosquitto, publish, startMosquitto } from '../mosquitto.ts';
import { addressOf, curl } from './peers.ts';
import { type MadeConnector, makeConnector, type Rig, stateOf } from './rig.ts';

/** A real program that brings messages to a connector of one kind. */
export interface Sender {
  connector: MadeConnector;
  /** Resolves when the message is acknowledged (true) or refused (false). */
  send(message: string | Buffer): Promise<boolean>;
  /** By another way that also belongs to the connector: deeper topics, other forms of the key. */
  sendElsewhere(message: string): Promise<boolean>;
  sendWithoutRight(message: string): Promise<boolean>;
  /** What the peer does with a message that can't be taken now: told at once, or left waiting. */
  whenFull: 'refused' | 'withheld';
  /** And with one that makes no sense. */
  whenMalformed: 'refused' | 'acknowledged';
  close(): Promise<void>;
}

export type MakeSender = (rig: Rig) => Promise<Sender>;

async function webhookSender({ server }: Rig): Promise<Sender> {
  const connector = await makeConnector(server, { type: 'webhook-incoming' });
  const url = `${await addressOf(server)}/api/v1/webhook/${connector.id}`;
  const key = connector.generated.key ?? '';
  const post = async (message: string | Buffer, more: string[]) => (await curl(url, message, more)).status === 202;
  return {
    connector,
    send: (message) => post(message, ['-H', `x-api-key: ${key}`]),
    sendElsewhere: (message) => post(message, ['-u', `anybody:${key}`]),
    sendWithoutRight: (message) => post(message, ['-H', `x-api-key: ${key}x`]),
    whenFull: 'refused',
    whenMalformed: 'refused',
    close: async () => {},
  };
}

/** The topics of its subscription, and what they let through. */
export const incomingTopics = ['site/+/up', 'all/#'];
const brokerUser = { username: 'platform', password: 'correct' };

export async function mqttIncoming(
  rig: Rig,
  broker: Mosquitto,
  more: Record<string, unknown> = {},
): Promise<MadeConnector> {
  const connector = await makeConnector(rig.server, {
    type: 'mqtt-incoming',
    options: { url: `mqtt://127.0.0.1:${broker.port}`, topics: incomingTopics, username: brokerUser.username, ...more },
    secrets: { password: brokerUser.password },
  });
  await vi.waitFor(
    async () => expect(await stateOf(rig.server, connector)).toEqual({ state: 'connected', code: null }),
    {
      timeout: 10_000,
    },
  );
  return connector;
}

async function mqttIncomingSender(rig: Rig): Promise<Sender> {
  const broker = await startMosquitto({ users: { [brokerUser.username]: brokerUser.password } });
  const connector = await mqttIncoming(rig, broker);
  const via = (topic: string) => async (message: string | Buffer) =>
    (await publish({ port: broker.port, topic, message, ...brokerUser })).code === 0;
  return {
    connector,
    send: via('site/one/up'),
    sendElsewhere: via('all/that/lies/deeper'),
    // The broker takes it, but it is none of the topics that we asked for.
    async sendWithoutRight(message) {
      await via('site/one/down')(message);
      return false;
    },
    // The broker in between has acknowledged it and keeps it.
    whenFull: 'withheld',
    whenMalformed: 'acknowledged',
    close: () => broker.stop(),
  };
}

async function mqttBrokerSender({ server }: Rig): Promise<Sender> {
  const connector = await makeConnector(server, { type: 'mqtt-broker' });
  const { body } = await server.app
    .inject({ url: `/api/v1/bridge/${connector.id}`, headers: { authorization: `Bearer ${connector.user.token}` } })
    .then((answer) => ({ body: answer.json() }));
  const endpoint = (name: string) => body.data.endpoints.find((each: { name: string }) => each.name === name).value;
  const port = Number(new URL(endpoint('url')).port);
  const user = { username: String(connector.id), password: connector.generated.password ?? '' };
  const via =
    (topic: string, as = user) =>
    async (message: string | Buffer) =>
      (await publish({ port, topic, message, ...as })).code === 0;
  return {
    connector,
    send: via(endpoint('publishTopic')),
    sendElsewhere: via(`${endpoint('publishTopic')}/building/7`),
    sendWithoutRight: via(endpoint('publishTopic'), { ...user, password: `${user.password}x` }),
    whenFull: 'withheld',
    whenMalformed: 'acknowledged',
    close: async () => {},
  };
}

export const senders: Record<string, MakeSender> = {
  'webhook-incoming': webhookSender,
  'mqtt-incoming': mqttIncomingSender,
  'mqtt-broker': mqttBrokerSender,
};
