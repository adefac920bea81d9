import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectSecurely } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { testCertificate } from '../egress/testing/certificate.ts';
import { type FastPathUse, openFastPath, type ServeFastPath } from './fast-path.ts';
import { createRequestReader } from './request-reader.ts';

const call = (body: string, { path = '/short', headers = [] as readonly string[], method = 'POST' } = {}) =>
  [`${method} ${path} HTTP/1.1`, 'Host: here', `Content-Length: ${Buffer.byteLength(body)}`, ...headers, '', body].join(
    '\r\n',
  );

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Starts a server that echoes bodies and reports whether the fast path or Node's HTTP served them. */
async function start(serve?: ServeFastPath, { isSecure = false } = {}) {
  const usually: RequestListener = async (request, response) => {
    const answer = `usual ${await text(request)}`;
    response.writeHead(200, { 'content-length': Buffer.byteLength(answer) }).end(answer);
  };
  const server = isSecure ? createSecureServer(testCertificate, usually) : createServer(usually);
  servers.push(server);
  const echo: ServeFastPath = async ({ body }) => ({ status: 202, headers: { 'x-way': 's' }, body: `short ${body}` });
  const uses: FastPathUse[] = [];
  const way = openFastPath(server, isSecure ? 'secureConnection' : 'connection', {
    read: createRequestReader(['POST']),
    serve: (given) => (given.head.path === '/short' ? (serve ?? echo)(given) : undefined),
    onUse: (use) => uses.push(use),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, way, uses, port: (server.address() as AddressInfo).port };
}

/** Opens a connection, with a function that waits until the received text contains something. */
async function open(port: number, { isSecure = false } = {}) {
  const place = { port, host: '127.0.0.1', allowHalfOpen: true };
  const socket: Socket = isSecure ? connectSecurely({ ...place, rejectUnauthorized: false }) : connect(place);
  let heard = '';
  const ended = new Promise<void>((resolve) => socket.once('end', resolve));
  socket.on('data', (chunk) => {
    heard += chunk.toString();
  });
  await new Promise((resolve) => socket.once(isSecure ? 'secureConnect' : 'connect', resolve));
  return {
    socket,
    ended,
    heard: () => heard,
    hears: (part: string) => expect.poll(() => heard, { interval: 5 }).toContain(part),
  };
}

/** Waits until the event loop has polled all sockets. */
async function nextRound(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

describe('the fast path', () => {
  it('answers call after call on one connection, which stays open', async () => {
    const { port } = await start();
    const { socket, hears, heard } = await open(port);
    for (const body of ['one', 'zwölf']) {
      socket.write(call(body));
      await hears(`\r\n\r\nshort ${body}`);
    }
    expect(heard()).toMatch(
      /^HTTP\/1\.1 202 OK\r\nx-way: s\r\ncontent-length: 9\r\nDate: [^\r]+ GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=\d+\r\n\r\nshort one/,
    );
    expect(heard()).toContain('content-length: 12\r\n');
    socket.destroy();
  });

  it.each([
    ['in pieces', [call('whole').slice(0, 40), call('whole').slice(40)]],
    ['byte by byte', [...call('whole')]],
    ['to another route', [call('whole', { path: '/other' })]],
    ['in chunks', ['POST /short HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nwhole\r\n0\r\n\r\n']],
  ])('leaves what comes %s to Node, also on a connection that it has served, and for good', async (_name, pieces) => {
    const { port, uses } = await start();
    const { socket, hears, heard } = await open(port);
    socket.setNoDelay(true);
    socket.write(call('first'));
    await hears('short first');
    for (const piece of pieces) {
      await new Promise((resolve) => socket.write(piece, resolve));
      await nextRound();
    }
    await hears('usual whole');
    socket.write(call('last'));
    await hears('usual last');
    expect(heard().match(/HTTP\/1\.1/g)).toHaveLength(3);
    expect(uses).toEqual(['accepted', 'passed-on']);
    socket.destroy();
  });

  it('is there behind TLS too, with the way over to Node', async () => {
    const { port } = await start(undefined, { isSecure: true });
    const { socket, hears } = await open(port, { isSecure: true });
    socket.write(call('first'));
    await hears('short first');
    socket.write(call('second', { path: '/other' }));
    await hears('usual second');
    socket.destroy();
  });

  it('keeps the order of calls that come before the answer to the first', async () => {
    const gate = Promise.withResolvers<void>();
    const { port } = await start(async ({ body }) => {
      await gate.promise;
      return { status: 200, headers: {}, body: `short ${body}` };
    });
    const { socket, hears, heard } = await open(port);
    socket.write(call('one'));
    await nextRound();
    socket.write(call('two'));
    await nextRound();
    socket.write(call('three'));
    gate.resolve();
    await hears('three');
    expect(heard().match(/one|two|three/g)).toEqual(['one', 'two', 'three']);
    socket.destroy();
  });

  it('answers whoever has said that nothing more comes, and then ends', async () => {
    const { port } = await start();
    const { socket, ended, heard } = await open(port);
    socket.end(call('last'));
    await ended;
    expect(heard()).toContain('short last');
  });

  it('ends what is idle when the server closes, and answers what is under way before', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { server, way, port } = await start(async ({ body }) => {
      begun.resolve();
      await gate.promise;
      return { status: 200, headers: {}, body: `short ${body}` };
    });
    const [idle, busy] = [await open(port), await open(port)];
    busy.socket.write(call('busy'));
    await begun.promise;
    const closed = new Promise((resolve) => server.close(resolve));
    way.close();
    await idle.ended;
    gate.resolve();
    await busy.ended;
    expect(busy.heard()).toMatch(/Connection: close\r\n\r\nshort busy$/);
    for (const { socket } of [idle, busy]) socket.destroy();
    await closed;
  });

  it('lets nobody in who comes while it closes', async () => {
    const { way, port } = await start();
    way.close();
    const { socket, ended } = await open(port);
    await ended;
    socket.destroy();
  });

  it('survives callers that vanish before their answer', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { port } = await start(async ({ body }) => {
      begun.resolve();
      await gate.promise;
      return { status: 200, headers: {}, body: `short ${body}` };
    });
    const gone = await open(port);
    gone.socket.write(call('gone'));
    await begun.promise;
    gone.socket.resetAndDestroy();
    gate.resolve();
    const here = await open(port);
    here.socket.write(call('here'));
    await here.hears('short here');
    here.socket.destroy();
  });

  it('gives up connections on which nothing comes', async () => {
    const { server, port } = await start();
    server.keepAliveTimeout = 30;
    const { ended, socket } = await open(port);
    await ended;
    socket.destroy();
  });
});
