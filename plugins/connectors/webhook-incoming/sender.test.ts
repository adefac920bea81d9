import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { ConnectorProblem, type JsonValue } from '@stellwerk/plugin/connector-server';
import { afterEach, describe, expect, it } from 'vitest';
import { testCertificate } from '../../../apps/server/src/platform/egress/testing/certificate.ts';
import { sender } from './sender.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(answer: RequestListener, tls: { cert: string; key: string } | undefined): Promise<string> {
  const server = tls ? createServer(tls, answer) : createPlainServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return `http${tls ? 's' : ''}://127.0.0.1:${address.port}`;
}

const connector = {
  id: 7,
  options: {},
  secrets: { key: 'secret' },
  endpoints: [{ name: 'url', value: 'https://elsewhere.example.test/api/v1/webhook/7' }],
};

const open = (httpUrl: string, certificate?: string) =>
  sender.open(
    { httpUrl, certificate: certificate ? Buffer.from(certificate) : undefined, host: '127.0.0.1' },
    connector,
  );

const messages = (count: number, padding = ''): JsonValue[] =>
  Array.from({ length: count }, (_, index) => ({ id: `d${index}`, payload: padding }));

describe('the sender of webhooks', () => {
  it('posts to this program, wherever the public address points, and counts what was taken', async () => {
    const seen: unknown[] = [];
    const url = await listen(async (request, response) => {
      const body = JSON.parse(await text(request));
      seen.push([request.method, request.url, request.headers['x-api-key'], body.length]);
      response
        .writeHead(202)
        .end(JSON.stringify({ data: { accepted: body.length - 1, rejected: 1, dropped: 0, errors: [] } }));
    }, undefined);
    const opened = open(url);
    expect(await opened.send(messages(3))).toEqual({ accepted: 2, refused: 1 });
    expect(seen).toEqual([['POST', '/api/v1/webhook/7', 'secret', 3]]);
    await opened.close();
    await opened.close();
  });

  it('divides what is too large for one call', async () => {
    const sizes: number[] = [];
    const url = await listen(async (request, response) => {
      const body = await text(request);
      sizes.push(Buffer.byteLength(body));
      const { length } = JSON.parse(body);
      response.writeHead(202).end(JSON.stringify({ data: { accepted: length, rejected: 0, dropped: 0, errors: [] } }));
    }, undefined);
    const opened = open(url);
    expect(await opened.send(messages(30, 'ü'.repeat(50_000)))).toEqual({ accepted: 30, refused: 0 });
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_048_576);
    await opened.close();
  });

  it('trusts the certificate of this program alone, whatever host it names', async () => {
    const taken: RequestListener = (_request, response) =>
      response.writeHead(202).end(JSON.stringify({ data: { accepted: 1, rejected: 0, dropped: 0, errors: [] } }));
    const url = await listen(taken, testCertificate);
    const own = open(url, testCertificate.cert);
    expect(await own.send(messages(1))).toEqual({ accepted: 1, refused: 0 });
    await own.close();
    const stranger = open(url);
    await expect(stranger.send(messages(1))).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    await stranger.close();
  });

  it.each([
    [401, {}, 'WEBHOOK_UNAUTHORISED', undefined],
    [503, { code: 'INGEST_BUSY' }, 'INGEST_BUSY', 7_000],
    [500, {}, 'BRIDGE_HTTP_STATUS', undefined],
  ])('says what a %i means', async (status, body, code, afterMs) => {
    const url = await listen((_request, response) => {
      response.writeHead(status, { 'retry-after': '7' }).end(JSON.stringify(body));
    }, undefined);
    const opened = open(url);
    const problem = await opened.send(messages(1)).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(ConnectorProblem);
    expect(problem).toMatchObject({ reason: { code }, retry: afterMs === undefined ? {} : { afterMs } });
    await opened.close();
  });
});
