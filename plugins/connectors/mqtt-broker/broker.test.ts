import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import type { RawMessage } from '@stellwerk/plugin/connector-server';
import mqtt, { type IClientOptions, type IConnackPacket, type MqttClient } from 'mqtt';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testKindHost } from '../../../apps/server/test/connectors/kind-host.ts';
import { type Broker, type BrokerOptions, openBroker, type RefusedSignIn } from './broker.ts';
import { manifest } from './manifest.ts';

interface Taken extends RawMessage {
  release(): void;
}

/** A broker with the connectors 1 and 2; messages wait until the test lets them go, unless it says otherwise. */
async function open(
  more: Omit<BrokerOptions, 'host'> & {
    waits?: boolean;
    isStopping?(): boolean;
    accountOf?(connectorId: number): number;
  } = {},
) {
  const { waits = false, isStopping = () => false, accountOf = (id) => id, ...options } = more;
  let strangers = 0;
  const countStranger = () => {
    strangers += 1;
  };
  const host = testKindHost(manifest, { isStopping, countStranger });
  const broker = { ...(await openBroker({ host, ...options })), port: host.portOf('mqtt') ?? 0 };
  onTestFinished(() => broker.close());
  const taken: Taken[] = [];
  const inbox = {
    add: (message: RawMessage) =>
      new Promise<void>((resolve) => {
        taken.push({ ...message, release: resolve });
        if (!waits) resolve();
      }),
  };
  const refused: (RefusedSignIn & { connectorId: number })[] = [];
  const counts: number[] = [];
  for (const connectorId of [1, 2]) {
    broker.seat({
      connectorId,
      accountId: accountOf(connectorId),
      password: `secret-${connectorId}`,
      inbox,
      onRefusedSignIn: (each) => void refused.push({ connectorId, ...each }),
      onClientCount: (count) => void (connectorId === 1 && counts.push(count)),
    });
  }
  return { broker, taken, refused, counts, strangers: () => strangers };
}

async function join({ port }: { port: number }, options: IClientOptions): Promise<MqttClient> {
  const client = mqtt.connect({ host: '127.0.0.1', port, protocol: 'mqtt', reconnectPeriod: 0, ...options });
  onTestFinished(() => void client.end(true));
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
  return client;
}
const publish = (broker: Broker, topic: string, text: string, qos: 0 | 1 | 2 = 1) =>
  broker.publish({ topic, payload: Buffer.from(text), qos });
const closeOf = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()));

const as = (connectorId: number, more: IClientOptions = {}) => ({
  username: String(connectorId),
  password: `secret-${connectorId}`,
  ...more,
});

