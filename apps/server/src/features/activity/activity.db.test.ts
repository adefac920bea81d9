import { randomBytes } from 'node:crypto';
import { exportActivity, listActivity } from '@stellwerk/contract/activity';
import { dataOf } from '@stellwerk/contract/core/envelope';
import { textIdOf } from '@stellwerk/contract/core/id';
import { defineRoute } from '@stellwerk/contract/core/route';
import { login } from '@stellwerk/contract/session';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addressOf } from '../../../test/connectors/peers.ts';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { handle } from '../../platform/http/handle.ts';
import { scopePaths } from '../../platform/tenancy/scope.store.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { createApiKey } from '../api-keys/index.ts';
import { recordActivity } from './activity.store.ts';
import { activity } from './activity.table.ts';

const rename = defineRoute({
  method: 'PUT',
  path: '/api/v1/planted/{id}',
  tag: 'test',
  summary: 'planted',
  permission: 'UserManagement.manage',
  params: z.object({ id: textIdOf('scope') }),
  body: z.object({ name: z.string() }),
  response: dataOf(z.object({})),
});

/** Resolves once the client of the slow call has disconnected. */
const hungUp = Promise.withResolvers<void>();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    extraGuards: [
      { noun: 'scope', notFound: 'SCOPE_NOT_FOUND', seenWith: 'UserManagement.read', scopesOf: scopePaths },
    ],
    extraRoutes: [
      handle(rename, async (ctx, { params, body }) => {
        await ctx.db.update(scopes).set({ name: body.name }).where(eq(scopes.id, params.id));
        if (body.name === 'slow') await hungUp.promise;
        if (body.name === 'taken') fail('SCOPE_CREATE_DUPLICATE_ENTRY');
        ctx.activity.details = { name: body.name };
        return { data: {} };
      }),
    ],
  });
});
afterAll(() => server.close());

const entriesOf = (userId: number) =>
  server.database.db.select().from(activity).where(eq(activity.userId, userId)).orderBy(activity.id);
const nameOf = async (id: number) =>
  (await server.database.db.select({ name: scopes.name }).from(scopes).where(eq(scopes.id, id)))[0]?.name;

