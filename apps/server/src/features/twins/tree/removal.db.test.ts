import { deleteAccount } from '@stellwerk/contract/account';
import { createState, newState } from '@stellwerk/contract/state';
import { deleteTwin, readTwinDependencies, setTwinDisabled } from '@stellwerk/contract/twin';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTwin, TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { jobs } from '../../../platform/jobs/job.table.ts';
import { roles } from '../../../platform/tenancy/role.table.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { userRoles } from '../../../platform/tenancy/user.table.ts';
import { devices } from '../../devices/index.ts';
import { twinCalls } from '../testing/twins.ts';
import { twins } from '../twin.table.ts';

let server: TestServer;
let call: ReturnType<typeof twinCalls>;
beforeAll(async () => {
  server = await startTestServer();
  call = twinCalls(server);
});
afterAll(() => server.close());

const remove = (as: TestUser, id: number) => server.call(deleteTwin, { params: { id } }, { as });
const dependencies = async (as: TestUser, id: number) =>
  (await server.call(readTwinDependencies, { params: { id } }, { as })).body.data;
async function asDevice(id: number): Promise<void> {
  const connector = await server.make.connector();
  await server.database.db.update(twins).set({ category: 'virtualDevice' }).where(eq(twins.id, id));
  await server.database.db.insert(devices).values({ twinId: id, connectorId: connector.id, externalId: String(id) });
}

/** A state that is computed from another one. */
async function aggregate(as: TestUser, twin: TestTwin, sourceId: number) {
  const body = newState.parse({ key: 'sum', title: 'Sum', config: { source: 'aggregate', stateIds: [sourceId] } });
  const { status } = await server.call(createState, { params: { id: twin.id }, body }, { as });
  expect(status).toBe(201);
}

