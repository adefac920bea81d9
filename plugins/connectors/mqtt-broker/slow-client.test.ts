import mqtt, { type MqttClient } from 'mqtt';
import { expect, it, onTestFinished } from 'vitest';
import { testKindHost } from '../../../apps/server/test/connectors/kind-host.ts';
import { openBroker } from './broker.ts';
import { manifest } from './manifest.ts';

async function open() {
  const host = testKindHost(manifest);
  const broker = await openBroker({ host });
  onTestFinished(() => broker.close());
  const clients = new Map<number, number>();
  for (const connectorId of [1, 2]) {
    const onClientCount = (count: number) => clients.set(connectorId, count);
    broker.seat({
      connectorId,
      accountId: connectorId,
      password: 'secret',
      inbox: { add: async () => {} },
      onClientCount,
    });
  }
  return { broker, clients, port: host.portOf('mqtt') ?? 0 };
}

async function join(port: number, connectorId: number): Promise<MqttClient> {
  const options = {
    username: String(connectorId),
    password: 'secret',
    protocolVersion: 5,
    reconnectPeriod: 0,
  } as const;
  const client = await mqtt.connectAsync({ host: '127.0.0.1', port, protocol: 'mqtt', ...options });
  onTestFinished(() => void client.end(true));
  await client.subscribeAsync(`out/${connectorId}/#`, { qos: 1 });
  return client;
}

it('messages to a client that reads nothing don’t delay those of other connectors', async () => {
  const { broker, clients, port } = await open();
  const deaf = await join(port, 1);
  deaf.stream.pause();
  const payload = () => Buffer.alloc(500_000, 'x');
  for (let sent = 0; sent < 400; sent += 1) {
    void broker.publish({ topic: 'out/1/d', payload: payload(), qos: 1 }).catch(() => {});
  }
  const other = await join(port, 2);
  const received = new Promise((resolve) => other.once('message', (_topic, message) => resolve(String(message))));
  expect(await broker.publish({ topic: 'out/2/d', payload: Buffer.from('hello'), qos: 1 })).toBe(1);
  expect(await received).toBe('hello');
  await expect
    .poll(() => [...clients])
    .toEqual([
      [1, 0],
      [2, 1],
    ]);
});
