import { dataOf } from '@stellwerk/contract/core/envelope';
import { idOf, textIdOf } from '@stellwerk/contract/core/id';
import { defineRoute, type Route } from '@stellwerk/contract/core/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scopePaths } from '../src/features/access/index.ts';
import { fail } from '../src/platform/errors/app-error.ts';
import { handle } from '../src/platform/http/handle.ts';
import type { ScopedGuard } from '../src/platform/http/nouns.ts';
import { findLeaks } from './isolation.ts';
import { nounFactories } from './noun-factories.ts';
import { startTestServer, type TestServer } from './server.ts';

const okay = dataOf(z.object({ done: z.literal(true) }));
const done = async () => ({ data: { done: true as const } });

const base = { tag: 'test', summary: 'planted', response: okay } as const;
const inPath = defineRoute({
  ...base,
  method: 'GET',
  path: '/api/v1/planted/{id}',
  permission: 'UserManagement.read',
  params: z.object({ id: textIdOf('scope') }),
});
const inBody = defineRoute({
  ...base,
  method: 'POST',
  path: '/api/v1/planted',
  permission: 'UserManagement.manage',
  body: z.object({ name: z.string(), list: z.array(z.object({ scopeId: idOf('scope').nullable() })) }),
});

const guard: ScopedGuard = {
  noun: 'scope',
  notFound: 'SCOPE_NOT_FOUND',
  seenWith: 'UserManagement.read',
  scopesOf: scopePaths,
};
/** What a forgotten check looks like: every object seems to lie in the caller's own scope. */
const blindGuard = (path: () => string): ScopedGuard => ({
  ...guard,
  scopesOf: async (_db, ids) => new Map(ids.map((id) => [id, path()])),
});

describe('every declared route', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  // One test for each part of the table, because all spellings of all ids take longer than one test may.
  it.each([0, 1, 2, 3])('shows no foreign object in any spelling, to nobody without permission (%i)', async (part) => {
    const routes = server.routes.filter((_, index) => index % 4 === part);
    expect(await findLeaks(server, routes, nounFactories)).toEqual([]);
  });
});

describe('the search for leaks', () => {
  it('is content with guarded ids in path and body', async () => {
    const routes = [handle(inPath, done), handle(inBody, done)];
    const server = await startTestServer({ extraRoutes: routes, extraGuards: [guard] });
    expect(await findLeaks(server, routes, nounFactories)).toEqual([]);
    await server.close();
  });

  it('finds a route whose guard does not look at the object', async () => {
    const routes = [handle(inPath, done), handle(inBody, done)];
    let path = '';
    const server = await startTestServer({ extraRoutes: routes, extraGuards: [blindGuard(() => path)] });
    const account = await server.make.account();
    path = account.scopePath;
    server.make.account = async () => account;
    const leaks = await findLeaks(server, routes, nounFactories);
    expect(leaks).toContain('GET /api/v1/planted/{id}: a foreign scope in params.id answers 200');
    expect(leaks).toContain('POST /api/v1/planted: a foreign scope in body.list.*.scopeId answers 400');
    await server.close();
  });

  it('finds a route that skips the gate and knows only the plain spelling of an id', async () => {
    const lax = z.object({ id: z.coerce.number().int().positive().meta({ 'x-noun': 'scope' }) });
    const skipping = handle(
      defineRoute({ ...inPath, params: lax, crossAccount: 'planted' }),
      async (_ctx, _input, { request }) => {
        if (/^\/api\/v1\/planted\/\d{1,15}$/.test(request.url)) fail('SCOPE_NOT_FOUND');
        return done();
      },
    );
    const server = await startTestServer({ extraRoutes: [skipping], extraGuards: [guard] });
    const guarded = { ...skipping, route: { ...skipping.route, crossAccount: undefined } as Route };
    const leaks = (await findLeaks(server, [guarded], nounFactories)).join('\n');
    for (const spelled of ['.0"', 'e0"', '"+', '" ', '"0x', '"0b', '"0000000000000000']) {
      expect(leaks).toMatch(
        new RegExp(`a foreign scope in params.id, spelled .*${RegExp.escape(spelled)}.*, answers 200`),
      );
    }
    await server.close();
  });

  it('finds a body that is read in other spellings, although the call is refused for another field', async () => {
    const id = z.coerce.number().int().positive().meta({ 'x-noun': 'scope' });
    const body = z.object({ name: z.string(), scopeId: id });
    const skipping = handle(defineRoute({ ...inBody, body, crossAccount: 'planted' }), done);
    const server = await startTestServer({ extraRoutes: [skipping], extraGuards: [guard] });
    const guarded = { ...skipping, route: { ...skipping.route, crossAccount: undefined } as Route };
    const leaks = (await findLeaks(server, [guarded], nounFactories)).join('\n');
    expect(leaks).toMatch(/a foreign scope in body.scopeId, spelled .*e0.*, answers 400/);
    await server.close();
  });

  it('finds nothing where the schema of a guarded route takes other spellings: the gate checks parsed ids', async () => {
    const lax = z.object({ id: z.coerce.number().int().positive().meta({ 'x-noun': 'scope' }) });
    const routes = [handle(defineRoute({ ...inPath, params: lax }), done)];
    const server = await startTestServer({ extraRoutes: routes, extraGuards: [guard] });
    expect(await findLeaks(server, routes, nounFactories)).toEqual([]);
    await server.close();
  });

  it('finds a route that answers without a permission', async () => {
    const open = handle(defineRoute({ ...base, method: 'GET', path: '/api/v1/open', permission: 'login' }), done);
    const server = await startTestServer({ extraRoutes: [open] });
    const guarded = { ...open, route: { ...open.route, permission: 'UserManagement.read' as const } };
    const leaks = await findLeaks(server, [guarded], nounFactories);
    expect(leaks).toEqual(['GET /api/v1/open: without the permission answers 200']);
    await server.close();
  });
});

describe('start', () => {
  const starting = (route: ReturnType<typeof defineRoute>) => startTestServer({ extraRoutes: [handle(route, done)] });

  it('refuses a route with neither permission nor public', async () => {
    const route = defineRoute({ ...base, method: 'GET', path: '/api/v1/forgotten' });
    await expect(starting(route)).rejects.toThrow('declares neither a permission nor public');
  });

  it('refuses an id that names no noun', async () => {
    const params = z.object({ deviceId: z.coerce.number().int() });
    const route = defineRoute({ ...base, method: 'GET', path: '/api/v1/x/{deviceId}', permission: 'login', params });
    await expect(starting(route)).rejects.toThrow('params.deviceId is an id without idOf');
  });

  it('refuses an id of a noun that has no guard', async () => {
    const route = defineRoute({ ...inPath, params: z.object({ id: textIdOf('file') }) });
    await expect(starting(route)).rejects.toThrow('no guard is registered for the noun file');
  });
});
