import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dataOf } from '@stellwerk/contract/core/envelope';
import { defineRoute, raw } from '@stellwerk/contract/core/route';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError, createApi, isUnreachable } from './api.ts';

const echo = defineRoute({
  method: 'POST',
  path: '/api/v1/things/{id}',
  tag: 'test',
  summary: 'Answers what it was sent',
  public: true,
  params: z.object({ id: z.string() }),
  query: z.object({ tag: z.array(z.string()).optional(), search: z.string().optional() }),
  body: z.object({ title: z.string() }),
  response: dataOf(z.object({ url: z.string(), body: z.string(), language: z.string(), type: z.string() })),
});

const download = defineRoute({
  method: 'GET',
  path: '/api/v1/file',
  tag: 'test',
  summary: 'A file',
  public: true,
  response: raw('text/csv'),
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let base: string;
let handler: Handler;
let reached: string[];

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const api = () =>
  createApi({
    fetch: (path, init) => fetch(`${base}${path}`, init),
    language: () => 'en',
    text: (code) => `text of ${code}`,
    credentials: 'same-origin',
    onReached: () => reached.push('reached'),
    onUnreachable: () => reached.push('unreachable'),
  });

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}`);
  return error;
}

beforeEach(async () => {
  reached = [];
  server = createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const wired = defineRoute({
  method: 'POST',
  path: '/api/v1/wired',
  tag: 'test',
  summary: 'Has another name on the wire',
  public: true,
  query: z.object({ place: z.string(), sort: z.string() }),
  body: z.object({ place: z.string() }),
  response: dataOf(z.array(z.object({ place: z.string() }))),
  wire: { fields: { place: 'site' }, columns: ['sort'] },
});

describe('call of a route with names of its own on the wire', () => {
  const input = { query: { place: 'a', sort: '-place' }, body: { place: 'b' } };

  it('sends and reads those names', async () => {
    let sent: unknown[] = [];
    handler = async (request, response) => {
      sent = [request.url, await bodyOf(request)];
      json(response, 200, { data: [{ site: 'c' }] });
    };
    expect(await api()(wired, input)).toEqual({ data: [{ place: 'c' }] });
    expect(sent).toEqual(['/api/v1/wired?site=a&sort=-site', '{"site":"b"}']);
  });

  it('names refused fields in our words, for the form', async () => {
    const issues = [{ path: 'site', code: 'required', message: 'Required.' }];
    const body = { code: 'VALIDATION_ERROR', message: 'Invalid.', params: {}, issues, requestId: '1' };
    handler = (_request, response) => json(response, 400, body);
    expect((await errorOf(api()(wired, input))).issues).toMatchObject([{ path: 'place' }]);
  });
});

describe('call', () => {
  it('sends path, query, body and language, and returns the body of the response', async () => {
    handler = async (request, response) => {
      json(response, 200, {
        data: {
          url: request.url,
          body: await bodyOf(request),
          language: request.headers['accept-language'],
          type: request.headers['content-type'],
        },
      });
    };
    const answer = await api()(echo, {
      params: { id: 'a/b c' },
      query: { tag: ['x', 'y'], search: undefined },
      body: { title: 'Ü' },
    });
    expect(answer.data).toEqual({
      url: '/api/v1/things/a%2Fb%20c?tag=x&tag=y',
      body: '{"title":"Ü"}',
      language: 'en',
      type: 'application/json',
    });
    expect(reached).toEqual(['reached']);
  });

  it('returns a blob where the route is not JSON', async () => {
    handler = (_, response) => response.writeHead(200, { 'content-type': 'text/csv' }).end('a;b');
    const blob = await api()(download);
    expect(await blob.text()).toBe('a;b');
  });

  it("throws the server's error with its code, text, issues and request id", async () => {
    const issues = [{ path: 'title', code: 'required', message: 'Required' }];
    handler = (_, response) =>
      json(response, 400, { code: 'VALIDATION_ERROR', message: 'Check it', params: {}, issues, requestId: 'r-7' });
    const error = await errorOf(api()(echo, { params: { id: '1' }, body: { title: '' } }));
    expect(error).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      message: 'Check it',
      issues,
      requestId: 'r-7',
    });
    expect(isUnreachable(error)).toBe(false);
    expect(reached).toEqual(['reached']);
  });

  it('replaces the error page of a proxy with its own text and counts the server as unreachable', async () => {
    handler = (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    const error = await errorOf(api()(download));
    expect(error).toMatchObject({ status: 502, code: 'SERVICE_UNAVAILABLE', message: 'text of SERVICE_UNAVAILABLE' });
    expect(isUnreachable(error)).toBe(true);
    expect(reached).toEqual(['unreachable']);
  });

  it('does not count the server as unreachable when a third party was', async () => {
    const body = { code: 'BRIDGE_CONNECTION_LOST', message: 'Lost', params: {}, issues: [], requestId: 'r-8' };
    handler = (_, response) => json(response, 502, body);
    const error = await errorOf(api()(download));
    expect(error).toMatchObject({ status: 502, code: 'BRIDGE_CONNECTION_LOST' });
    expect(isUnreachable(error)).toBe(false);
    expect(reached).toEqual(['reached']);
  });

  it('distinguishes a dead connection from a slow server', async () => {
    handler = (request) => request.socket.destroy();
    expect(await errorOf(api()(download))).toMatchObject({ status: 0, code: 'NETWORK_ERROR' });
    handler = () => undefined;
    expect(await errorOf(api()(download, {}, { timeoutMs: 50 }))).toMatchObject({ status: 0, code: 'TIMEOUT' });
    expect(reached).toEqual(['unreachable', 'unreachable']);
  });

  it('times out when a response begins but does not end', async () => {
    handler = (_, response) => response.writeHead(200, { 'content-type': 'text/csv' }).write('a');
    expect(await errorOf(api()(download, {}, { timeoutMs: 50 }))).toMatchObject({ code: 'TIMEOUT' });
  });

  it("passes the caller's abort on unchanged", async () => {
    const controller = new AbortController();
    handler = () => controller.abort();
    await expect(api()(download, {}, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(reached).toEqual([]);
  });
});
