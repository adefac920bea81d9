import { listUsers, readUser } from '@stellwerk/contract/user';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { userRoles, users } from '../../platform/tenancy/user.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Query = Parameters<typeof server.call<typeof listUsers>>[1]['query'];
const list = async (user: TestUser, query: Query = {}) => (await server.call(listUsers, { query }, { as: user })).body;
const idsOf = async (user: TestUser, query: Query = {}) => (await list(user, query)).data.map(({ id }) => id);
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);
const change = (id: number, values: Partial<typeof users.$inferInsert>) =>
  server.database.db.update(users).set(values).where(eq(users.id, id));

/** An account with one below, an administrator above and a manager in the middle. */
async function tree() {
  const top = await server.make.account();
  const account = await server.make.account({ parent: top });
  const below = await server.make.account({ parent: account });
  const above = await server.make.user({ account: top, permissions: ['all.manage'] });
  const bystander = await server.make.user({ account: top, permissions: [] });
  const manager = await server.make.user({ account, permissions: ['UserManagement.manage'] });
  const member = await server.make.user({ account });
  const subordinate = await server.make.user({ account: below });
  return { account, below, above, bystander, manager, member, subordinate };
}

describe('GET /api/v1/user', () => {
  it('answers the users of the account and of those below, by name', async () => {
    const { manager, member, subordinate } = await tree();
    await change(manager.id, { lastName: 'beta' });
    await change(member.id, { lastName: 'Alpha' });
    await change(subordinate.id, { lastName: 'Gamma' });
    const body = await list(manager);
    expect(body).toMatchObject({ total: 3, offset: 0, limit: 20 });
    expect(body.data.map(({ id, relation }) => [id, relation])).toEqual([
      [member.id, 'own'],
      [manager.id, 'own'],
      [subordinate.id, 'sub'],
    ]);
    expect(body.data[1]).toMatchObject({
      kind: 'person',
      firstName: 'Test',
      lastName: 'beta',
      email: manager.email,
      username: manager.email,
      active: true,
      mfa: false,
      invited: true,
      tenantId: manager.account.id,
      lastSignInAt: null,
      roles: [expect.stringContaining('role-')],
    });
  });

  it('narrows to an account, with or without those below', async () => {
    const { manager, member, subordinate, account, below } = await tree();
    expect(sorted(await idsOf(manager, { tenantId: account.id }))).toEqual(sorted([manager.id, member.id]));
    expect(sorted(await idsOf(manager, { tenantId: account.id, includeSubTenants: 'true' }))).toEqual(
      sorted([manager.id, member.id, subordinate.id]),
    );
    expect(await idsOf(manager, { tenantId: below.id })).toEqual([subordinate.id]);
    expect(sorted(await idsOf(manager, { includeSubTenants: 'false' }))).toEqual(sorted([manager.id, member.id]));
  });

  it('shows administrators of accounts above by name and roles alone, and finds them by name alone', async () => {
    const { manager, member, above, account } = await tree();
    await change(above.id, { firstName: 'Ada', lastName: 'Above', lastSignInAt: new Date() });
    const query = { tenantId: account.id, includeParentAdmins: 'true' } as const;
    const { data } = await list(manager, query);
    expect(sorted(data.map(({ id }) => id))).toEqual(sorted([above.id, manager.id, member.id]));
    const { id: _id, roles, ...row } = data.find(({ id }) => id === above.id)!;
    expect(roles).toEqual([expect.stringContaining('role-')]);
    expect(row).toEqual({
      kind: 'person',
      firstName: 'Ada',
      lastName: 'Above',
      username: '',
      email: '',
      active: true,
      mfa: false,
      invited: false,
      tenantId: null,
      tenantName: '',
      createdAt: null,
      lastSignInAt: null,
      relation: 'parent',
    });
    expect(await idsOf(manager, { ...query, search: 'above ada' })).toEqual([above.id]);
    expect(await idsOf(manager, { ...query, search: above.email })).toEqual([]);
    for (const sort of ['email', '-email', 'createdAt', '-createdAt', 'lastSignInAt', '-lastSignInAt'] as const) {
      expect(sorted(await idsOf(manager, { ...query, sort }))).toEqual(sorted([above.id, manager.id, member.id]));
    }
  });

  it('searches names, e-mail addresses and user names, word by word, as they are typed', async () => {
    const { manager, member } = await tree();
    await change(member.id, { firstName: 'Zoë', lastName: 'Größe_50%', username: 'zg.1', email: 'Zoe@Example.org' });
    for (const search of ['ZOË', 'größe zoë', 'e_50%', 'example.ORG', 'zg.1']) {
      expect(await idsOf(manager, { search })).toEqual([member.id]);
    }
    expect(await idsOf(manager, { search: 'e%50' })).toEqual([]);
  });

  it('filters by status, kind and role', async () => {
    const { manager, member, subordinate, account } = await tree();
    await change(member.id, { active: false });
    await change(subordinate.id, { kind: 'api' });
    expect(await idsOf(manager, { active: 'false' })).toEqual([member.id]);
    expect(await idsOf(manager, { kind: 'api' })).toEqual([subordinate.id]);
    const { db } = server.database;
    const roleId = await createRole(db, { scopeId: account.scopeId, name: 'Watch', permissions: [] });
    await db.insert(userRoles).values({ userId: member.id, scopeId: account.scopeId, roleId });
    expect(await idsOf(manager, { roleId })).toEqual([member.id]);
  });

  it('does not tell which roles somebody holds in accounts that the caller may not read', async () => {
    const { manager, member, account } = await tree();
    const elsewhere = await server.make.account();
    const { db } = server.database;
    const roleId = await createRole(db, { scopeId: account.scopeId, name: 'Secret', permissions: [] });
    await db.insert(userRoles).values({ userId: member.id, scopeId: elsewhere.scopeId, roleId });
    expect(await idsOf(manager, { roleId })).toEqual([]);
    expect((await list(manager)).data.find(({ id }) => id === member.id)?.roles).not.toContain('Secret');
    const { data } = (await server.call(readUser, { params: { id: member.id } }, { as: manager })).body;
    expect([data.access.length, data.hiddenAccess]).toEqual([1, 1]);
  });

  it('sorts by name, address and times in both directions, and pages', async () => {
    const { manager, member, subordinate } = await tree();
    const places = [manager, member, subordinate];
    for (const [index, { id }] of places.entries()) {
      const at = new Date(Date.UTC(2026, 0, index + 1));
      await change(id, { lastName: `L${index}`, email: `${index}-${id}@example.com`, createdAt: at });
      if (index > 0) await change(id, { lastSignInAt: at });
    }
    const expected = places.map(({ id }) => id);
    for (const sort of ['name', 'email', 'createdAt', 'lastSignInAt'] as const) {
      expect([sort, await idsOf(manager, { sort })]).toEqual([sort, expected]);
      expect([sort, await idsOf(manager, { sort: `-${sort}` })]).toEqual([sort, expected.toReversed()]);
    }
    expect(await idsOf(manager, { offset: 1, limit: 1 })).toEqual([member.id]);
    expect((await list(manager, { limit: 1 })).total).toBe(3);
  });

  it('answers 404 for a foreign account or role and 403 without the permission', async () => {
    const { manager, member } = await tree();
    const foreign = await server.make.account();
    const inForeign = await server.call(listUsers, { query: { tenantId: foreign.id } }, { as: manager });
    expect([inForeign.status, inForeign.body.code]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    const refused = await server.call(listUsers, { query: {} }, { as: member });
    expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED']);
  });
});

describe('GET /api/v1/user/{id}', () => {
  it('answers a user with roles, properties and what the caller can do', async () => {
    const { manager, member } = await tree();
    await change(member.id, { properties: { desk: 4 }, language: 'en' });
    const { status, body } = await server.call(readUser, { params: { id: member.id } }, { as: manager });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: member.id,
      email: member.email,
      language: 'en',
      properties: { desk: 4 },
      access: [{ scopeId: member.account.scopeId, tenantId: member.account.id, roles: [{ name: expect.any(String) }] }],
      hiddenAccess: 0,
      abilities: { update: true, delete: true, access: true, impersonate: false },
    });
    expect(JSON.stringify(body)).not.toContain('password');
  });

  it('shows everybody themselves, with all of their roles', async () => {
    const { member } = await tree();
    const { body } = await server.call(readUser, { params: { id: member.id } }, { as: member });
    expect(body.data.access).toHaveLength(1);
    expect(body.data.abilities).toEqual({ update: false, delete: false, access: false, impersonate: false });
  });

  it('says that a user with more permissions is out of reach', async () => {
    const { account, manager } = await tree();
    const administrator = await server.make.user({ account, permissions: ['all.manage'] });
    const read = async (id: number, as: TestUser) =>
      (await server.call(readUser, { params: { id } }, { as })).body.data.abilities;
    const none = { update: false, delete: false, access: false, impersonate: false };
    expect(await read(administrator.id, manager)).toEqual(none);
    expect(await read(manager.id, administrator)).toEqual({
      update: true,
      delete: true,
      access: true,
      impersonate: true,
    });
  });

  it('answers 404 for users of other accounts, of accounts above and for those that do not exist', async () => {
    const { manager, above, member } = await tree();
    const stranger = await server.make.user();
    for (const id of [stranger.id, above.id, 999_999_999]) {
      const { status, body } = await server.call(readUser, { params: { id } }, { as: manager });
      expect([status, body.code]).toEqual([404, 'USER_NOT_FOUND']);
    }
    expect((await server.call(readUser, { params: { id: manager.id } }, { as: member })).status).toBe(404);
  });
});
