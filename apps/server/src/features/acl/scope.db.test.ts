import { listScopeChildren, scopePartialTree } from '@stellwerk/contract/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { createScope } from '../../platform/tenancy/scope.store.ts';
import { userRoles } from '../../platform/tenancy/user.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const scopeIn = (account: TestAccount, name: string) =>
  createScope(server.database.db, { parentId: account.scopeId, name });

async function give(user: TestUser, permissions: string[], scopeId: number): Promise<void> {
  const { db } = server.database;
  const roleId = await createRole(db, { scopeId, name: `role ${Math.random()}`, permissions });
  await db.insert(userRoles).values({ userId: user.id, scopeId, roleId });
}

const children = async (
  user: TestUser,
  query: { scopeId?: number; search?: string; offset?: number; limit?: number },
) => (await server.call(listScopeChildren, { query }, { as: user })).body;
const tree = async (user: TestUser, query: { scopeId?: number; tenantId?: number; search?: string }) =>
  (await server.call(scopePartialTree, { query }, { as: user })).body;

describe('GET /acl/scopes/children', () => {
  it('begins with the topmost scopes in which the caller holds a role', async () => {
    const parent = await server.make.account();
    const [own, beside] = [await server.make.account({ parent }), await server.make.account({ parent })];
    const inner = await scopeIn(own, 'Inner');
    const user = await server.make.user({ account: own, permissions: ['DigitalTwin.read'] });
    await give(user, ['DigitalTwin.read'], inner.id);
    await give(user, ['Dashboards.read'], beside.scopeId);
    const page = await children(user, {});
    expect(page.data.map(({ id }) => id).sort()).toEqual([own.scopeId, beside.scopeId].sort());
    expect(page.data.find(({ id }) => id === own.scopeId)).toMatchObject({
      parentId: parent.scopeId,
      tenantId: own.id,
      hasChildren: true,
    });
    expect(page.data.find(({ id }) => id === beside.scopeId)?.hasChildren).toBe(false);
  });

  it('pages the scopes below one by name, and searches them', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    for (const name of ['Süd', 'nord', 'Ost', '100 %']) await scopeIn(user.account, name);
    const scopeId = user.account.scopeId;
    const first = await children(user, { scopeId, limit: 2 });
    expect([first.total, first.data.map(({ name }) => name)]).toEqual([4, ['100 %', 'nord']]);
    const second = await children(user, { scopeId, limit: 2, offset: 2 });
    expect(second.data.map(({ name }) => name)).toEqual(['Ost', 'Süd']);
    expect((await children(user, { scopeId, search: '%' })).data.map(({ name }) => name)).toEqual(['100 %']);
    expect((await children(user, { scopeId, search: '% 100' })).data.map(({ name }) => name)).toEqual(['100 %']);
  });

  it('leaves out what an inversion hides, and the arrow before it', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const open = await scopeIn(user.account, 'Open');
    const secret = await createScope(server.database.db, { parentId: open.id, name: 'Secret' });
    await give(user, ['!DigitalTwin.list'], secret.id);
    const page = await children(user, { scopeId: user.account.scopeId });
    expect(page.data).toMatchObject([{ id: open.id, hasChildren: false }]);
    const answer = await server.call(listScopeChildren, { query: { scopeId: secret.id } }, { as: user });
    expect([answer.status, answer.body.code]).toEqual([404, 'SCOPE_NOT_FOUND']);
  });

  it('is empty for a user without roles', async () => {
    const user = await server.make.user();
    expect(await children(user, {})).toMatchObject({ data: [], total: 0 });
  });
});

describe('GET /acl/scopes/partial-tree', () => {
  it('opens the way to a scope as far up as the caller may see', async () => {
    const parent = await server.make.account();
    const own = await server.make.account({ parent });
    const house = await scopeIn(own, 'House');
    const floor = await createScope(server.database.db, { parentId: house.id, name: 'Floor' });
    await scopeIn(own, 'Other house');
    const user = await server.make.user({ account: own, permissions: ['DigitalTwin.read'] });
    const ids = (await tree(user, { scopeId: floor.id })).data.map(({ id }) => id);
    expect(ids).toEqual([own.scopeId, house.id, floor.id]);
  });

  it('opens the way to an account, for those who may read it', async () => {
    const parent = await server.make.account();
    const own = await server.make.account({ parent });
    const manager = await server.make.user({ account: parent, permissions: ['UserManagement.read'] });
    expect((await tree(manager, { tenantId: own.id })).data.map(({ id }) => id)).toEqual([parent.scopeId, own.scopeId]);
    const reader = await server.make.user({ account: parent, permissions: ['DigitalTwin.read'] });
    const answer = await server.call(scopePartialTree, { query: { tenantId: own.id } }, { as: reader });
    expect(answer.body.code).toBe('ACCOUNT_NOT_FOUND');
  });

  it('shows where a search hits, with the scopes above and nothing of others', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const stranger = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const house = await scopeIn(user.account, 'House');
    const pump = await createScope(server.database.db, { parentId: house.id, name: 'Pump room' });
    await scopeIn(stranger.account, 'Pump room');
    const found = await tree(user, { search: 'pump' });
    expect(found.data.map(({ id }) => id)).toEqual([user.account.scopeId, house.id, pump.id]);
    expect((await tree(user, { search: 'room pump' })).data).toEqual(found.data);
    expect((await tree(user, { search: 'nothing like it' })).data).toEqual([]);
  });

  it('gives at most 50 hits', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    for (let index = 0; index < 60; index += 1) await scopeIn(user.account, `Meter ${index}`);
    expect((await tree(user, { search: 'meter' })).data).toHaveLength(51);
  });

  it('shows the topmost scopes when nothing is asked for', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    await scopeIn(user.account, 'Below');
    expect((await tree(user, {})).data.map(({ id }) => id)).toEqual([user.account.scopeId]);
  });
});
