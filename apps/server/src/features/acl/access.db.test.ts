import { updateAccess } from '@stellwerk/contract/access';
import { eq } from 'drizzle-orm';
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

const role = (account: TestAccount, permissions: string[]) =>
  createRole(server.database.db, { scopeId: account.scopeId, name: `role ${Math.random()}`, permissions });
const give = (user: TestUser, scopeId: number, roleId: number) =>
  server.database.db.insert(userRoles).values({ userId: user.id, scopeId, roleId });
const heldBy = async (user: TestUser) =>
  (await server.database.db.select().from(userRoles).where(eq(userRoles.userId, user.id)))
    .map(({ scopeId, roleId }) => `${scopeId}:${roleId}`)
    .sort();

const set = (actor: TestUser, target: TestUser, access: Record<number, number[]>) => {
  const entries = Object.entries(access).map(([scopeId, ids]) => ({
    scopeId: Number(scopeId),
    roles: ids.map((id) => ({ id })),
  }));
  return server.call(updateAccess, { body: { userId: target.id, access: entries } }, { as: actor });
};

/** An account with an administrator of users, who may also read twins, and an ordinary user. */
async function staff(permissions = ['UserManagement.manage', 'DigitalTwin.read']) {
  const account = await server.make.account();
  const manager = await server.make.user({ account, permissions });
  const friend = await server.make.user({ account });
  return { account, manager, friend };
}

describe('POST /acl/updateaccess', () => {
  it('replaces the roles in the named scopes, leaves others alone and answers what stands', async () => {
    const { account, manager, friend } = await staff();
    const inner = await createScope(server.database.db, { parentId: account.scopeId, name: 'Inner' });
    const [old, fresh, kept] = [
      await role(account, []),
      await role(account, ['DigitalTwin.read']),
      await role(account, []),
    ];
    await give(friend, inner.id, old);
    const elsewhere = await createScope(server.database.db, { parentId: account.scopeId, name: 'Elsewhere' });
    await give(friend, elsewhere.id, kept);
    const answer = await set(manager, friend, { [inner.id]: [fresh] });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toContainEqual(
      expect.objectContaining({
        scopeId: inner.id,
        scopeName: 'Inner',
        roles: [{ id: fresh, name: expect.any(String) }],
      }),
    );
    const held = await heldBy(friend);
    expect(held).toContain(`${inner.id}:${fresh}`);
    expect(held).toContain(`${elsewhere.id}:${kept}`);
    expect(held).not.toContain(`${inner.id}:${old}`);
    await set(manager, friend, { [inner.id]: [] });
    expect((await heldBy(friend)).filter((entry) => entry.startsWith(`${inner.id}:`))).toEqual([]);
  });

  it('gives a role of an account above in a scope below', async () => {
    const parent = await server.make.account();
    const { account, manager, friend } = await (async () => {
      const own = await server.make.account({ parent });
      return {
        account: own,
        manager: await server.make.user({ account: own, permissions: ['UserManagement.manage', 'DigitalTwin.read'] }),
        friend: await server.make.user({ account: own }),
      };
    })();
    const inherited = await role(parent, ['DigitalTwin.read']);
    expect((await set(manager, friend, { [account.scopeId]: [inherited] })).status).toBe(200);
  });

  it('refuses a role of a scope beside', async () => {
    const parent = await server.make.account();
    const boss = await server.make.user({ account: parent, permissions: ['all.manage'] });
    const [one, two] = [await server.make.account({ parent }), await server.make.account({ parent })];
    const friend = await server.make.user({ account: one });
    const answer = await set(boss, friend, { [one.scopeId]: [await role(two, [])] });
    expect([answer.status, answer.body.code]).toEqual([409, 'ABAC_ROLE_NOT_ASSIGNABLE']);
  });

  it('refuses the same scope or role twice', async () => {
    const { account, manager, friend } = await staff();
    const id = await role(account, []);
    const twice = {
      userId: friend.id,
      access: [
        { scopeId: account.scopeId, roles: [] },
        { scopeId: account.scopeId, roles: [] },
      ],
    };
    const scopes = await server.call(updateAccess, { body: twice }, { as: manager });
    const roles = await set(manager, friend, { [account.scopeId]: [id, id] });
    for (const answer of [scopes, roles]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'ABAC_USERACCESS_DUPLICATE_ENTRY']);
    }
  });

  it('shows no foreign user, scope or role', async () => {
    const [mine, theirs] = [await staff(), await staff()];
    const foreign = await role(theirs.account, []);
    const codes = [
      await set(mine.manager, theirs.friend, { [mine.account.scopeId]: [] }),
      await set(mine.manager, mine.friend, { [theirs.account.scopeId]: [] }),
      await set(mine.manager, mine.friend, { [mine.account.scopeId]: [foreign] }),
    ].map(({ status, body }) => [status, body.code]);
    expect(codes).toEqual([
      [404, 'USER_NOT_FOUND'],
      [404, 'SCOPE_NOT_FOUND'],
      [404, 'ABAC_ROLE_NOT_FOUND'],
    ]);
  });
});

