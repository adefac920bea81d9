import { brotliCompressSync, gzipSync } from 'node:zlib';
import { dataOf } from '@stellwerk/contract/core/envelope';
import { textIdOf } from '@stellwerk/contract/core/id';
import { defineRoute, raw } from '@stellwerk/contract/core/route';
import { healthLive, healthReady, metrics, openApiDocument } from '@stellwerk/contract/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createDiskGuard } from '../health/disk.ts';
import { scopePaths } from '../tenancy/scope.store.ts';
import { handle } from './handle.ts';

const item = z.object({ id: z.int(), name: z.string() });
const base = { tag: 'test', summary: 'planted' } as const;
const read = defineRoute({
  ...base,
  method: 'GET',
  path: '/api/v1/things/{id}',
  permission: 'DigitalTwin.manage',
  params: z.object({ id: textIdOf('scope') }),
  query: z.object({ limit: z.coerce.number().int().max(5).optional() }),
  response: dataOf(item),
});
const broken = defineRoute({ ...base, method: 'GET', path: '/api/v1/broken', public: true, response: dataOf(item) });
const thrown = defineRoute({
  ...base,
  method: 'GET',
  path: '/api/v1/thrown',
  public: true,
  response: raw('text/plain'),
});
const loose = defineRoute({
  ...base,
  method: 'GET',
  path: '/api/v1/loose',
  public: true,
  query: z.looseObject({}),
  response: dataOf(z.object({})),
});
const take = defineRoute({
  ...base,
  method: 'POST',
  path: '/api/v1/take',
  public: true,
  ingest: true,
  body: z.object({ value: z.number(), note: z.string().optional() }),
  response: dataOf(z.object({})),
  status: 202,
});

let server: TestServer;
let freeRatio = 0.5;
beforeAll(async () => {
  const disk = await createDiskGuard({ dir: '.', measure: async () => freeRatio });
  server = await startTestServer({
    disk,
    extraGuards: [{ noun: 'scope', notFound: 'SCOPE_NOT_FOUND', seenWith: 'DigitalTwin.read', scopesOf: scopePaths }],
    extraRoutes: [
      // The handler returns an undeclared field, which must not leave the server.
      handle(read, async (_ctx, { params }) => ({ data: { id: params.id, name: 'x', secret: 'hidden' } })),
      handle(broken, async () => ({
        data: { id: 'not a number', name: 'x' } as unknown as { id: number; name: string },
      })),
      handle(thrown, async () => {
        throw new Error('password=hunter2');
      }),
      handle(loose, async () => ({ data: {} })),
      handle(take, async () => {
        await disk.refresh();
        return { data: {} };
      }),
    ],
  });
});
afterAll(() => server.close());

