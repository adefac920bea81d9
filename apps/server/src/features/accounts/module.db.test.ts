import { updateAccount } from '@stellwerk/contract/account';
import { listModules, type ModuleId, toggleModule } from '@stellwerk/contract/module';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { decide } from '../../platform/policy/policy.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { grantsOf } from '../users/index.ts';
import { defaultAccess } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const administrator = (account?: TestAccount) =>
  server.make.user({ permissions: ['all.manage'], ...(account ? { account } : {}) });
const toggle = (as: TestUser, id: number, module: ModuleId, active: boolean) =>
  server.call(toggleModule, { params: { id, module }, body: { active } }, { as });
const stateOf = async (as: TestUser, id: number, module: ModuleId) =>
  (await server.call(listModules, { params: { id } }, { as })).body.data.find((each) => each.id === module);

async function family() {
  const admin = await administrator();
  const child = await server.make.account({ parent: admin.account });
  const leaf = await server.make.account({ parent: child });
  return { admin, root: admin.account, child, leaf };
}

const roleIn = ({ scopeId }: TestAccount, permissions: string[]) =>
  createRole(server.database.db, { scopeId, name: `role ${Math.random()}`, permissions });

async function permissionsOf(...ids: number[]): Promise<string[][]> {
  const found = await server.database.db.select().from(roles).where(inArray(roles.id, ids)).orderBy(roles.id);
  return found.map(({ permissions }) => permissions);
}

describe('GET /api/v1/acl/modules/tenant/{id}', () => {
  it('answers every module, on unless switched off', async () => {
    const { admin, child } = await family();
    const { status, body } = await server.call(listModules, { params: { id: child.id } }, { as: admin });
    expect(status).toBe(200);
    expect(body.data.map(({ id, active, abilities }) => [id, active, abilities.toggle])).toEqual([
      ['warnapp', true, true],
      ['assetmgmt', true, true],
      ['fm-ticket', true, true],
      ['fm-access', true, true],
      ['iot-hub', true, false],
      ['twin-sharing', true, true],
      ['metrics-history', true, false],
    ]);
  });

  it('names the account above where a module is off, to those who may see it', async () => {
    const { admin, child, leaf } = await family();
    await toggle(admin, child.id, 'warnapp', false);
    expect(await stateOf(admin, leaf.id, 'warnapp')).toMatchObject({
      active: false,
      inactiveAbove: true,
      inactiveAt: { id: child.id },
      abilities: { toggle: false },
    });
    expect(await stateOf(await administrator(leaf), leaf.id, 'warnapp')).toMatchObject({
      inactiveAbove: true,
      inactiveAt: null,
    });
    expect(await stateOf(admin, child.id, 'warnapp')).toMatchObject({ active: false, inactiveAbove: false });
    expect(await stateOf(admin, admin.account.id, 'warnapp')).toMatchObject({ active: true });
  });

  it('answers 404 for a foreign account and 403 to readers', async () => {
    const { child } = await family();
    const call = (as: TestUser) => server.call(listModules, { params: { id: child.id } }, { as });
    expect((await call(await administrator())).status).toBe(404);
    expect((await call(await server.make.user({ account: child, permissions: ['all.read'] }))).status).toBe(403);
  });
});

describe('POST /api/v1/acl/modules/tenant/{id}/{module}', () => {
  it('takes the permissions from all roles of the account and below, and from no others', async () => {
    const { admin, root, child, leaf } = await family();
    const mixed = ['DigitalTwin.read', 'IsFmTicket.manage', '!IsFmTicket.write', 'IsFmTicket.read', 'all.list'];
    const ids = [await roleIn(root, mixed), await roleIn(child, mixed), await roleIn(leaf, mixed)];
    const { status, body } = await toggle(admin, child.id, 'fm-ticket', false);
    expect([status, body.data.active]).toEqual([200, false]);
    const rest = ['DigitalTwin.read', '!IsFmTicket.write', 'all.list'];
    expect(await permissionsOf(...ids)).toEqual([mixed, rest, rest]);
    expect((await toggle(admin, child.id, 'fm-ticket', true)).body.data.active).toBe(true);
    expect(await permissionsOf(...ids)).toEqual([mixed, rest, rest]);
  });

  it('denies the module to those whose roles come from above, until it is on again', async () => {
    const { admin, child, leaf } = await family();
    const may = async () =>
      decide(await grantsOf(server.database.db, admin.id), 'IsWarnapp.read', leaf.scopePath).allowed;
    expect(await may()).toBe(true);
    await toggle(admin, child.id, 'warnapp', false);
    expect(await may()).toBe(false);
    await toggle(admin, child.id, 'warnapp', true);
    expect(await may()).toBe(true);
  });

  it('can’t switch on what is off above', async () => {
    const { admin, child, leaf } = await family();
    await toggle(admin, child.id, 'warnapp', false);
    const refused = await toggle(admin, leaf.id, 'warnapp', true);
    expect([refused.status, refused.body.code]).toEqual([409, 'MODULE_INACTIVE_ABOVE']);
  });

  it('leaves modules of the system to the system administrator', async () => {
    const { admin, root, child } = await family();
    const refused = await toggle(admin, child.id, 'iot-hub', false);
    expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    const system = await server.make.user({ account: root, permissions: ['super.system.manage'] });
    expect((await toggle(system, child.id, 'iot-hub', false)).status).toBe(200);
    expect(await stateOf(admin, child.id, 'iot-hub')).toMatchObject({ active: false });
  });

  it('answers 404 for a foreign account, 400 for an unknown module', async () => {
    const { admin, child } = await family();
    expect((await toggle(await administrator(), child.id, 'warnapp', false)).status).toBe(404);
    expect((await toggle(admin, child.id, 'chess' as ModuleId, false)).status).toBe(400);
  });
});

it('gives the roles of a module to new users only while it is on, here and above', async () => {
  const { admin, child, leaf } = await family();
  const { db } = server.database;
  const role = await roleIn(child, ['IsWarnapp.read']);
  const moduleRoles = [{ module: 'warnapp' as const, roleIds: [role] }];
  await server.call(updateAccount, { params: { id: leaf.id }, body: { moduleRoles } }, { as: admin });
  expect(await stateOf(admin, leaf.id, 'warnapp')).toMatchObject({ roles: [{ id: role }] });
  expect(await defaultAccess(db, leaf.id)).toEqual([{ scopeId: leaf.scopeId, roleId: role }]);
  await toggle(admin, child.id, 'warnapp', false);
  expect(await defaultAccess(db, leaf.id)).toEqual([]);
  await toggle(admin, child.id, 'warnapp', true);
  expect(await defaultAccess(db, leaf.id)).toHaveLength(1);
});