describe('an attempt to get more', () => {
  it('by giving oneself a role fails', async () => {
    const { account, manager } = await staff();
    const before = await heldBy(manager);
    const answer = await set(manager, manager, { [account.scopeId]: [await role(account, ['all.manage'])] });
    expect([answer.status, answer.body.code]).toEqual([409, 'USER_OWN_ACCESS_UNCHANGEABLE']);
    expect(await heldBy(manager)).toEqual(before);
  });

  it('by giving a friend a mightier role fails, and so does a friend’s friend above', async () => {
    const { account, manager, friend } = await staff();
    for (const permissions of [['all.manage'], ['DigitalTwin.write'], ['super.system.manage'], ['all.read']]) {
      const answer = await set(manager, friend, { [account.scopeId]: [await role(account, permissions)] });
      expect([answer.status, answer.body.code]).toEqual([403, 'ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS']);
    }
    const boss = await server.make.user({ account, permissions: ['all.manage'] });
    const answer = await set(manager, boss, { [account.scopeId]: [] });
    expect([answer.status, answer.body.code]).toEqual([403, 'USER_EXCEEDS_OWN_PERMISSIONS']);
  });

  it('by taking a denial away fails, unless one holds what it denies', async () => {
    const { account, manager, friend } = await staff(['UserManagement.manage', 'DigitalTwin.read']);
    const denial = await role(account, ['!DigitalTwin.write']);
    await give(friend, account.scopeId, denial);
    const answer = await set(manager, friend, { [account.scopeId]: [] });
    expect([answer.status, answer.body.code]).toEqual([403, 'ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS']);
    const boss = await server.make.user({ account, permissions: ['all.manage'] });
    expect((await set(boss, friend, { [account.scopeId]: [] })).status).toBe(200);
  });

  it('by a denial that hides a stronger one fails', async () => {
    const actor = ['UserManagement.manage', 'Dashboards.manage', '!Dashboards.manage'];
    const { account, manager, friend } = await staff(actor);
    await give(friend, account.scopeId, await role(account, ['Dashboards.manage']));
    await give(friend, account.scopeId, await role(account, ['!Dashboards.write']));
    const kept = (await heldBy(friend)).map((entry) => Number(entry.split(':')[1]));
    const denying = Math.max(...kept);
    const answer = await set(manager, friend, { [account.scopeId]: kept.filter((id) => id !== denying) });
    expect(answer.body.code).toBe('ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS');
  });

  it('needs UserManagement.manage at the scope, not only at the user', async () => {
    const parent = await server.make.account();
    const own = await server.make.account({ parent });
    const manager = await server.make.user({ account: own, permissions: ['UserManagement.manage'] });
    const friend = await server.make.user({ account: own });
    const answer = await set(manager, friend, { [parent.scopeId]: [] });
    expect([answer.status, answer.body.code]).toEqual([404, 'SCOPE_NOT_FOUND']);
    const reader = await server.make.user({ account: own, permissions: ['UserManagement.read'] });
    expect((await set(reader, friend, { [own.scopeId]: [] })).status).toBe(403);
  });
});
