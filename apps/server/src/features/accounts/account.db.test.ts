import { createAccount, deleteAccount, readAccount, updateAccount } from '@stellwerk/contract/account';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestUser } from '../../../test/factories.ts';
import { findLeaks } from '../../../test/isolation.ts';
import { nounFactories } from '../../../test/noun-factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { jobs } from '../../platform/jobs/job.table.ts';
import { secrets } from '../../platform/secrets/secret.table.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { grantsOf } from '../users/index.ts';
import { createAccountService } from './account.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const administrator = (account?: TestAccount) =>
  server.make.user({ permissions: ['all.manage'], ...(account ? { account } : {}) });
const read = (as: TestUser, id: number, query = {}) => server.call(readAccount, { params: { id }, query }, { as });
const update = (as: TestUser, id: number, body: Parameters<typeof server.call<typeof updateAccount>>[1]['body']) =>
  server.call(updateAccount, { params: { id }, body }, { as });
const remove = (as: TestUser, id: number) => server.call(deleteAccount, { params: { id } }, { as });

/** An administrator of a topmost account, and accounts one and two levels below it. */
async function family() {
  const admin = await administrator();
  const child = await server.make.account({ parent: admin.account });
  const grandchild = await server.make.account({ parent: child });
  return { admin, root: admin.account, child, grandchild };
}

describe('POST /api/v1/tenant', () => {
  const create = (as: TestUser, parentId: number, name = 'New') =>
    server.call(createAccount, { body: { name, parentId, description: 'north' } }, { as });

  it('creates a sub-account with a scope of its own', async () => {
    const { admin, child } = await family();
    const { status, body } = await create(admin, child.id);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name: 'New', description: 'north', parentId: child.id, userCount: 0 });
    const [scope] = await server.database.db.select().from(scopes).where(eq(scopes.id, body.data.scopeId));
    expect(scope).toMatchObject({
      accountId: body.data.id,
      parentId: child.scopeId,
      path: `${child.scopePath}.${body.data.scopeId}`,
      name: 'New',
    });
  });

  it('answers 409 for a name that the parent has already, in any case, and 201 for one beside it', async () => {
    const { admin, root, child } = await family();
    expect((await create(admin, child.id, 'Plant')).status).toBe(201);
    const again = await create(admin, child.id, 'pLANT');
    expect([again.status, again.body.code]).toEqual([409, 'TENANT_CREATE_DUPLICATE_ENTRY']);
    expect((await create(admin, root.id, 'Plant')).status).toBe(201);
  });

  it('answers 404 for a foreign parent, 403 to readers, 400 without a name', async () => {
    const { root, child } = await family();
    expect((await create(await administrator(), child.id)).status).toBe(404);
    const reader = await server.make.user({ account: root, permissions: ['all.read'] });
    expect((await create(reader, root.id)).status).toBe(403);
    const mixed = await server.make.user({ account: child, permissions: ['all.manage'] });
    expect((await create(mixed, child.id, ' ')).body.code).toBe('VALIDATION_ERROR');
  });
});