describe('the broker', () => {
  it.each<[string, IClientOptions]>([
    ['no name', {}],
    ['a wrong password', { username: '1', password: 'secret-2' }],
    ['no password', { username: '1' }],
    ['an unknown connector', { username: '3', password: 'secret-1' }],
    ['a name that is no number', { username: '__proto__', password: 'secret-1' }],
    ['another spelling of a number', { username: '01', password: 'secret-1' }],
    ['a number in hexadecimal digits', { username: '0x1', password: 'secret-1' }],
  ])('refuses %s', async (_name, options) => {
    const { broker } = await open();
    await expect(join(broker, options)).rejects.toMatchObject({ code: 4 });
  });

  it('sends everybody away for now while the server stops, whatever their password', async () => {
    const { broker } = await open({ isStopping: () => true });
    await expect(join(broker, as(1))).rejects.toMatchObject({ code: 3 });
    await expect(join(broker, { username: '1', password: 'wrong' })).rejects.toMatchObject({ code: 3 });
  });

  it('refuses a client without a client id that wants its session kept', async () => {
    const { broker } = await open();
    // The library refuses to send this CONNECT: MQTT 3.1.1, flags for user, password and no clean session.
    const connect = Buffer.concat([
      Buffer.from([0, 4, ...Buffer.from('MQTT'), 4, 0xc0, 0, 60, 0, 0]),
      Buffer.from([0, 1, ...Buffer.from('1'), 0, 8, ...Buffer.from('secret-1')]),
    ]);
    const socket = connectSocket(broker.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const answered = once(socket, 'data');
    socket.write(Buffer.concat([Buffer.from([0x10, connect.length]), connect]));
    // CONNACK 2, identifier rejected.
    expect((await answered)[0]).toEqual(Buffer.from([0x20, 2, 0, 2]));
    await once(socket, 'close');
  });

  it('takes the connector’s own topics with what is in them', async () => {
    const { broker, taken } = await open();
    const client = await join(broker, as(1));
    await client.publishAsync('in/1', '{"id":"a"}', { qos: 1 });
    await client.publishAsync('in/1/x/y', 'text', { qos: 2 });
    expect(taken).toMatchObject([
      { topic: 'in/1', body: { id: 'a' } },
      { topic: 'in/1/x/y', body: 'text' },
    ]);
  });

  it.each(['in/2', 'in/12', 'in/2/x', 'out/1/d', 'other', '$SYS/x'])(
    'throws out whoever publishes to %s',
    async (topic) => {
      const { broker, taken } = await open();
      const client = await join(broker, as(1));
      const closed = closeOf(client);
      client.publish(topic, 'x', { qos: 1 });
      await closed;
      expect(taken).toEqual([]);
    },
  );

  it.each(['out/2/#', '#', 'out/#', 'out/+/d', 'in/1', '$SYS/#', 'out/12/d'])(
    'lets nobody listen to %s',
    async (topic) => {
      const { broker } = await open();
      const client = await join(broker, as(1));
      await expect(client.subscribeAsync(topic)).rejects.toThrow();
      expect(client.connected).toBe(true);
    },
  );

  it('acknowledges when a message is taken, not before, and in order', async () => {
    const { broker, taken } = await open({ waits: true });
    const client = await join(broker, as(1));
    const acknowledged: string[] = [];
    const sent = ['a', 'b', 'c'].map((name) =>
      client.publishAsync('in/1', name, { qos: 1 }).then(() => acknowledged.push(name)),
    );
    await expect.poll(() => taken.length).toBe(3);
    // A ping in between would be answered after the acknowledgements, had there been any.
    expect(acknowledged).toEqual([]);
    for (const { release } of taken) release();
    await Promise.all(sent);
    expect(acknowledged).toEqual(['a', 'b', 'c']);
  });

  it('takes the last will of a client that vanishes', async () => {
    const { broker, taken } = await open();
    const will = { topic: 'in/1/will', payload: Buffer.from('gone'), qos: 1, retain: true } as const;
    const client = await join(broker, as(1, { will }));
    client.stream.destroy();
    await expect.poll(() => taken).toMatchObject([{ topic: 'in/1/will', body: 'gone' }]);
  });

  it('keeps nothing for later: neither messages nor sessions', async () => {
    const { broker } = await open();
    const first = await join(broker, as(1, { clientId: 'd', clean: false }));
    await first.subscribeAsync('out/1/d', { qos: 1 });
    await first.publishAsync('in/1', 'x', { qos: 1, retain: true });
    await first.endAsync();
    expect(await publish(broker, 'out/1/d', 'lost')).toBe(0);
    const client = mqtt.connect({ host: '127.0.0.1', port: broker.port, clean: false, ...as(1, { clientId: 'd' }) });
    onTestFinished(() => void client.end(true));
    const connack = await new Promise<IConnackPacket>((resolve) => client.once('connect', resolve));
    expect(connack.sessionPresent).toBe(false);
  });

  it('sends downlinks to those who listen, and counts them', async () => {
    const { broker } = await open();
    const [own, foreign] = [await join(broker, as(1)), await join(broker, as(2))];
    await own.subscribeAsync('out/1/#', { qos: 1 });
    await foreign.subscribeAsync('out/2/#', { qos: 1 });
    const heard = new Promise<[string, string]>((resolve) =>
      own.once('message', (topic, payload) => resolve([topic, String(payload)])),
    );
    foreign.once('message', () => expect.fail('a foreign connector got it'));
    expect(await publish(broker, 'out/1/d', 'down')).toBe(1);
    expect(await heard).toEqual(['out/1/d', 'down']);
    expect(await publish(broker, 'out/1x', 'nobody')).toBe(0);
  });

  it('keeps clients of different connectors apart, although they are called alike', async () => {
    const { broker } = await open();
    const one = await join(broker, as(1, { clientId: 'same' }));
    const two = await join(broker, as(2, { clientId: 'same' }));
    await two.publishAsync('in/2', 'x', { qos: 1 });
    await one.publishAsync('in/1', 'x', { qos: 1 });
    expect([one.connected, two.connected]).toEqual([true, true]);
  });

  it('closes the connections of a connector that leaves, and lets it in no more', async () => {
    const { broker } = await open();
    const [one, two] = [await join(broker, as(1)), await join(broker, as(2))];
    const closed = closeOf(one);
    broker.leave(1);
    await closed;
    await expect(join(broker, as(1))).rejects.toMatchObject({ code: 4 });
    expect(two.connected).toBe(true);
  });

  it('counts the connections of all connectors of an account together', async () => {
    const { broker } = await open({ maxConnectionsOfAccount: 1, accountOf: () => 7 });
    const first = await join(broker, as(1));
    await expect(join(broker, as(2))).rejects.toMatchObject({ code: 3 });
    await first.endAsync();
    const joins = () =>
      join(broker, as(2)).then(
        () => true,
        () => false,
      );
    await expect.poll(joins).toBe(true);
  });

  it('has a limit of connections for each account', async () => {
    const { broker } = await open({ maxConnectionsOfAccount: 1 });
    const first = await join(broker, as(1));
    await expect(join(broker, as(1))).rejects.toMatchObject({ code: 3 });
    await join(broker, as(2));
    await first.endAsync();
    await expect
      .poll(() =>
        join(broker, as(1)).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  it('hangs up on whoever announces a packet that is too large', async () => {
    const { broker } = await open();
    const socket = connectSocket(broker.port, '127.0.0.1');
    const closed = once(socket, 'close');
    // A CONNECT of 256 MB.
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f, 0x00]));
    await closed;
  });

  it('survives nonsense', async () => {
    const { broker, taken } = await open();
    const socket = connectSocket(broker.port, '127.0.0.1');
    const closed = once(socket, 'close');
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await closed;
    const client = await join(broker, as(1));
    await client.publishAsync('in/1', Buffer.from([0xff]), { qos: 1 });
    expect(taken).toMatchObject([{ body: 'ff' }]);
  });

  it('says why it can’t listen', async () => {
    const { broker } = await open();
    const host = testKindHost(manifest, { ports: { MQTT_PORT: broker.port } });
    const reason = `127.0.0.1:${broker.port} EADDRINUSE (MQTT_PORT)`;
    await expect(openBroker({ host })).rejects.toMatchObject({
      reason: { code: 'BRIDGE_CONNECTION_FAILED', params: { reason } },
    });
  });
});

describe('the seat of a connector', () => {
  it('learns who was refused and why; other sign-ins are only counted', async () => {
    const { broker, refused, strangers } = await open({ maxConnectionsOfAccount: 1 });
    await join(broker, as(2));
    for (const options of [as(1, { password: 'wrong' }), as(2), { username: '7', password: 'x' }, {}]) {
      await expect(join(broker, options)).rejects.toThrow();
    }
    expect(refused).toEqual([
      { connectorId: 1, why: 'password', address: '127.0.0.1' },
      { connectorId: 2, why: 'connections', address: '127.0.0.1' },
    ]);
    expect(strangers()).toBe(2);
  });

  it('knows how many clients are connected', async () => {
    const { broker, counts } = await open();
    const first = await join(broker, as(1));
    await join(broker, as(1));
    await join(broker, as(2));
    first.stream.destroy();
    await expect.poll(() => counts).toEqual([1, 2, 1]);
  });

  it('keeps a place for another client after one left while it published elsewhere', async () => {
    const { broker, counts } = await open({ maxConnectionsOfAccount: 1 });
    const client = await join(broker, as(1, { protocolVersion: 5 }));
    await client.publishAsync('elsewhere', 'x', { qos: 1 }).catch(() => {});
    await expect(join(broker, as(1))).rejects.toThrow();
    await client.endAsync();
    await expect.poll(() => counts).toEqual([1, 0]);
    await join(broker, as(1));
  });
});

describe('a command', () => {
  it.each([0, 1, 2] as const)('arrives with QoS %i at a client that listens with QoS 2', async (qos) => {
    const { broker } = await open();
    const client = await join(broker, as(1));
    await client.subscribeAsync('out/1/#', { qos: 2 });
    const heard = new Promise((resolve) => client.once('message', (_topic, _payload, packet) => resolve(packet.qos)));
    expect(await publish(broker, 'out/1/d', 'on', qos)).toBe(1);
    expect(await heard).toBe(qos);
  });

  it('never exceeds the QoS that a client has asked for', async () => {
    const { broker } = await open();
    const client = await join(broker, as(1));
    await client.subscribeAsync('out/1/+/set', { qos: 1 });
    const heard = new Promise((resolve) => client.once('message', (_topic, _payload, packet) => resolve(packet.qos)));
    await publish(broker, 'out/1/d/set', 'on', 2);
    expect(await heard).toBe(1);
  });
});

describe('clients that misbehave', () => {
  it('may subscribe to a hundred filters, none of them endless', async () => {
    const { broker } = await open();
    const client = await join(broker, as(1));
    await client.subscribeAsync(Array.from({ length: 100 }, (_, number) => `out/1/${number}`));
    await expect(client.subscribeAsync('out/1/100')).rejects.toThrow();
    await client.subscribeAsync('out/1/99');
    await client.unsubscribeAsync('out/1/99');
    await expect(client.subscribeAsync(`out/1/${'x'.repeat(1_000)}`)).rejects.toThrow();
    await client.subscribeAsync('out/1/100');
  });

  it('may unsubscribe from names that every object has', async () => {
    const { broker } = await open();
    const client = await join(broker, as(1));
    for (const topic of ['constructor', '__proto__', 'toString']) await client.unsubscribeAsync(topic);
    expect(client.connected).toBe(true);
  });

  it('may release a QoS 2 message twice', async () => {
    const { broker, taken } = await open();
    const client = await join(broker, as(1));
    const released = new Promise<void>((resolve) => {
      let count = 0;
      client.on('packetreceive', ({ cmd }) => {
        if (cmd === 'pubcomp') count += 1;
        if (count === 2) resolve();
      });
    });
    const message = Buffer.from([0x34, 9, 0, 4, ...Buffer.from('in/1'), 0, 9, 0x78]);
    const release = Buffer.from([0x62, 2, 0, 9]);
    client.stream.write(message);
    await expect.poll(() => taken).toHaveLength(1);
    client.stream.write(Buffer.concat([release, release]));
    await released;
    expect(client.connected).toBe(true);
  });

  it('can’t fill the memory with QoS 2 messages that they never release', async () => {
    const { broker, taken } = await open();
    const client = await join(broker, as(1));
    const closed = closeOf(client);
    for (let id = 1; id <= 1_001; id += 1) {
      client.stream.write(Buffer.from([0x34, 9, 0, 4, ...Buffer.from('in/1'), id >> 8, id & 255, 0x78]));
    }
    await closed;
    expect(taken.length).toBeGreaterThanOrEqual(1_000);
  });
});
