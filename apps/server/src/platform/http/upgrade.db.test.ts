import { type AddressInfo, connect } from 'node:net';
import { livePath } from '@stellwerk/contract/live';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Config } from '../config/config.ts';

async function start(httpFastPath: Config['httpFastPath']) {
  const config = { trustProxy: [], publicUrl: undefined, tls: undefined, metricsToken: undefined, httpFastPath };
  const server = await startTestServer({ config });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  return server;
}

const connectionsOf = ({ app }: TestServer) =>
  new Promise<number>((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/** Sends bytes without ending its own side. Resolves with the text that the server sent before it ended the connection. */
function send({ app }: TestServer, bytes: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const finish = () => {
      resolve(heard);
      socket.destroy();
    };
    socket
      .on('data', (chunk) => {
        heard += chunk.toString();
      })
      // The server does not read the rest of a big body that it has refused.
      .on('error', finish)
      .on('end', finish)
      .write(bytes);
  });
}

const websocket = ['Connection: Upgrade', 'Upgrade: websocket'];
const handshake = [...websocket, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
const h2c = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'];

function requestOf(line: string, headers: readonly string[], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${body.length}`];
  return [`${line} HTTP/1.1`, 'Host: here', ...headers, ...length, '', body].join('\r\n');
}

const requests: [name: string, bytes: string, status: number][] = [
  ['a raw route', requestOf('POST /api/v1/webhook/1', websocket, '{}'), 401],
  ['a raw route with a big body', requestOf('POST /api/v1/webhook/1', websocket, 'x'.repeat(300_000)), 401],
  ['a raw route by another method', requestOf('DELETE /api/v1/webhook/1', handshake), 404],
  ['a public route', requestOf('GET /health/live', handshake), 200],
  ['a public route with a body', requestOf('POST /api/v1/auth/login', websocket, '{}'), 415],
  ['a route that needs a login', requestOf('GET /api/v1/digitaltwin', handshake), 401],
  ['an unknown path', requestOf('GET /x', handshake), 404],
  ['a path that cannot be decoded', requestOf('GET /%', handshake), 400],
  ['a public route as h2c', requestOf('GET /health/live', h2c), 200],
  ['a raw route as h2c', requestOf('POST /api/v1/webhook/1', h2c, '{}'), 401],
  ['the live connection without a login', requestOf(`GET ${livePath}`, handshake), 401],
  ['the live connection with a body', requestOf(`GET ${livePath}`, handshake, '{}'), 401],
  ['the live connection as h2c', requestOf(`GET ${livePath}`, h2c), 401],
  ['the live connection by another method', requestOf(`POST ${livePath}`, handshake, '{}'), 404],
];

describe.each(['on', 'off'] as const)('a request to switch protocols, with HTTP_FAST_PATH=%s', (httpFastPath) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start(httpFastPath);
  });
  afterAll(() => server.close());

  it.each(requests)('to %s is answered, and its connection is closed', async (_name, bytes, status) => {
    expect(await send(server, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    await expect.poll(() => connectionsOf(server)).toBe(0);
  });

  it('by CONNECT is closed without an answer', async () => {
    expect(await send(server, 'CONNECT here:443 HTTP/1.1\r\nHost: here\r\n\r\n')).toBe('');
    await expect.poll(() => connectionsOf(server)).toBe(0);
  });

  it('leaves nothing that the app waits for when it closes', async () => {
    for (const [, bytes] of requests) await send(server, bytes);
    await server.app.close();
    expect(await connectionsOf(server)).toBe(0);
  });
});
