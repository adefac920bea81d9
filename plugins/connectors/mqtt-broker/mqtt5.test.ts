import { connect as connectSocket } from 'node:net';
import type { RawMessage } from '@stellwerk/plugin/connector-server';
import mqtt, { type IClientOptions, type IConnackPacket, type IDisconnectPacket, type MqttClient } from 'mqtt';
import { expect, it, onTestFinished } from 'vitest';
import { testKindHost } from '../../../apps/server/test/connectors/kind-host.ts';
import { openBroker } from './broker.ts';
import { manifest } from './manifest.ts';

async function open(add: (message: RawMessage) => Promise<void> = async () => {}) {
  const host = testKindHost(manifest);
  const broker = await openBroker({ host });
  onTestFinished(() => broker.close());
  const taken: RawMessage[] = [];
  broker.seat({
    connectorId: 1,
    accountId: 1,
    password: 'secret',
    inbox: { add: (message) => add(message).then(() => void taken.push(message)) },
  });
  return { broker, taken, port: host.portOf('mqtt') ?? 0 };
}

interface Joined {
  client: MqttClient;
  connack: IConnackPacket;
}

async function join(port: number, more: IClientOptions = {}): Promise<Joined> {
  const options = { username: '1', password: 'secret', protocolVersion: 5, reconnectPeriod: 0, ...more } as const;
  const client = mqtt.connect({ host: '127.0.0.1', port, protocol: 'mqtt', ...options });
  onTestFinished(() => void client.end(true));
  const connack = await new Promise<IConnackPacket>((resolve, reject) => {
    client.once('connect', resolve);
    client.once('error', reject);
  });
  return { client, connack };
}

const disconnectOf = (client: MqttClient) =>
  new Promise<IDisconnectPacket>((resolve) => client.once('disconnect', resolve));

it('tells a client its limits: no kept session, no topic aliases, no shared subscriptions', async () => {
  const { port } = await open();
  const { connack } = await join(port, { clean: false, clientId: 'd', properties: { sessionExpiryInterval: 3_600 } });
  expect(connack.sessionPresent).toBe(false);
  expect(connack.properties).toMatchObject({
    sessionExpiryInterval: 0,
    maximumPacketSize: 1_048_576,
    receiveMaximum: 1_000,
    sharedSubscriptionAvailable: false,
  });
  expect(connack.properties?.topicAliasMaximum).toBeUndefined();
});

it('gives an id to a client without one', async () => {
  const { port } = await open();
  const { connack } = await join(port, { clientId: '' });
  expect(connack.properties?.assignedClientIdentifier).toMatch(/^aedes_/);
});

it.each<[string, IClientOptions, number]>([
  ['a wrong password', { password: 'wrong' }, 0x86],
  ['an unknown connector', { username: '9' }, 0x86],
  ['another way to authenticate', { properties: { authenticationMethod: 'SCRAM' } }, 0x8c],
])('refuses %s with its reason code', async (_name, options, code) => {
  const { port } = await open();
  await expect(join(port, options)).rejects.toMatchObject({ code });
});

it('takes messages, whatever properties they carry', async () => {
  const { port, taken } = await open();
  const { client } = await join(port);
  const properties = {
    userProperties: { a: ['1', '2'], constructor: 'x' },
    contentType: 'text/plain',
    messageExpiryInterval: 1,
    responseTopic: 'answers',
    correlationData: Buffer.from('7'),
  };
  for (const qos of [0, 1, 2] as const)
    await client.publishAsync('in/1', `"${qos}"`, { qos, retain: true, properties });
  await expect.poll(() => taken).toEqual(['0', '1', '2'].map((body) => ({ topic: 'in/1', body })));
});

it('refuses a message to a foreign topic with 0x87, and goes on', async () => {
  const { port, taken } = await open();
  const { client } = await join(port);
  for (const qos of [1, 2] as const) {
    await expect(client.publishAsync('in/2', 'x', { qos })).rejects.toMatchObject({ code: 0x87 });
  }
  await client.publishAsync('in/2', 'x', { qos: 0 });
  await client.publishAsync('in/1', 'mine', { qos: 1 });
  expect(taken).toEqual([{ topic: 'in/1', body: 'mine' }]);
});

