import { checkAccess, explainAccess, updateAccess } from '@stellwerk/contract/access';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { createScope } from '../../platform/tenancy/scope.store.ts';
import { userRoles, users } from '../../platform/tenancy/user.table.ts';
import { accountModules } from '../accounts/index.ts';
import { activity } from '../activity/activity.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function give(user: TestUser, scopeId: number, permissions: string[], name = `role ${Math.random()}`) {
  const roleId = await createRole(server.database.db, { scopeId, name, permissions });
  await server.database.db.insert(userRoles).values({ userId: user.id, scopeId, roleId });
  return roleId;
}
const switchOff = (account: TestAccount, module: 'fm-ticket') =>
  server.database.db.insert(accountModules).values({ accountId: account.id, module, active: false });

type Question = Parameters<typeof server.call<typeof explainAccess>>[1]['body'];
const explain = (actor: TestUser, body: Question) => server.call(explainAccess, { body }, { as: actor });

describe('POST /acl/checkaccess', () => {
  it('answers in order, here and somewhere, with the reason', async () => {
    const user = await server.make.user({
      permissions: ['DigitalTwin.write', 'Dashboards.manage', '!Dashboards.write'],
    });
    const inner = await createScope(server.database.db, { parentId: user.account.scopeId, name: 'Inner' });
    const stranger = await server.make.account({ parent: user.account });
    await give(user, inner.id, ['!DigitalTwin.list']);
    const at = { scopeId: user.account.scopeId };
    const body = [
      { subject: 'DigitalTwin', action: 'read', props: at },
      { subject: 'DigitalTwin', action: 'manage', props: at },
      { subject: 'Dashboards', action: 'write', props: at },
      { subject: 'Dashboards', action: 'write' },
      { subject: 'DigitalTwin', action: 'write' },
      { subject: 'Unheard', action: 'of' },
    ];
    const answer = await server.call(checkAccess, { body }, { as: user });
    expect(answer.body.data.map(({ allowed, reason }) => [allowed, reason])).toEqual([
      [true, 'granted'],
      [false, 'not-granted'],
      [false, 'denied'],
      [false, 'denied'],
      [true, 'granted'],
      [false, 'not-granted'],
    ]);
    expect(answer.body.data[0]).toMatchObject({ subject: 'DigitalTwin', action: 'read' });
    const hidden = [{ subject: 'DigitalTwin', action: 'read', props: { tenantId: stranger.id } }];
    expect((await server.call(checkAccess, { body: hidden }, { as: user })).body.code).toBe('ACCOUNT_NOT_FOUND');
  });

  it('asks at an account for those who see it, and leaves no trace in the log', async () => {
    const user = await server.make.user({ permissions: ['UserManagement.read'] });
    const body = [{ subject: 'UserManagement', action: 'read', props: { tenantId: user.account.id } }];
    const answer = await server.call(checkAccess, { body }, { as: user });
    expect(answer.body.data[0]?.allowed).toBe(true);
    expect(await server.database.db.select().from(activity).where(eq(activity.userId, user.id))).toEqual([]);
  });

  it('hides foreign scopes', async () => {
    const [user, other] = [await server.make.user({ permissions: ['all.manage'] }), await server.make.account()];
    const body = [{ subject: 'all', action: 'manage', props: { scopeId: other.scopeId } }];
    expect((await server.call(checkAccess, { body }, { as: user })).status).toBe(404);
  });
});

