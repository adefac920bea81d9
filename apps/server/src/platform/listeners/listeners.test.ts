import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { ListenerDeclaration } from '@stellwerk/plugin/listener';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testCertificate } from '../egress/testing/certificate.ts';
import { parseListeners } from './declared.ts';
import { createListeners, type ListenersOptions } from './listeners.ts';

const declared: ListenerDeclaration[] = [
  { name: 'plain', transport: 'tcp', defaultPort: 4001, setting: 'PLAIN_PORT' },
  { name: 'polite', transport: 'tcp', defaultPort: 4001, setting: 'POLITE_PORT', answersWhileStopping: true },
  { name: 'secure', transport: 'tls', defaultPort: 4002, setting: 'SECURE_PORT' },
  { name: 'datagrams', transport: 'udp', defaultPort: 4003, setting: 'DATAGRAMS_PORT' },
  { name: 'rare', transport: 'tcp', setting: 'RARE_PORT' },
];

function create(options: Partial<ListenersOptions> = {}) {
  const listeners = createListeners({
    declared,
    host: '127.0.0.1',
    ports: {},
    tls: undefined,
    isStopping: () => false,
    log: { debug() {}, warn() {} },
    ...options,
  });
  onTestFinished(() => listeners.close());
  return listeners;
}

async function connect(port: number): Promise<Socket> {
  const socket = connectSocket(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

function datagramClient(port: number) {
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  const answers: string[] = [];
  socket.on('message', (datagram) => answers.push(String(datagram)));
  return { answers, send: (text: string) => socket.send(text, port, '127.0.0.1') };
}

describe('the port of a listener', () => {
  it('is the one of its setting, else any free one', async () => {
    const listeners = create({ ports: { DATAGRAMS_PORT: 4999, RARE_PORT: 5999 } });
    expect(['datagrams', 'rare', 'plain'].map(listeners.portOf)).toEqual([4999, 5999, 0]);
    const { port } = await listeners.listen('plain', () => {});
    expect(port).toBeGreaterThan(0);
    expect(listeners.portOf('plain')).toBe(port);
  });

  it('is off without a default, and for TLS without a certificate', async () => {
    const listeners = create();
    expect(['rare', 'secure'].map(listeners.portOf)).toEqual([undefined, undefined]);
    await expect(listeners.listen('rare', () => {})).rejects.toMatchObject({ setting: 'RARE_PORT', code: undefined });
  });

  it('that is taken is an error that names its setting', async () => {
    const { port } = await create().listen('plain', () => {});
    const second = create({ ports: { PLAIN_PORT: port } }).listen('plain', () => {});
    const expected = { setting: 'PLAIN_PORT', address: `127.0.0.1:${port}`, code: 'EADDRINUSE' };
    await expect(second).rejects.toMatchObject(expected);
    const { port: taken } = await create().listenUdp('datagrams', () => {});
    const other = create({ ports: { DATAGRAMS_PORT: taken } }).listenUdp('datagrams', () => {});
    await expect(other).rejects.toMatchObject({ setting: 'DATAGRAMS_PORT', code: 'EADDRINUSE' });
  });

  it('can’t be opened when the manifest does not declare it, or over another transport', async () => {
    const listeners = create();
    await expect(listeners.listen('else', () => {})).rejects.toThrow('declares no listener else');
    await expect(listeners.listen('datagrams', () => {})).rejects.toThrow('declares no listener datagrams over tcp');
    expect(() => parseListeners([{ ...declared[0], setting: 'PATH' }])).toThrow();
  });
});

describe('a listener for connections', () => {
  it('hands them over, and closes them with itself', async () => {
    const listeners = create();
    const { port, stopAccepting } = await listeners.listen('plain', (socket) => socket.write('hello'));
    const socket = await connect(port);
    expect(String((await once(socket, 'data'))[0])).toBe('hello');
    stopAccepting();
    const refused = connectSocket(port, '127.0.0.1');
    expect((await once(refused, 'error'))[0]).toMatchObject({ code: 'ECONNREFUSED' });
    const closed = once(socket, 'close');
    await listeners.close();
    await closed;
    await listeners.listen('plain', () => {});
  });

  it('is encrypted with the certificate of the installation where it is declared so', async () => {
    const { cert, key } = testCertificate;
    const listeners = create({ tls: { cert: Buffer.from(cert), key: Buffer.from(key) } });
    const { port } = await listeners.listen('secure', (socket) => socket.write('secret'));
    // A handshake that never comes must not delay the close.
    const silent = await connect(port);
    const socket = connectSecurely({ host: '127.0.0.1', port, ca: cert, servername: 'service.example.test' });
    expect(String((await once(socket, 'data'))[0])).toBe('secret');
    const closed = Promise.all([once(socket, 'close'), once(silent, 'close')]);
    await listeners.close();
    await closed;
  });

  it('closes one whose handler fails, and goes on', async () => {
    let count = 0;
    const { port } = await create().listen('plain', (socket) => {
      count += 1;
      if (count === 1) throw new Error('a bug');
      socket.write('fine');
    });
    await once(await connect(port), 'close');
    expect(String((await once(await connect(port), 'data'))[0])).toBe('fine');
  });

  it('refuses those beyond the limit', async () => {
    const { port } = await create({ limits: { connections: 1 } }).listen('plain', (socket) => socket.write('in'));
    const first = await connect(port);
    await once(first, 'data');
    await once(
      connectSocket(port, '127.0.0.1').on('error', () => {}),
      'close',
    );
    expect(first.destroyed).toBe(false);
  });

  it('refuses new ones while the server stops, unless the kind answers them itself', async () => {
    const listeners = create({ isStopping: () => true });
    const { port } = await listeners.listen('plain', () => expect.fail('handed over'));
    await once(
      connectSocket(port, '127.0.0.1').on('error', () => {}),
      'close',
    );
    const polite = await listeners.listen('polite', (socket) => socket.write('later'));
    expect(String((await once(await connect(polite.port), 'data'))[0])).toBe('later');
  });
});

describe('a listener for datagrams', () => {
  it('answers the sender, goes on after a failure, and is closed with the others', async () => {
    const listeners = create();
    const { port } = await listeners.listenUdp('datagrams', async (datagram, peer) => {
      if (String(datagram) === 'bug') throw new Error('a bug');
      await peer.reply(Buffer.from(`${datagram}!`));
    });
    const client = datagramClient(port);
    client.send('bug');
    client.send('one');
    await expect.poll(() => client.answers).toEqual(['one!']);
    await listeners.close();
    const again = create({ ports: { DATAGRAMS_PORT: port } });
    expect((await again.listenUdp('datagrams', () => {})).port).toBe(port);
  });

  it('drops what comes while too many are in work, and what comes while the server stops', async () => {
    let isStopping = false;
    let dropped = 0;
    const held = Promise.withResolvers<void>();
    const seen: string[] = [];
    const log = {
      debug() {
        dropped += 1;
      },
      warn() {},
    };
    const listeners = create({ isStopping: () => isStopping, limits: { pendingDatagrams: 1 }, log });
    const { port } = await listeners.listenUdp('datagrams', async (datagram, peer) => {
      seen.push(String(datagram));
      await held.promise;
      await peer.reply(datagram);
    });
    const client = datagramClient(port);
    client.send('first');
    client.send('too many');
    await expect.poll(() => dropped).toBe(1);
    held.resolve();
    await expect.poll(() => client.answers).toEqual(['first']);
    isStopping = true;
    client.send('late');
    await expect.poll(() => dropped).toBe(2);
    expect(seen).toEqual(['first']);
  });
});
