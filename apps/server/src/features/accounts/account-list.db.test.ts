import { listAccounts, readAccount, updateAccount } from '@stellwerk/contract/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const administrator = (account?: TestAccount) =>
  server.make.user({ permissions: ['all.manage'], ...(account ? { account } : {}) });
const list = (as: TestUser, query = {}) => server.call(listAccounts, { query }, { as });
const read = (as: TestUser, id: number, query = {}) => server.call(readAccount, { params: { id }, query }, { as });
const update = (as: TestUser, id: number, body: { name: string }) =>
  server.call(updateAccount, { params: { id }, body }, { as });

/** An administrator of a topmost account, and accounts one and two levels below it. */
async function family() {
  const admin = await administrator();
  const child = await server.make.account({ parent: admin.account });
  const grandchild = await server.make.account({ parent: child });
  return { admin, root: admin.account, child, grandchild };
}

describe('GET /api/v1/tenant', () => {
  it('answers the accounts of the caller’s branch with path and counts, and no others', async () => {
    const { admin, root, child, grandchild } = await family();
    await family();
    const { status, body } = await list(admin);
    expect([status, body.total]).toEqual([200, 3]);
    const row = (id: number) => body.data.find((each) => each.id === id);
    expect(row(root.id)).toMatchObject({ parentId: null, path: [], subAccountCount: 1, userCount: 1 });
    expect(row(child.id)).toMatchObject({ parentId: root.id, subAccountCount: 1, userCount: 0 });
    expect(row(grandchild.id)?.path.map(({ id }) => id)).toEqual([root.id, child.id]);
  });

  it('hides the accounts above from those who may not read them', async () => {
    const { child, grandchild } = await family();
    const { body } = await list(await administrator(child));
    expect(body.data.map(({ id }) => id).sort()).toEqual([child.id, grandchild.id].sort());
    expect(body.data.find(({ id }) => id === child.id)).toMatchObject({ parentId: null, path: [] });
    expect(body.data.find(({ id }) => id === grandchild.id)?.path.map(({ id }) => id)).toEqual([child.id]);
  });

  it('leaves out what is denied, with everything below', async () => {
    const { root, child } = await family();
    const second = await server.make.account({ parent: root });
    const user = await server.make.user({ account: root, permissions: ['UserManagement.read'] });
    const role = await createRole(server.database.db, {
      scopeId: child.scopeId,
      name: 'blind',
      permissions: ['!UserManagement.list'],
    });
    await server.database.pool.query('insert into user_roles values ($1, $2, $3)', [user.id, child.scopeId, role]);
    const { body } = await list(user);
    expect(body.data.map(({ id }) => id).sort()).toEqual([root.id, second.id].sort());
  });

  it('lists direct sub-accounts, the topmost visible ones, and finds names', async () => {
    const { admin, root, child } = await family();
    const second = await server.make.account({ parent: root });
    await update(admin, second.id, { name: '100% Wind' });
    const ids = async (query: object) => (await list(admin, query)).body.data.map(({ id }) => id);
    expect(new Set(await ids({ parentId: root.id }))).toEqual(new Set([child.id, second.id]));
    expect(await ids({ topLevel: true })).toEqual([root.id]);
    expect(await ids({ search: '0% wI' })).toEqual([second.id]);
    expect(await ids({ search: 'WIND 100%' })).toEqual([second.id]);
    expect(await ids({ search: '%' })).toEqual([second.id]);
    const deeper = await administrator(child);
    expect((await list(deeper, { topLevel: true })).body.data.map(({ id }) => id)).toEqual([child.id]);
  });

  it('sorts by name without regard to case, or by time, and pages', async () => {
    const { admin, root, child, grandchild } = await family();
    await update(admin, root.id, { name: 'b' });
    await update(admin, child.id, { name: 'C' });
    await update(admin, grandchild.id, { name: 'A' });
    const names = async (query: object) => (await list(admin, query)).body.data.map(({ name }) => name);
    expect(await names({})).toEqual(['A', 'b', 'C']);
    expect(await names({ sort: '-name', limit: 1, offset: 1 })).toEqual(['b']);
    expect(await names({ sort: 'createdAt' })).toEqual(['b', 'C', 'A']);
  });

  it('answers 403 to those who manage no users, 404 for a foreign parent, 400 for an unknown sort', async () => {
    const reader = await server.make.user({ permissions: ['DigitalTwin.read'] });
    expect((await list(reader)).status).toBe(403);
    const foreign = await server.make.account();
    const admin = await administrator();
    expect(await list(admin, { parentId: foreign.id })).toMatchObject({
      status: 404,
      body: { code: 'ACCOUNT_NOT_FOUND' },
    });
    expect((await list(admin, { sort: 'description' })).status).toBe(400);
  });
});

describe('GET /api/v1/tenant/{id}', () => {
  it('answers settings, children and what the caller can do', async () => {
    const { admin, child, grandchild } = await family();
    const { status, body } = await read(admin, child.id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      children: [{ id: grandchild.id, hasChildren: false }],
      data: { feedback: { bug: '' } },
      domains: [],
      mailServer: null,
      retentionMonths: 24,
      integrations: { timeseriesDatabase: null, dashboard: null, iec104: null },
      abilities: { update: true, govern: true, move: true, delete: true, createSubAccount: true },
    });
    expect((await read(admin, child.id, { 'no-descendents': true })).body.data.children).toEqual([]);
  });

  it('offers neither moving nor limits to the account’s own administrators, nothing to readers', async () => {
    const { child } = await family();
    const own = (await read(await administrator(child), child.id)).body.data;
    expect(own.abilities).toMatchObject({ update: true, govern: false, move: false, delete: false });
    const reader = await server.make.user({ account: child, permissions: ['UserManagement.read'] });
    expect((await read(reader, child.id)).body.data.abilities).toEqual({
      update: false,
      govern: false,
      move: false,
      delete: false,
      createSubAccount: false,
      createUser: false,
      manageUsers: false,
    });
  });

  it('answers 404 for a foreign account and for the one above', async () => {
    const { root, child } = await family();
    expect((await read(await administrator(), child.id)).status).toBe(404);
    expect((await read(await administrator(child), root.id)).body.code).toBe('ACCOUNT_NOT_FOUND');
  });
});