describe('a change', () => {
  it('is logged with the address of a client that has not waited for the response', async () => {
    const user = await server.make.user({ permissions: ['UserManagement.manage'] });
    const id = user.account.scopeId;
    const impatient = new AbortController();
    server.app.server.once('request', (request) => {
      request.socket.once('close', () => hungUp.resolve());
      request.once('end', () => impatient.abort());
    });
    const call = fetch(`${await addressOf(server)}/api/v1/planted/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'slow' }),
      signal: impatient.signal,
    });
    await expect(call).rejects.toThrow('aborted');
    await expect.poll(() => entriesOf(user.id)).toMatchObject([{ outcome: 'done', address: '127.0.0.1' }]);
    expect(await nameOf(id)).toBe('slow');
  });

  it('is logged with user, action and object', async () => {
    const user = await server.make.user({ permissions: ['UserManagement.manage'] });
    const id = user.account.scopeId;
    expect((await server.call(rename, { params: { id }, body: { name: 'new' } }, { as: user })).status).toBe(200);
    expect(await entriesOf(user.id)).toMatchObject([
      {
        accountId: user.account.id,
        method: 'PUT',
        path: '/api/v1/planted/{id}',
        outcome: 'done',
        objects: [{ noun: 'scope', id }],
        details: { name: 'new' },
        address: '127.0.0.1',
      },
    ]);
  });

  it('that fails is neither stored nor logged', async () => {
    const user = await server.make.user({ permissions: ['UserManagement.manage'] });
    const id = user.account.scopeId;
    const before = await nameOf(id);
    const answer = await server.call(rename, { params: { id }, body: { name: 'taken' } }, { as: user });
    expect(answer.status).toBe(409);
    expect(await nameOf(id)).toBe(before);
    expect(await entriesOf(user.id)).toEqual([]);
  });

  it('is not stored if its entry cannot be written', async () => {
    const user = await server.make.user({ permissions: ['UserManagement.manage'] });
    const id = user.account.scopeId;
    const before = await nameOf(id);
    await server.database.pool.query('alter table activity rename to activity_away');
    const answer = await server.call(rename, { params: { id }, body: { name: 'unlogged' } }, { as: user });
    await server.database.pool.query('alter table activity_away rename to activity');
    expect(answer.status).toBe(500);
    expect(await nameOf(id)).toBe(before);
  });
});

describe('a refusal', () => {
  it('is logged with its code', async () => {
    const user = await server.make.user({ permissions: ['UserManagement.read'] });
    await server.call(rename, { params: { id: user.account.scopeId }, body: { name: 'x' } }, { as: user });
    const stranger = await server.make.user({ permissions: ['UserManagement.manage'] });
    await server.call(rename, { params: { id: user.account.scopeId }, body: { name: 'x' } }, { as: stranger });
    expect(await entriesOf(user.id)).toMatchObject([{ outcome: 'refused', code: 'PERMISSION_DENIED' }]);
    expect(await entriesOf(stranger.id)).toMatchObject([{ outcome: 'refused', code: 'SCOPE_NOT_FOUND' }]);
  });
});

describe('a sign-in', () => {
  it('is logged for the user, and without a user if it fails', async () => {
    const user = await server.make.user({ passwordHash: await hashPassword('a good password') });
    await server.call(login, { body: { username: user.email, password: 'a good password' } });
    expect(await entriesOf(user.id)).toMatchObject([{ path: login.path, outcome: 'done', accountId: user.account.id }]);
    await server.call(login, { body: { username: user.email, password: 'a bad password' } });
    const rows = await server.database.pool.query(
      `select code, user_id from activity where code is not null and path = $1`,
      [login.path],
    );
    expect(rows.rows).toEqual([{ code: 'AUTH_LOGIN_PASSWORD_MISMATCH', user_id: null }]);
  });
});

describe('GET /api/v1/activity-log', () => {
  const get = (as: TestUser, query = {}) => server.call(listActivity, { query }, { as });

  it('returns the entries of the accounts that the caller manages, newest first', async () => {
    const parent = await server.make.account();
    const child = await server.make.account({ parent });
    const manager = await server.make.user({ account: parent, permissions: ['all.manage'] });
    const worker = await server.make.user({ account: child, permissions: ['UserManagement.manage'] });
    const other = await server.make.user({ permissions: ['all.manage'] });
    for (const name of ['one', 'two']) {
      await server.call(rename, { params: { id: child.scopeId }, body: { name } }, { as: worker });
    }
    const { body } = await get(manager);
    expect(body.total).toBe(2);
    expect(body.data.map((entry) => entry.details)).toEqual([{ name: 'two' }, { name: 'one' }]);
    expect(body.data[0]).toMatchObject({
      user: { id: worker.id, name: 'Test User', email: worker.email },
      account: { id: child.id },
      action: 'PUT /api/v1/planted/{id}',
      objects: [{ noun: 'scope', id: child.scopeId }],
    });
    expect((await get(other)).body.total).toBe(0);
    expect((await get(other, { tenantId: child.id })).body.code).toBe('ACCOUNT_NOT_FOUND');
  });

  it('filters by outcome, time and text, and pages', async () => {
    const user = await server.make.user({ permissions: ['all.manage', '!UserManagement.manage'] });
    await server.call(rename, { params: { id: user.account.scopeId }, body: { name: 'x' } }, { as: user });
    await server.call(rename, { params: { id: user.account.scopeId }, body: { name: 'x' } }, { as: user });
    expect((await get(user, { outcome: 'refused', limit: 1 })).body).toMatchObject({
      total: 2,
      data: [{ outcome: 'refused' }],
    });
    expect((await get(user, { outcome: 'done' })).body.total).toBe(0);
    expect((await get(user, { search: user.email.slice(0, 12).toUpperCase() })).body.total).toBe(2);
    expect((await get(user, { search: `planted ${user.email}` })).body.total).toBe(2);
    expect((await get(user, { search: '100%' })).body.total).toBe(0);
    expect((await get(user, { to: '2020-01-01T00:00:00Z' })).body.total).toBe(0);
    expect((await get(user, { from: 'yesterday' })).body.code).toBe('PARAMETER_VALIDATION_ERROR');
  });

  it('filters by user, account and kind of object', async () => {
    const manager = await server.make.user({ permissions: ['all.manage'] });
    const worker = await server.make.user({ account: manager.account, permissions: ['UserManagement.manage'] });
    const { scopeId } = manager.account;
    await server.call(rename, { params: { id: scopeId }, body: { name: 'x' } }, { as: worker });
    expect((await get(manager, { user: worker.email.toUpperCase() })).body.total).toBe(1);
    expect((await get(manager, { user: manager.email })).body.total).toBe(0);
    expect((await get(manager, { noun: 'scope' })).body.total).toBe(1);
    expect((await get(manager, { noun: 'job' })).body.total).toBe(0);
    const [account] = (await get(manager)).body.data.map((entry) => entry.account?.name);
    expect((await get(manager, { account: account?.slice(3) })).body.total).toBe(1);
    expect((await get(manager, { account: 'no such account' })).body.total).toBe(0);
  });

  it('names the impersonator and the key, even after they have been deleted', async () => {
    const manager = await server.make.user({ permissions: ['all.manage'] });
    const { account } = manager;
    const [helper, user] = [await server.make.user({ account }), await server.make.user({ account })];
    const keyHash = randomBytes(32);
    const key = { userId: user.id, keyHash, prefix: 'sw_test', title: 'meter reader', callsPerMinute: 60 };
    const apiKeyId = await createApiKey(server.database.db, key);
    await recordActivity(server.database.db, {
      userId: user.id,
      accountId: account.id,
      sessionId: null,
      apiKeyId,
      impersonatorId: helper.id,
      address: '127.0.0.1',
      method: 'PUT',
      path: '/x',
      outcome: 'done',
      code: null,
      objects: [],
      details: {},
      requestId: 'r',
    });
    const read = async () => (await get(manager, { user: helper.email })).body.data[0];
    expect(await read()).toMatchObject({
      user: { id: user.id, name: 'Test User', email: user.email },
      impersonator: { id: helper.id, name: 'Test User', email: helper.email },
      apiKey: { id: apiKeyId, title: 'meter reader' },
      sealed: false,
    });
    const csv = String((await server.call(exportActivity, { query: { user: helper.email } }, { as: manager })).body);
    expect(csv).toContain(`,Test User,${user.email},Test User,${helper.email},meter reader,`);
    await server.database.db.delete(users).where(inArray(users.id, [user.id, helper.id]));
    expect(await read()).toMatchObject({
      user: { id: user.id, name: user.email, email: user.email },
      impersonator: { id: helper.id, name: helper.email, email: helper.email },
      apiKey: { id: apiKeyId, title: null },
    });
  });

  it('shows entries without an account only to the system administrator', async () => {
    await server.call(login, { body: { username: 'ghost@example.com', password: 'wrong' } });
    const system = await server.make.user({ permissions: ['super.system.manage'] });
    const { body } = await get(system, { search: '/auth/login', outcome: 'refused' });
    expect(body.data.every((entry) => entry.user === null)).toBe(true);
    expect(body.total).toBeGreaterThan(0);
  });
});

describe('GET /api/v1/activity-log/csv', () => {
  it('streams a file without formulas that spreadsheets would run, and is logged', async () => {
    const user = await server.make.user({ permissions: ['all.manage'] });
    await server.database.pool.query(`update users set first_name = '=cmd()', last_name = 'x' where id = $1`, [
      user.id,
    ]);
    await server.call(rename, { params: { id: user.account.scopeId }, body: { name: 'x' } }, { as: user });
    const answer = await server.call(exportActivity, { query: {} }, { as: user });
    expect(answer.headers['content-disposition']).toContain('attachment');
    const [head, own, line, ...rest] = String(answer.body).trim().split('\r\n');
    expect(head).toMatch(/^id,at,user,/);
    expect(own).toContain(',GET /api/v1/activity-log/csv,done,');
    expect(line).toContain(`,'=cmd() x,${user.email},`);
    expect(rest).toEqual([]);
    expect((await entriesOf(user.id)).at(-1)?.path).toBe('/api/v1/activity-log/csv');
  });
});