describe('PUT /api/v1/tenant/{id}', () => {
  it('changes what is named and leaves the rest alone', async () => {
    const { admin, child } = await family();
    await update(admin, child.id, { description: 'south', properties: { cost: 7 } });
    const { status, body } = await update(admin, child.id, {
      name: 'South',
      data: { feedback: { bug: 'help@example.com' } },
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      name: 'South',
      description: 'south',
      properties: { cost: 7 },
      data: { feedback: { bug: 'help@example.com' } },
    });
    const [scope] = await server.database.db.select().from(scopes).where(eq(scopes.id, child.scopeId));
    expect(scope?.name).toBe('South');
  });

  it('answers 409 for the name of a sister, 400 for a broken address, 403 to readers, 404 for a foreign one', async () => {
    const { admin, root, child } = await family();
    const sister = await server.make.account({ parent: root });
    await update(admin, sister.id, { name: 'Sister' });
    expect((await update(admin, child.id, { name: 'sister' })).body.code).toBe('TENANT_CREATE_DUPLICATE_ENTRY');
    expect((await update(admin, child.id, { data: { feedback: { bug: 'nobody' } } })).status).toBe(400);
    const reader = await server.make.user({ account: child, permissions: ['all.read'] });
    expect((await update(reader, child.id, { name: 'x' })).status).toBe(403);
    expect((await update(await administrator(), child.id, { name: 'x' })).status).toBe(404);
  });

  it('keeps domains in their order and in ASCII', async () => {
    const { admin, child } = await family();
    const host = `m${child.id}.example.com`;
    const { body } = await update(admin, child.id, { domains: [` ${host.toUpperCase()}`, `zähler${child.id}.de`] });
    expect(body.data.domains[0]).toBe(host);
    expect(body.data.domains[1]).toMatch(/^xn--zhler\d+-.*\.de$/);
    const turned = await update(admin, child.id, { domains: [...body.data.domains].reverse() });
    expect(turned.body.data.domains).toEqual([...body.data.domains].reverse());
  });

  it('names each kind of wrong domain', async () => {
    const { admin, child, grandchild } = await family();
    const host = `d${child.id}.example.com`;
    await update(admin, grandchild.id, { domains: [host] });
    const code = async (...domains: string[]) => (await update(admin, child.id, { domains })).body.code;
    expect(await code(host)).toBe('TENANT_DOMAIN_EXISTS');
    expect(await code('a.example.com', 'A.example.com.')).toBe('TENANT_DOMAIN_DUPLICATE');
    expect(await code('https://example.com')).toBe('TENANT_DOMAIN_INVALID');
    expect(await code('10.0.0.1')).toBe('TENANT_DOMAIN_INVALID');
    expect((await read(admin, child.id)).body.data.domains).toEqual([]);
  });

  it('gives one domain to one of two accounts that ask for it at once', async () => {
    const { admin, child, grandchild } = await family();
    const domains = [`race${child.id}.example.com`];
    const answers = await Promise.all([
      update(admin, child.id, { domains }),
      update(admin, grandchild.id, { domains }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('TENANT_DOMAIN_EXISTS');
  });

  it('activates integrations for good, the dashboard after the database', async () => {
    const { admin, child } = await family();
    const set = (integrations: object) => update(admin, child.id, { integrations });
    expect((await set({ dashboard: true })).body.code).toBe('ACCOUNT_INTEGRATION_PREREQUISITE');
    const { body } = await set({ timeseriesDatabase: true, dashboard: true, iec104: false });
    expect(body.data.integrations).toMatchObject({ dashboard: expect.any(String), iec104: null });
    const off = await set({ dashboard: false });
    expect([off.status, off.body.code]).toEqual([409, 'ACCOUNT_INTEGRATION_NOT_REVERSIBLE']);
    expect((await set({ dashboard: true })).body.data.integrations).toEqual(body.data.integrations);
  });

  it('lets nobody raise the device limit of their own account', async () => {
    const { admin, child } = await family();
    expect((await update(admin, child.id, { maxNumberOfDevices: 10 })).body.data.maxNumberOfDevices).toBe(10);
    const own = await administrator(child);
    const refused = await update(own, child.id, { maxNumberOfDevices: null });
    expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED']);
  });
});

describe('default roles', () => {
  const roleIn = (account: TestAccount, permissions: string[]) =>
    createRole(server.database.db, { scopeId: account.scopeId, name: `role ${Math.random()}`, permissions });

  it('are kept scope by scope and module by module, and replaced as a list', async () => {
    const { admin, root, child, grandchild } = await family();
    const [high, low] = [await roleIn(root, ['DigitalTwin.read']), await roleIn(child, ['DigitalTwin.write'])];
    const { status, body } = await update(admin, child.id, {
      defaultRoles: [
        { scopeId: child.scopeId, roleIds: [high, low] },
        { scopeId: grandchild.scopeId, roleIds: [high] },
      ],
      moduleRoles: [{ module: 'warnapp', roleIds: [high] }],
    });
    expect(status).toBe(200);
    expect(body.data.defaultRoles.map(({ scope, roles }) => [scope.id, roles.map(({ id }) => id).sort()])).toEqual([
      [child.scopeId, [high, low].sort()],
      [grandchild.scopeId, [high]],
    ]);
    expect(body.data.moduleRoles).toMatchObject([{ module: 'warnapp', roles: [{ id: high }] }]);
    const emptied = await update(admin, child.id, { defaultRoles: [] });
    expect(emptied.body.data).toMatchObject({ defaultRoles: [], moduleRoles: [{ module: 'warnapp' }] });
  });

  it('hand out neither more than their author holds nor roles of a scope beside', async () => {
    const { admin, root, child, grandchild } = await family();
    const set = (as: TestUser, scopeId: number, roleId: number) =>
      update(as, child.id, { defaultRoles: [{ scopeId, roleIds: [roleId] }] });
    const powerful = await roleIn(root, ['super.system.manage']);
    expect((await set(admin, child.scopeId, powerful)).body.code).toBe('ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS');
    const beside = await roleIn(grandchild, ['DigitalTwin.read']);
    expect((await set(admin, child.scopeId, beside)).body.code).toBe('ABAC_ROLE_NOT_ASSIGNABLE');
    const above = await roleIn(root, ['DigitalTwin.read']);
    expect((await set(admin, root.scopeId, above)).body.code).toBe('SCOPE_NOT_FOUND');
    const foreign = await roleIn(await server.make.account(), []);
    expect((await set(admin, child.scopeId, foreign)).body.code).toBe('ABAC_ROLE_NOT_FOUND');
  });
});

describe('DELETE /api/v1/tenant/{id}', () => {
  it('removes an empty account with its scope, roles, secrets and jobs', async () => {
    const { admin, grandchild } = await family();
    const { db } = server.database;
    await createRole(db, { scopeId: grandchild.scopeId, name: 'gone', permissions: [] });
    const place = { accountId: grandchild.id, scopeId: grandchild.scopeId };
    await db.insert(jobs).values({ ...place, kind: 'test', title: 'old', payload: {} });
    const owner = `account:${grandchild.id}`;
    await db.insert(secrets).values({ owner, name: 'mailServerPassword', ciphertext: 'x' });
    const { status, body } = await remove(admin, grandchild.id);
    expect([status, body.data]).toEqual([200, { deleted: true }]);
    expect((await read(admin, grandchild.id)).status).toBe(404);
    expect(await db.select().from(scopes).where(eq(scopes.id, grandchild.scopeId))).toEqual([]);
    expect(await db.select().from(roles).where(eq(roles.scopeId, grandchild.scopeId))).toEqual([]);
    expect(await db.select().from(jobs).where(eq(jobs.accountId, grandchild.id))).toEqual([]);
    expect(await db.select().from(secrets).where(eq(secrets.owner, owner))).toEqual([]);
  });

  it('counts the objects of other features, and lets them clean up', async () => {
    const { admin, grandchild } = await family();
    const [inside, cleaned]: [number[], number[]] = [[2, 3], []];
    const { remove: removeAccount } = createAccountService({
      mailServers: { read: async () => null, forget: async () => {} },
      contents: () => [async () => inside[0] ?? 0, async () => inside[1] ?? 0],
      cleaners: () => [async (_db, id) => cleaned.push(id)],
      moveBlockers: () => [],
      onMove() {},
    });
    const grants = await grantsOf(server.database.db, admin.id);
    const run = () =>
      server.database.db.transaction((db) =>
        removeAccount(
          { db, actor: { grants }, activity: { objects: [], details: {} } } as unknown as Ctx,
          grandchild.id,
        ),
      );
    await expect(run()).rejects.toMatchObject({ code: 'ACCOUNT_NOT_EMPTY', params: { objects: 5 } });
    expect(cleaned).toEqual([]);
    inside.length = 0;
    expect(await run()).toEqual({ deleted: true });
    expect(cleaned).toEqual([grandchild.id]);
  });

  it('answers 409 with counts while something is inside', async () => {
    const { admin, child, grandchild } = await family();
    await server.make.user({ account: grandchild });
    expect(await remove(admin, child.id)).toMatchObject({
      status: 409,
      body: { code: 'ACCOUNT_NOT_EMPTY', params: { accounts: 1, users: 0, objects: 0 } },
    });
    expect(await remove(admin, grandchild.id)).toMatchObject({ body: { params: { accounts: 0, users: 1 } } });
  });

  it('is refused for the topmost account and to the account’s own administrators', async () => {
    const { admin, root, child } = await family();
    expect((await remove(admin, root.id)).body.code).toBe('ACCOUNT_DELETE_TOPMOST');
    const refused = await remove(await administrator(child), child.id);
    expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    expect((await remove(await administrator(), child.id)).status).toBe(404);
  });
});

it('no route of accounts lets strangers through', async () => {
  const routes = server.routes.filter(
    ({ route }) => route.path.startsWith('/api/v1/tenant') || route.path.startsWith('/api/v1/acl/modules'),
  );
  expect(routes.length).toBeGreaterThanOrEqual(16);
  expect((await findLeaks(server, routes, nounFactories)).leaks).toEqual([]);
});