describe('DELETE /api/v1/digitaltwin/{id}', () => {
  it('takes everything below along, with scopes, their roles and what users held there', async () => {
    const user = await call.editor();
    const top = await call.make(user, { title: 'top' });
    const inner = await call.giveScope(user, (await call.make(user, { title: 'inner', parentId: top.id })).id);
    await call.make(user, { title: 'leaf', parentId: inner.id });
    const holder = await server.make.user();
    await call.grant(holder, inner.scopeId, ['DigitalTwin.read']);
    const { db } = server.database;
    const job = { accountId: user.account.id, scopeId: inner.scopeId, kind: 'test', title: 'test', payload: {} };
    const [made] = await db.insert(jobs).values(job).returning({ id: jobs.id });
    expect(await dependencies(user, top.id)).toEqual({
      descendants: 2,
      devices: 0,
      states: 0,
      aggregatedBy: [],
      aggregatedByCount: 0,
      rules: 0,
      usedByRules: 0,
      shares: 0,
      scopes: 1,
      roleAssignments: 1,
      isDeletable: true,
    });
    const { status, body } = await remove(user, top.id);
    expect([status, body.data]).toEqual([200, { deleted: 3 }]);
    expect(await call.titles(user, {})).toEqual([]);
    const counts = await Promise.all([
      db.$count(scopes, eq(scopes.id, inner.scopeId)),
      db.$count(roles, eq(roles.scopeId, inner.scopeId)),
      db.$count(userRoles, eq(userRoles.scopeId, inner.scopeId)),
      db.$count(jobs, and(eq(jobs.id, made?.id ?? 0), eq(jobs.scopeId, user.account.scopeId))),
    ]);
    expect(counts).toEqual([0, 0, 0, 1]);
  });

  it('needs the permission in every scope below', async () => {
    const user = await call.editor();
    const top = await call.make(user, { title: 'top' });
    const inner = await call.giveScope(user, (await call.make(user, { title: 'inner', parentId: top.id })).id);
    const most = await server.make.user();
    await call.grant(most, user.account.scopeId, ['DigitalTwin.manage']);
    await call.grant(most, inner.scopeId, ['!DigitalTwin.manage']);
    expect((await dependencies(most, top.id)).isDeletable).toBe(false);
    expect((await remove(most, top.id)).body.code).toBe('PERMISSION_DENIED');
    const writer = await server.make.user({ account: user.account, permissions: ['DigitalTwin.write'] });
    expect((await remove(writer, top.id)).status).toBe(403);
    expect((await remove(await call.editor(), top.id)).body.code).toBe('DTWIN_NOT_FOUND');
  });

  it('is refused while devices lie below', async () => {
    const user = await call.editor();
    const top = await call.make(user, { title: 'top' });
    await asDevice((await call.make(user, { title: 'device', parentId: top.id })).id);
    expect(await dependencies(user, top.id)).toMatchObject({ devices: 1, isDeletable: false });
    expect((await remove(user, top.id)).body.code).toBe('DTWIN_DELETE_HAS_DEVICES');
  });

  it('is refused while states elsewhere are computed from states below, and not for states inside', async () => {
    const user = await call.editor();
    const [top, outside] = [
      await server.make.twin({ account: user.account }),
      await server.make.twin({ account: user.account }),
    ];
    const [first, second] = [await server.make.twin({ parent: top }), await server.make.twin({ parent: top })];
    const source = await server.make.state({ twin: first });
    await aggregate(user, second, source.id);
    await aggregate(user, outside, source.id);
    const found = await dependencies(user, top.id);
    expect(found).toMatchObject({ states: 2, aggregatedByCount: 1, isDeletable: false });
    expect(found.aggregatedBy).toMatchObject([{ stateTitle: 'Sum', dtwinId: outside.id, dtwinTitle: outside.title }]);
    expect((await remove(user, top.id)).body.code).toBe('DTWIN_DELETE_STATES_AGGREGATED');
    expect((await remove(user, outside.id)).body.data).toEqual({ deleted: 1 });
    expect((await remove(user, top.id)).body.data).toEqual({ deleted: 3 });
  });

  it('takes a thousand twins at most', async () => {
    const user = await call.editor();
    const top = await call.make(user, { title: 'top' });
    const { db } = server.database;
    await db.execute(sql`
      insert into twins (id, account_id, parent_id, path, scope_id, title, search_text) overriding system value
      select id, ${user.account.id}, ${top.id}, (${`${top.id}.`} || id)::ltree, ${user.account.scopeId}, 'x' || id, 'x'
      from (select nextval(pg_get_serial_sequence('twins', 'id')) as id from generate_series(1, 1000)) as drawn`);
    const large = await remove(user, top.id);
    expect([large.status, large.body.code]).toEqual([409, 'DTWIN_SUBTREE_TOO_LARGE']);
    expect((await dependencies(user, top.id)).isDeletable).toBe(false);
    const one = db.select({ id: twins.id }).from(twins).where(eq(twins.parentId, top.id)).limit(1);
    await db.delete(twins).where(inArray(twins.id, one));
    expect((await remove(user, top.id)).body.data).toEqual({ deleted: 1_000 });
  });
});

describe('an account', () => {
  it('can’t be deleted while it has twins', async () => {
    const user = await server.make.user({ permissions: ['all.manage'] });
    const below = await server.make.account({ parent: user.account });
    const twin = await call.make(user, { title: 'twin', tenantId: below.id });
    const drop = () => server.call(deleteAccount, { params: { id: below.id } }, { as: user });
    expect(await drop()).toMatchObject({ status: 409, body: { code: 'ACCOUNT_NOT_EMPTY', params: { objects: 1 } } });
    await remove(user, twin.id);
    expect((await drop()).status).toBe(200);
  });
});

describe('POST /api/v1/digitaltwin/{id}/disabled/{flag}', () => {
  it('disables and enables the twin with the devices below', async () => {
    const user = await call.editor();
    const top = await call.make(user, { title: 'top' });
    const room = await call.make(user, { title: 'room', parentId: top.id });
    const device = await call.make(user, { title: 'device', parentId: room.id });
    await asDevice(device.id);
    const set = (flag: 'true' | 'false') =>
      server.call(setTwinDisabled, { params: { id: top.id, flag } }, { as: user });
    expect((await set('true')).body.data).toEqual({ id: top.id, disabled: true, devices: 1 });
    expect(await call.titles(user, { disabled: 'true' })).toEqual(['device', 'top']);
    expect((await set('false')).body.data).toEqual({ id: top.id, disabled: false, devices: 1 });
    expect(await call.titles(user, { disabled: 'true' })).toEqual([]);
  });
});
