import { createRole, deleteRole, listRoles, readRole, updateRole } from '@stellwerk/contract/access';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createRole as storeRole } from '../../platform/tenancy/role.store.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { userRoles } from '../../platform/tenancy/user.table.ts';
import { activity } from '../activity/activity.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const fields = { name: 'Watcher', description: 'Looks at twins', icon: 'eye', permissions: ['DigitalTwin.read'] };
const administrator = (account?: TestAccount) =>
  server.make.user({ permissions: ['all.manage'], ...(account ? { account } : {}) });
const role = (account: TestAccount, permissions: string[], name = `role ${Math.random()}`) =>
  storeRole(server.database.db, { scopeId: account.scopeId, name, permissions });
const give = (user: TestUser, scopeId: number, roleId: number) =>
  server.database.db.insert(userRoles).values({ userId: user.id, scopeId, roleId });
const stored = async (id: number) => (await server.database.db.select().from(roles).where(eq(roles.id, id)))[0];

const create = (user: TestUser, body: Partial<typeof fields> & { scopeId?: number } = {}) =>
  server.call(createRole, { body: { ...fields, scopeId: user.account.scopeId, ...body } }, { as: user });
const update = (user: TestUser, id: number, body: Partial<typeof fields>) =>
  server.call(updateRole, { params: { id }, body: { ...fields, ...body } }, { as: user });
const remove = (user: TestUser, id: number) => server.call(deleteRole, { params: { id } }, { as: user });

describe('GET /acl/role', () => {
  it('lists the roles of the readable scopes with how many readable users hold each', async () => {
    const parent = await server.make.account();
    const own = await server.make.account({ parent });
    const above = await role(parent, ['DigitalTwin.read'], 'Above');
    const inside = await role(own, ['DigitalTwin.read'], 'Inside');
    const manager = await server.make.user({ account: own, permissions: ['UserManagement.manage'] });
    const boss = await administrator(parent);
    await give(manager, own.scopeId, inside);
    await give(boss, own.scopeId, inside);
    const seen = await server.call(listRoles, { query: { search: 'inside' } }, { as: manager });
    expect(seen.body.total).toBe(1);
    expect(seen.body.data).toMatchObject([{ id: inside, scopeId: own.scopeId, tenantId: own.id, userCount: 1 }]);
    const all = await server.call(listRoles, { query: { limit: 100 } }, { as: manager });
    expect(all.body.data.map(({ id }) => id)).not.toContain(above);
    const bossSees = await server.call(listRoles, { query: { search: 'inside' } }, { as: boss });
    expect(bossSees.body.data).toMatchObject([
      { userCount: 2, abilities: { update: true, delete: true, assign: true } },
    ]);
  });

  it('lists what can be given in a scope: its own roles and those above, none beside or below', async () => {
    const parent = await server.make.account();
    const [own, beside] = [await server.make.account({ parent }), await server.make.account({ parent })];
    const manager = await server.make.user({
      account: own,
      permissions: ['UserManagement.manage', 'DigitalTwin.read'],
    });
    const above = await role(parent, ['DigitalTwin.read'], 'A reader');
    const mighty = await role(parent, ['all.manage'], 'B administrator');
    const here = await role(own, ['DigitalTwin.read', '!DigitalTwin.write'], 'C here');
    await role(beside, [], 'D beside');
    const listed = await server.call(listRoles, { query: { scopeId: own.scopeId, sort: 'name' } }, { as: manager });
    const named = listed.body.data.filter(({ id }) => [above, mighty, here].includes(id));
    expect(named.map(({ name, abilities }) => [name, abilities.assign, abilities.update])).toEqual([
      ['A reader', true, false],
      ['B administrator', false, false],
      ['C here', true, false],
    ]);
    expect(listed.body.data.some(({ name }) => name === 'D beside')).toBe(false);
  });

  it('pages, sorts and searches literally', async () => {
    const user = await administrator();
    for (const name of ['b', 'A', '50 %']) await role(user.account, [], name);
    const page = await server.call(listRoles, { query: { limit: 2, sort: 'name' } }, { as: user });
    expect([page.body.total, page.body.data.map(({ name }) => name)]).toEqual([4, ['50 %', 'A']]);
    const found = await server.call(listRoles, { query: { search: '%' } }, { as: user });
    expect(found.body.data.map(({ name }) => name)).toEqual(['50 %']);
  });

  it('finds words in any order', async () => {
    const user = await administrator();
    await role(user.account, [], 'Night shift');
    const found = await server.call(listRoles, { query: { search: 'SHIFT night' } }, { as: user });
    expect(found.body.data.map(({ name }) => name)).toEqual(['Night shift']);
  });

  it('hides foreign scopes', async () => {
    const [user, stranger] = [await administrator(), await administrator()];
    const answer = await server.call(listRoles, { query: { scopeId: stranger.account.scopeId } }, { as: user });
    expect([answer.status, answer.body.code]).toEqual([404, 'SCOPE_NOT_FOUND']);
  });
});