describe('POST /acl/explain', () => {
  it('names the role and scope that grant, and all that speak for or against', async () => {
    const boss = await server.make.user({ permissions: ['all.manage'] });
    const { account } = boss;
    const lea = await server.make.user({ account });
    const inner = await createScope(server.database.db, { parentId: account.scopeId, name: 'Nordstadt' });
    const operator = await give(lea, account.scopeId, ['VirtualDevice.manage'], 'Operator');
    const more = await give(lea, inner.id, ['VirtualDevice.write'], 'Helper');
    const question = { userId: lea.id, permission: 'VirtualDevice.write', scopeId: inner.id };
    const { now, changed } = (await explain(boss, question)).body.data;
    expect(changed).toBeNull();
    expect(now).toMatchObject({ allowed: true, reason: 'granted', denying: [] });
    expect(now.by).toEqual({
      permission: 'VirtualDevice.manage',
      scope: { id: account.scopeId, name: expect.any(String) },
      role: { id: operator, name: 'Operator' },
      module: null,
    });
    expect(now.granting.map(({ role }) => role?.id)).toEqual([operator, more]);
    const denial = await give(lea, account.scopeId, ['!VirtualDevice.read'], 'No devices');
    const denied = (await explain(boss, question)).body.data.now;
    expect(denied).toMatchObject({ allowed: false, reason: 'denied', by: { role: { id: denial } } });
    expect([denied.granting.length, denied.denying.length]).toEqual([2, 1]);
  });

  it('names the roles that would allow it, unless something else speaks against it', async () => {
    const boss = await server.make.user({ permissions: ['all.manage'] });
    const { account } = boss;
    const lea = await server.make.user({ account });
    const question = { userId: lea.id, permission: 'VirtualDevice.write', scopeId: account.scopeId };
    for (const [name, permission] of [
      ['Operator', 'VirtualDevice.manage'],
      ['Reader', 'VirtualDevice.read'],
    ] as const) {
      await createRole(server.database.db, { scopeId: account.scopeId, name, permissions: [permission] });
    }
    const allowing = async () => (await explain(boss, question)).body.data.allowing.map(({ name }) => name);
    const names = await allowing();
    expect(names).toContain('Operator');
    expect(names).not.toContain('Reader');
    await give(lea, account.scopeId, ['!VirtualDevice.write'], 'No changes');
    expect(await allowing()).toEqual([]);
  });

  it('names a module that is off, and users who are deactivated', async () => {
    const boss = await server.make.user({ permissions: ['all.manage'] });
    const lea = await server.make.user({ account: boss.account, permissions: ['IsFmTicket.manage'] });
    await switchOff(boss.account, 'fm-ticket');
    const question = { userId: lea.id, permission: 'IsFmTicket.read', scopeId: boss.account.scopeId };
    const off = (await explain(boss, question)).body.data.now;
    expect(off).toMatchObject({ allowed: false, reason: 'denied', by: { module: 'fm-ticket', role: null } });
    await server.database.db.update(users).set({ active: false }).where(eq(users.id, lea.id));
    const gone = (await explain(boss, { ...question, permission: 'DigitalTwin.read' })).body.data.now;
    expect(gone).toMatchObject({ allowed: false, reason: 'deactivated', by: null });
  });

  it('shows what a change would alter, modules of new scopes included, and changes nothing', async () => {
    const boss = await server.make.user({ permissions: ['all.manage'] });
    const below = await server.make.account({ parent: boss.account });
    const lea = await server.make.user({ account: boss.account });
    const tickets = await createRole(server.database.db, {
      scopeId: boss.account.scopeId,
      name: 'Tickets',
      permissions: ['IsFmTicket.manage'],
    });
    const question = { userId: lea.id, permission: 'IsFmTicket.read', scopeId: below.scopeId };
    const change = [{ scopeId: below.scopeId, roles: [{ id: tickets }] }];
    const before = (await explain(boss, { ...question, change })).body.data;
    expect([before.now.reason, before.changed?.reason]).toEqual(['not-granted', 'granted']);
    expect((await explain(boss, question)).body.data.now.reason).toBe('not-granted');
    await switchOff(below, 'fm-ticket');
    expect((await explain(boss, { ...question, change })).body.data.changed).toMatchObject({
      allowed: false,
      by: { module: 'fm-ticket' },
    });
    await server.call(updateAccess, { body: { userId: lea.id, access: change } }, { as: boss });
    const away = [{ scopeId: below.scopeId, roles: [] }];
    const after = (await explain(boss, { ...question, change: away })).body.data;
    expect([after.now.granting.length, after.changed?.granting.length]).toEqual([1, 0]);
  });

  it('does not tell names of scopes above that the caller may not see', async () => {
    const parent = await server.make.account();
    const own = await server.make.account({ parent });
    const manager = await server.make.user({ account: own, permissions: ['UserManagement.read'] });
    const lea = await server.make.user({ account: own });
    await give(lea, parent.scopeId, ['DigitalTwin.read'], 'Secret role');
    const question = { userId: lea.id, permission: 'DigitalTwin.read', scopeId: own.scopeId };
    const answer = await explain(manager, question);
    expect(answer.body.data.now).toMatchObject({
      allowed: true,
      by: { permission: 'DigitalTwin.read', scope: null, role: null, module: null },
    });
    expect(JSON.stringify(answer.body)).not.toContain('Secret role');
  });

  it('refuses inverted permissions, and those who may not read users', async () => {
    const boss = await server.make.user({ permissions: ['all.manage'] });
    const question = { userId: boss.id, permission: '!DigitalTwin.read', scopeId: boss.account.scopeId };
    expect((await explain(boss, question)).status).toBe(400);
    const reader = await server.make.user({ permissions: ['DigitalTwin.read'] });
    expect((await explain(reader, { ...question, permission: 'DigitalTwin.read' })).status).toBe(403);
  });
});