describe('the order of checks', () => {
  it('asks for a session first, then the permission, then the object, then the values', async () => {
    const reader = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const manager = await server.make.user({ permissions: ['DigitalTwin.manage'] });
    const get = (id: number, user?: typeof reader, limit = 99) =>
      server.call(read, { params: { id }, query: { limit } }, user ? { as: user } : {});
    expect((await get(1)).body.code).toBe('AUTH_TOKEN_NOT_FOUND');
    expect((await get(reader.account.scopeId, reader)).body.code).toBe('PERMISSION_DENIED');
    expect((await get(reader.account.scopeId, manager)).body.code).toBe('SCOPE_NOT_FOUND');
    expect((await get(manager.account.scopeId, manager)).body.code).toBe('PARAMETER_VALIDATION_ERROR');
    expect((await get(manager.account.scopeId, manager, 5)).status).toBe(200);
  });

  it('answers 403 instead of 404 to those who may read the object', async () => {
    const account = await server.make.account();
    const child = await server.make.account({ parent: account });
    const user = await server.make.user({ account, permissions: ['DigitalTwin.manage', '!InfluxDB.read'] });
    await server.database.pool.query(
      `update roles set permissions = '{DigitalTwin.read}' where id in (select role_id from user_roles where user_id = $1)`,
      [user.id],
    );
    await server.database.pool.query(
      `with r as (insert into roles (scope_id, name, permissions) values ($1, 'm', '{DigitalTwin.manage}') returning id)
       insert into user_roles select $2, $1, id from r`,
      [child.scopeId, user.id],
    );
    const answer = await server.call(read, { params: { id: account.scopeId }, query: {} }, { as: user });
    expect([answer.status, answer.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    expect((await server.call(read, { params: { id: child.scopeId }, query: {} }, { as: user })).status).toBe(200);
  });
});

describe('a parameter that a route does not declare', () => {
  const ask = async (url: string, headers = {}) => {
    const answer = await server.app.inject({ url, headers: { 'accept-language': 'en', ...headers } });
    return [answer.statusCode, answer.json().code, answer.json().message];
  };

  it('is refused with its name, also where the route declares no parameters at all', async () => {
    const { token, account } = await server.make.user({ permissions: ['DigitalTwin.manage'] });
    const refused = [400, 'PARAMETER_VALIDATION_ERROR', 'Some parameters are invalid: colour: This name is unknown'];
    const headers = { authorization: `Bearer ${token}` };
    expect(await ask(`/api/v1/things/${account.scopeId}?colour=red`, headers)).toEqual(refused);
    expect(await ask('/api/v1/broken?colour=red')).toEqual(refused);
    const [, , message] = await ask(`/api/v1/things/${account.scopeId}?limit=9&colour=red&size=1`, headers);
    expect(message).toBe(
      'Some parameters are invalid: limit: At most 5; colour: This name is unknown; size: This name is unknown',
    );
  });

  it('is accepted by routes that other systems call with parameters of their own', async () => {
    expect((await ask('/api/v1/loose?colour=red'))[0]).toBe(200);
  });
});

describe('an answer', () => {
  it('holds only what its schema declares', async () => {
    const user = await server.make.user({ permissions: ['all.manage'] });
    const answer = await server.call(read, { params: { id: user.account.scopeId }, query: {} }, { as: user });
    expect(answer.body).toEqual({ data: { id: user.account.scopeId, name: 'x' } });
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(answer.headers['x-request-id']).toBeTruthy();
  });

  it('is 500 without details when it does not fit, or the handler breaks', async () => {
    for (const route of [broken, thrown]) {
      const answer = await server.call(route, {}, { headers: { 'accept-language': 'en' } });
      expect(answer.status).toBe(500);
      expect(answer.body).toMatchObject({ code: 'INTERNAL_ERROR', message: 'An error occurred.', issues: [] });
      expect(JSON.stringify(answer.body)).not.toContain('hunter2');
    }
  });

  it('is 404 with a code for an unknown address, and the same with a trailing slash for a known one', async () => {
    const unknown = await server.app.inject('/api/v1/nothing');
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'ROUTE_NOT_FOUND']);
    expect((await server.app.inject('/health/live/')).statusCode).toBe(200);
  });

  it.each([
    ['broken JSON', '{"a":', 'application/json', 400, 'VALIDATION_ERROR'],
    ['a poisoned prototype', '{"__proto__":{"admin":true},"value":1}', 'application/json', 400, 'VALIDATION_ERROR'],
    [
      'a poisoned constructor',
      '{"constructor":{"prototype":{}},"value":1}',
      'application/json',
      400,
      'VALIDATION_ERROR',
    ],
    ['the character NUL', '{"value":1,"note":"a\\u0000b"}', 'application/json', 400, 'VALIDATION_ERROR'],
    ['a foreign media type', '<a/>', 'application/xml', 415, 'VALIDATION_ERROR'],
    [
      'more than a megabyte',
      JSON.stringify({ value: 'x'.repeat(1_100_000) }),
      'application/json',
      413,
      'PAYLOAD_TOO_LARGE',
    ],
  ])('refuses %s', async (_name, payload, type, status, code) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/take',
      payload,
      headers: { 'content-type': type },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  const takeEncoded = (payload: Buffer, encoding: string, type = 'application/json') =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/take',
      payload,
      headers: { 'content-type': type, 'content-encoding': encoding, 'accept-language': 'en' },
    });

  it.each(['snappy', 'compress', 'gzip, gzip'])('refuses the content encoding %s with 415', async (encoding) => {
    const answer = await takeEncoded(Buffer.from('{"value":1}'), encoding);
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'CONTENT_ENCODING_UNSUPPORTED']);
    expect(answer.json().message).toContain(`“${encoding}”`);
  });

  it('refuses a compressed form, whose parser reads the bytes as they come', async () => {
    const answer = await takeEncoded(gzipSync('--x--'), 'gzip', 'multipart/form-data; boundary=x');
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'CONTENT_ENCODING_UNSUPPORTED']);
  });

  it('reads compressed JSON, up to the same size as any other', async () => {
    const text = '{"value":1}';
    const answers = [
      await takeEncoded(gzipSync(text), 'gzip'),
      await takeEncoded(brotliCompressSync(text), 'br'),
      await takeEncoded(Buffer.from(text), 'identity'),
      await takeEncoded(Buffer.from(text), 'gzip'),
      await takeEncoded(gzipSync(JSON.stringify({ value: 'x'.repeat(1_100_000) })), 'gzip'),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 400, 413]);
  });
});

describe('a disk that is nearly full', () => {
  it('refuses data of devices with 503 and lets them in again later', async () => {
    const send = () => server.call(take, { body: { value: 1 } });
    expect((await send()).status).toBe(202);
    freeRatio = 0.04;
    await send();
    const refused = await send();
    expect([refused.status, refused.body.code]).toEqual([503, 'INGEST_DISK_NEARLY_FULL']);
    expect(refused.headers['retry-after']).toBeTruthy();
    const ready = await server.call(healthReady, {});
    expect([ready.status, ready.body.code]).toEqual([503, 'INGEST_DISK_NEARLY_FULL']);
    expect(ready.headers['retry-after']).toBeTruthy();
    expect((await server.call(healthLive, {})).status).toBe(200);
  });
});

describe('the system routes', () => {
  it('describe every declared call in OpenAPI 3.1', async () => {
    const { status, body } = await server.call(openApiDocument, {});
    const document = body as unknown as { openapi: string; paths: Record<string, Record<string, unknown>> };
    expect([status, document.openapi]).toEqual([200, '3.1.0']);
    const text = JSON.stringify(body);
    const references = [...text.matchAll(/"\$ref":"#([^"]*)"/g)].map(([, path = '']) => path);
    const resolve = (path: string) =>
      path
        .split('/')
        .slice(1)
        .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], body);
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((path) => resolve(path) === undefined)).toEqual([]);
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(server.routes.map(({ route }) => `${route.method} ${route.path}`).sort());
  });

  it('report that the process lives', async () => {
    expect((await server.call(healthLive, {})).body).toEqual({ status: 'ok' });
  });

  it('show figures to the machine itself and hide them behind a proxy and under a foreign name', async () => {
    const own = await server.call(metrics, {});
    expect(own.status).toBe(200);
    expect(String(own.body)).toContain('stellwerk_http_answer_seconds');
    const forwarded = await server.call(metrics, {}, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect([forwarded.status, forwarded.body.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
    const rebound = await server.call(metrics, {}, { headers: { host: 'evil.example' } });
    expect([rebound.status, rebound.body.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
  });
});