describe('GET /acl/role/{id}', () => {
  it('reads one, and hides those of others', async () => {
    const user = await administrator();
    const id = await role(user.account, ['DigitalTwin.read'], 'Mine');
    const answer = await server.call(readRole, { params: { id } }, { as: user });
    expect(answer.body.data).toMatchObject({ id, name: 'Mine', permissions: ['DigitalTwin.read'], userCount: 0 });
    const stranger = await administrator();
    expect((await server.call(readRole, { params: { id } }, { as: stranger })).body.code).toBe('ABAC_ROLE_NOT_FOUND');
  });
});

describe('POST /acl/role', () => {
  it('creates a role and logs its permissions', async () => {
    const user = await administrator();
    const answer = await create(user, { permissions: ['DigitalTwin.read', '!Dashboards.read', 'DigitalTwin.read'] });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      ...fields,
      permissions: ['DigitalTwin.read', '!Dashboards.read'],
      userCount: 0,
      abilities: { update: true, delete: true, assign: true },
    });
    const [entry] = await server.database.db.select().from(activity).where(eq(activity.userId, user.id));
    expect(entry?.details).toMatchObject({ name: 'Watcher' });
    expect(entry?.objects).toContainEqual({ noun: 'role', id: answer.body.data.id });
  });

  it('refuses a taken name on its field, whatever its case, but not in another scope', async () => {
    const user = await administrator();
    await create(user);
    const again = await create(user, { name: 'WATCHER' });
    expect([again.status, again.body.code]).toEqual([409, 'ABAC_ROLE_CREATE_DUPLICATE_NAME']);
    expect(Reflect.get(again.body, 'issues')).toMatchObject([{ path: 'name' }]);
    const below = await server.make.account({ parent: user.account });
    expect((await create(user, { scopeId: below.scopeId })).status).toBe(201);
  });

  it('lets one of two simultaneous ones win', async () => {
    const user = await administrator();
    const answers = await Promise.all([create(user), create(user, { name: 'watcher' }), create(user)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('keeps the name of the system administrators’ role', async () => {
    const answer = await create(await administrator(), { name: 'System.Super.Admin' });
    expect([answer.status, answer.body.code]).toEqual([409, 'ABAC_ROLE_CREATE_DUPLICATE_NAME']);
  });

  it('refuses permissions that nobody knows', async () => {
    const user = await administrator();
    for (const permission of ['DigitalTwin.impersonate', '!Nonsense.read', 'digitaltwin.read']) {
      const answer = await create(user, { permissions: [permission] });
      expect([answer.status, answer.body.code]).toEqual([400, 'ABAC_ROLE_UNKNOWN_PERMISSION']);
    }
    expect((await create(user, { permissions: ['DigitalTwin'] })).status).toBe(400);
  });

  it('lets nobody create more than they hold', async () => {
    const user = await administrator();
    const system = await create(user, { permissions: ['super.system.manage'] });
    expect([system.status, system.body.code]).toEqual([403, 'ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS']);
    const limited = await server.make.user({ permissions: ['all.manage', '!Dashboards.manage'] });
    // An administrator with a denial does not hold all.manage itself, so the rest of it is not theirs to give either.
    expect((await create(limited, { permissions: ['all.manage'] })).body.code).toBe(
      'ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS',
    );
    expect((await create(limited, { permissions: ['Dashboards.read'] })).status).toBe(201);
  });

  it('hides scopes above and beside from the administrator of a sub-account', async () => {
    const parent = await server.make.account();
    const user = await administrator(await server.make.account({ parent }));
    const answer = await create(user, { scopeId: parent.scopeId });
    expect([answer.status, answer.body.code]).toEqual([404, 'SCOPE_NOT_FOUND']);
  });
});

describe('PUT /acl/role/{id}', () => {
  it('changes everything but the scope', async () => {
    const user = await administrator();
    const id = await role(user.account, ['DigitalTwin.read']);
    const answer = await update(user, id, { name: 'Editor', permissions: ['DigitalTwin.write', '!Dashboards.read'] });
    expect(answer.status).toBe(200);
    expect(await stored(id)).toMatchObject({
      name: 'Editor',
      icon: 'eye',
      permissions: ['DigitalTwin.write', '!Dashboards.read'],
      scopeId: user.account.scopeId,
    });
    expect((await update(user, id, { name: 'editor' })).status).toBe(200);
  });

  it('refuses the name of another role, also when both come at once', async () => {
    const user = await administrator();
    const [one, two] = [await role(user.account, [], 'One'), await role(user.account, [], 'Two')];
    const answer = await update(user, two, { name: 'ONE' });
    expect([answer.status, answer.body.code]).toEqual([409, 'ABAC_ROLE_CREATE_DUPLICATE_NAME']);
    const answers = await Promise.all([
      update(user, one, { name: 'Same' }),
      update(user, two, { name: 'same' }),
      create(user, { name: 'SAME' }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(2);
  });

  it('lets nobody widen it beyond what they hold, neither by a grant nor by dropping a denial', async () => {
    const user = await server.make.user({ permissions: ['all.manage', '!Dashboards.manage'] });
    const id = await role(user.account, ['DigitalTwin.read', '!Dashboards.read']);
    const widened = await update(user, id, {
      permissions: ['DigitalTwin.read', '!Dashboards.read', 'Dashboards.manage'],
    });
    expect(widened.body.code).toBe('ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS');
    const freed = await update(user, id, { permissions: ['DigitalTwin.read'] });
    expect([freed.status, freed.body.code]).toEqual([403, 'ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS']);
    expect((await stored(id))?.permissions).toEqual(['DigitalTwin.read', '!Dashboards.read']);
    expect((await update(user, id, { permissions: ['!Dashboards.read'] })).status).toBe(200);
  });

  it('leaves roles alone that may do more than their editor', async () => {
    const user = await administrator();
    const id = await role(user.account, ['super.system.manage', 'DigitalTwin.read'], 'Hidden master');
    expect((await update(user, id, { permissions: ['DigitalTwin.read'] })).body.code).toBe(
      'ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS',
    );
    const listed = await server.call(listRoles, { query: { search: 'Hidden master' } }, { as: user });
    expect(listed.body.data[0]?.abilities).toEqual({ update: false, delete: false, assign: false });
  });

  it('keeps an administrator of a sub-account from the roles above', async () => {
    const parent = await server.make.account();
    const user = await administrator(await server.make.account({ parent }));
    const answer = await update(user, await role(parent, ['DigitalTwin.read']), { permissions: ['all.manage'] });
    expect([answer.status, answer.body.code]).toEqual([404, 'ABAC_ROLE_NOT_FOUND']);
  });

  it('looks at places outside the role’s scope where it is still in use', async () => {
    const [user, other] = [await administrator(), await administrator()];
    const id = await role(user.account, ['DigitalTwin.read']);
    await give(other, other.account.scopeId, id);
    const answer = await update(user, id, { permissions: ['DigitalTwin.read', 'DigitalTwin.write'] });
    expect([answer.status, answer.body.code]).toEqual([403, 'ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS']);
  });

  it('refuses unknown permissions, but keeps those that were there', async () => {
    const user = await administrator();
    const id = await role(user.account, ['Forgotten.read']);
    expect((await update(user, id, { permissions: ['Forgotten.read', 'Dashboards.read'] })).status).toBe(200);
    const answer = await update(user, id, { permissions: ['Other.read'] });
    expect([answer.status, answer.body.code]).toEqual([400, 'ABAC_ROLE_UNKNOWN_PERMISSION']);
  });
});

describe('DELETE /acl/role/{id}', () => {
  it('takes it from its users', async () => {
    const user = await administrator();
    const id = await role(user.account, ['DigitalTwin.read']);
    const holder = await server.make.user({ account: user.account });
    await give(holder, user.account.scopeId, id);
    expect((await remove(user, id)).body).toEqual({ data: { deleted: true } });
    expect(await stored(id)).toBeUndefined();
    expect((await remove(user, id)).body.code).toBe('ABAC_ROLE_NOT_FOUND');
  });

  it('does not free people of denials that bind the caller too', async () => {
    const user = await server.make.user({ permissions: ['all.manage', '!Dashboards.manage'] });
    const id = await role(user.account, ['!Dashboards.read']);
    expect((await remove(user, id)).body.code).toBe('ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS');
    const full = await administrator(user.account);
    expect((await remove(full, id)).status).toBe(200);
  });

  it('never touches system.super.admin', async () => {
    const system = await server.make.user({ permissions: ['super.system.manage'] });
    const id = await role(system.account, ['super.system.manage'], 'system.super.admin');
    for (const answer of [await remove(system, id), await update(system, id, {})]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'ABAC_ROLE_DELETE_SUPERSYSADMIN']);
    }
  });

  it('needs all.manage where the role lies', async () => {
    const manager = await server.make.user({ permissions: ['UserManagement.manage'] });
    const answer = await remove(manager, await role(manager.account, []));
    expect([answer.status, answer.body.code]).toEqual([403, 'PERMISSION_DENIED']);
  });
});