it('ends the connection with 0x89 if a message can’t be stored, so that the device sends again', async () => {
  const { port } = await open(() => Promise.reject(new Error('no room')));
  const { client } = await join(port);
  const ended = disconnectOf(client);
  client.publish('in/1', 'x', { qos: 1 }, () => {});
  expect((await ended).reasonCode).toBe(0x89);
});

it('refuses foreign and shared subscriptions with their reason codes', async () => {
  const { port } = await open();
  const { client } = await join(port);
  const codes = (topic: string) =>
    new Promise((resolve) => client.subscribe(topic, (_error, _granted, packet) => resolve(packet?.granted)));
  expect(await codes('out/2/#')).toEqual([0x87]);
  expect(await codes('$share/group/out/1/#')).toEqual([0x9e]);
  expect(await codes('out/1/#')).toEqual([0]);
});

it('ends the connection with 0x94 if a client uses a topic alias', async () => {
  const { port } = await open();
  // The library would not use an alias beyond the limit of the broker.
  const socket = connectSocket(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => void received.push(chunk));
  const connect = [
    0,
    4,
    ...Buffer.from('MQTT'),
    5,
    0xc2,
    0,
    60,
    0,
    0,
    1,
    0x64,
    0,
    1,
    0x31,
    0,
    6,
    ...Buffer.from('secret'),
  ];
  socket.write(Buffer.from([0x10, connect.length, ...connect]));
  await expect.poll(() => received[0]?.[0]).toBe(0x20);
  const publish = [0, 4, ...Buffer.from('in/1'), 3, 0x23, 0, 1, 0x78];
  socket.write(Buffer.from([0x30, publish.length, ...publish]));
  await expect
    .poll(() => Buffer.concat(received).subarray(received[0]?.length))
    .toEqual(Buffer.from([0xe0, 2, 0x94, 0]));
});

it('ends the connection with 0x95 if a packet is too large', async () => {
  const { port, taken } = await open();
  const { client } = await join(port);
  const ended = disconnectOf(client);
  client.stream.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f, 0, 4]));
  expect((await ended).reasonCode).toBe(0x95);
  expect(taken).toEqual([]);
});

it('sends nothing that is larger than a client takes', async () => {
  const { broker, port } = await open();
  const { client } = await join(port, { properties: { maximumPacketSize: 100 } });
  await client.subscribeAsync('out/1/#', { qos: 1, properties: { subscriptionIdentifier: 7 } });
  const heard = new Promise((resolve) => client.once('message', (_topic, payload) => resolve(payload.length)));
  const send = (sizeBytes: number) => broker.publish({ topic: 'out/1/d', payload: Buffer.alloc(sizeBytes), qos: 1 });
  expect([await send(100), await send(50)]).toEqual([0, 1]);
  expect(await heard).toBe(50);
});

it('publishes the last will at once, because the session ends with the connection', async () => {
  const { port, taken } = await open();
  const will = { topic: 'in/1', payload: Buffer.from('gone'), qos: 1, retain: true } as const;
  const properties = { willDelayInterval: 3_600 };
  const { client } = await join(port, { will: { ...will, properties }, properties: { sessionExpiryInterval: 7_200 } });
  client.stream.destroy();
  await expect.poll(() => taken).toEqual([{ topic: 'in/1', body: 'gone' }]);
});

it.each([
  ['deleted', false, 0x98],
  ['stopped with the server', true, 0x8b],
])('says why the connection ends when the connector is %s', async (_name, stopping, code) => {
  let isStopping = false;
  const host = testKindHost(manifest, { isStopping: () => isStopping });
  const broker = await openBroker({ host });
  onTestFinished(() => broker.close());
  broker.seat({ connectorId: 1, accountId: 1, password: 'secret', inbox: { add: async () => {} } });
  const { client } = await join(host.portOf('mqtt') ?? 0);
  await client.publishAsync('in/1', 'x', { qos: 1 });
  const ended = disconnectOf(client);
  isStopping = stopping;
  broker.leave(1);
  expect((await ended).reasonCode).toBe(code);
});
