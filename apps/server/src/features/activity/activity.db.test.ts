import { dataOf } from '@stellwerk/contract/core/envelope';
import { textIdOf } from '@stellwerk/contract/core/id';
import { defineRoute } from '@stellwerk/contract/core/route';
import { login } from '@stellwerk/contract/session';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { handle } from '../../platform/http/handle.ts';
import { scopePaths, scopes } from '../access/index.ts';
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

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    extraGuards: [
      { noun: 'scope', notFound: 'SCOPE_NOT_FOUND', seenWith: 'UserManagement.read', scopesOf: scopePaths },
    ],
    extraRoutes: [
      handle(rename, async (ctx, { params, body }) => {
        await ctx.db.update(scopes).set({ name: body.name }).where(eq(scopes.id, params.id));
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
  it('leaves an entry with who, what and on which object', async () => {
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

  it('that fails leaves neither the change nor an entry', async () => {
    const user = await server.make.user({ permissions: ['UserManagement.manage'] });
    const id = user.account.scopeId;
    const before = await nameOf(id);
    const answer = await server.call(rename, { params: { id }, body: { name: 'taken' } }, { as: user });
    expect(answer.status).toBe(409);
    expect(await nameOf(id)).toBe(before);
    expect(await entriesOf(user.id)).toEqual([]);
  });

  it('is not made when its entry cannot be written', async () => {
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
  it('leaves an entry with its code', async () => {
    const user = await server.make.user({ permissions: ['UserManagement.read'] });
    await server.call(rename, { params: { id: user.account.scopeId }, body: { name: 'x' } }, { as: user });
    const stranger = await server.make.user({ permissions: ['UserManagement.manage'] });
    await server.call(rename, { params: { id: user.account.scopeId }, body: { name: 'x' } }, { as: stranger });
    expect(await entriesOf(user.id)).toMatchObject([{ outcome: 'refused', code: 'PERMISSION_DENIED' }]);
    expect(await entriesOf(stranger.id)).toMatchObject([{ outcome: 'refused', code: 'SCOPE_NOT_FOUND' }]);
  });
});

describe('a sign-in', () => {
  it('leaves an entry for the user, and for nobody when it is wrong', async () => {
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
