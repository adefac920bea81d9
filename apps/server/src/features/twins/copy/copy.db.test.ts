import type { RouteCall } from '@stellwerk/contract/core/route';
import { cancelJob, readJob } from '@stellwerk/contract/job';
import { createRule, listTwinRules } from '@stellwerk/contract/rule-calls';
import { createState, listTwinStates, newState } from '@stellwerk/contract/state';
import { duplicateTwin } from '@stellwerk/contract/twin-copy';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { roles } from '../../../platform/tenancy/role.table.ts';
import { userRoles } from '../../../platform/tenancy/user.table.ts';
import { findInconsistencies } from '../testing/consistency.ts';
import { finishJob } from '../testing/finish-job.ts';
import { twinCalls } from '../testing/twins.ts';
import { twinFiles, twins } from '../twin.table.ts';

let server: TestServer;
let call: ReturnType<typeof twinCalls>;
beforeAll(async () => {
  server = await startTestServer();
  call = twinCalls(server);
});
afterAll(() => server.close());

const duplicate = (as: TestUser, id: number, body: RouteCall<typeof duplicateTwin>['body']) =>
  server.call(duplicateTwin, { params: { id }, body }, { as });

const warm = { severity: 'warning', message: 'warm' } as const;

describe('POST /api/v1/digitaltwin/{id}/duplicate', () => {
  it('copies what describes the twin, and neither people nor addresses of senders nor attachments', async () => {
    const user = await call.editor();
    const shared = {
      type: 'floor',
      description: 'About',
      icon: 'stairs',
      tags: ['a', 'b'],
      address: 'Street 1',
      latitude: 1,
      longitude: 2,
      keyValue: [{ key: 'k', value: 'v' }],
      floorNumber: 3,
      room: 'r',
      geoPolygon: { kind: 'circle', radiusMeters: 10 },
      overlayBounds: { north: 2, east: 2, south: 1, west: 1 },
    } as const;
    const fields = structuredClone(shared) as unknown as { title: string };
    const original = await call.make(user, {
      ...fields,
      title: 'Original',
      references: [{ name: 'serial', value: '1' }],
      userRelations: [{ userId: user.id, responsibility: 'serviceTechnician' }],
    });
    const { db } = server.database;
    const file = { twinId: original.id, name: 'x', type: 'image/png', sizeBytes: 1 };
    await db.insert(twinFiles).values([
      { ...file, kind: 'background', key: 'a'.repeat(32) },
      { ...file, kind: 'attachment', key: 'b'.repeat(32) },
    ]);
    const body = newState.parse({ key: 'temperature', title: 'Temperature', unit: '°C', config: { source: 'none' } });
    await server.call(createState, { params: { id: original.id }, body }, { as: user });
    const { status, body: answer } = await duplicate(user, original.id, { title: 'Copy', tenantId: user.account.id });
    expect(status).toBe(201);
    expect(answer.data).toMatchObject({
      ...shared,
      title: 'Copy',
      parentId: null,
      references: [],
      userRelations: [],
      attachments: [],
      backgroundImage: { name: 'x', type: 'image/png' },
      overlayImage: null,
      stateCount: 1,
      isFavourite: false,
    });
    const states = await server.call(listTwinStates, { params: { id: answer.data.id } }, { as: user });
    expect(states.body.data).toMatchObject([{ key: 'temperature', unit: '°C', value: null }]);
    expect(await call.titles(user, { search: 'copy a' })).toEqual(['Copy']);
  });

  it('copies everything below on demand, also below itself', async () => {
    const user = await call.editor();
    const top = await call.make(user, { title: 'top' });
    const inner = await call.giveScope(user, (await call.make(user, { title: 'inner', parentId: top.id })).id);
    await call.make(user, { title: 'leaf', parentId: inner.id });
    const device = await call.make(user, { title: 'device', parentId: inner.id });
    await server.database.db.update(twins).set({ category: 'virtualDevice' }).where(eq(twins.id, device.id));
    const copy = await duplicate(user, top.id, { title: 'copy', parentId: inner.id, withDescendants: true });
    expect(copy.body.data).toMatchObject({ scopeId: inner.scopeId, ownsScope: false, childCount: 1 });
    expect(await call.titles(user, { twinId: copy.body.data.id })).toEqual(['copy', 'inner', 'leaf']);
    expect(await findInconsistencies(server.database.db, user.account.id)).toEqual([]);
    const alone = await duplicate(user, top.id, { title: 'alone', tenantId: user.account.id });
    expect(alone.body.data.childCount).toBe(0);
  });

  it('copies nothing that the caller may not read', async () => {
    const user = await call.editor();
    const top = await call.make(user, { title: 'top' });
    const secret = await call.giveScope(user, (await call.make(user, { title: 'secret', parentId: top.id })).id);
    await call.make(user, { title: 'more', parentId: secret.id });
    const most = await server.make.user();
    await call.grant(most, user.account.scopeId, ['DigitalTwin.write']);
    await call.grant(most, secret.scopeId, ['!DigitalTwin.read']);
    const body = { title: 'copy', tenantId: user.account.id, withDescendants: true };
    const copy = await duplicate(most, top.id, body);
    expect(await call.titles(user, { twinId: copy.body.data.id })).toEqual(['copy']);
  });

  it('needs a place that the caller may write to, a free title and room', async () => {
    const user = await call.editor();
    const top = await call.make(user, { title: 'top' });
    const code = async (as: TestUser, body: RouteCall<typeof duplicateTwin>['body']) =>
      (await duplicate(as, top.id, body)).body.code;
    const here = { tenantId: user.account.id };
    expect(await code(user, { title: 'x' })).toBe('DTWIN_CREATE_NO_ASSIGNED_SCOPE_OR_PARENT');
    expect(await code(user, { title: 'TOP', ...here })).toBe('DTWIN_CREATE_DUPLICATE_ENTRY');
    expect(await code(user, { title: 'x', parentId: (await server.make.twin()).id })).toBe('DTWIN_NOT_FOUND');
    const reader = await server.make.user({ account: user.account, permissions: ['DigitalTwin.read'] });
    expect(await code(reader, { title: 'x', ...here })).toBe('PERMISSION_DENIED');
    let last = top.id;
    for (let depth = 2; depth <= 30; depth += 1) last = (await call.make(user, { title: 'x', parentId: last })).id;
    expect(await code(user, { title: 'y', parentId: last })).toBe('DTWIN_TOO_DEEP');
    expect(await code(user, { title: 'y', parentId: top.id, withDescendants: true })).toBe('DTWIN_TOO_DEEP');
  });

  /** A twin with this many others directly below it. */
  async function large(user: TestUser, count: number) {
    const top = await call.make(user, { title: 'top' });
    await server.database.db.execute(`
      insert into twins (id, account_id, parent_id, path, scope_id, title, search_text) overriding system value
      select n, ${user.account.id}, ${top.id}, ('${top.id}.' || n)::ltree, ${user.account.scopeId}, 'x' || n, 'x'
      from (select nextval(pg_get_serial_sequence('twins', 'id')) as n from generate_series(1, ${count})) as drawn`);
    return top;
  }

  it('copies a thousand twins at once', async () => {
    const user = await call.editor();
    const top = await large(user, 999);
    const copy = await duplicate(user, top.id, { title: 'copy', tenantId: user.account.id, withDescendants: true });
    expect(copy.body.data).toMatchObject({ childCount: 999, job: null });
  });

  it('goes on in the background with more, with progress, states and rules', async () => {
    const user = await call.editor();
    const top = await large(user, 1_000);
    const below = await call.make(user, { title: 'below', parentId: top.id });
    const state = await server.make.state({ twin: { ...below, path: `${top.id}.${below.id}`, account: user.account } });
    const metrics = [{ alias: 't', stateId: state.id }];
    const rule = { title: 'Too warm', metrics, alarm: { severity: 'warning', message: 'warm' } } as const;
    const created = await server.call(createRule, { params: { id: top.id }, body: rule }, { as: user });
    expect(created.status).toBe(201);
    // A copy below its original is not copied into itself.
    const copy = await duplicate(user, top.id, { title: 'copy', parentId: top.id, withDescendants: true });
    expect([copy.status, copy.body.data]).toMatchObject([201, { title: 'copy', childCount: 0 }]);
    const jobId = copy.body.data.job?.id ?? 0;
    const job = await finishJob(server, user, jobId);
    expect(job).toMatchObject({
      type: 'digitaltwin-duplicate',
      state: 'done',
      errorCount: 0,
      progress: { done: 1_002, total: 1_002 },
    });
    const { id } = copy.body.data;
    expect((await call.read(user, id)).childCount).toBe(1_001);
    const [copiedBelow] = (await call.list(user, { search: 'below', twinId: id })).body.data;
    const states = await server.call(listTwinStates, { params: { id: copiedBelow?.id ?? 0 } }, { as: user });
    const rules = await server.call(listTwinRules, { params: { id } }, { as: user });
    expect(rules.body.data).toMatchObject([{ title: 'Too warm', metrics: [{ stateId: states.body.data[0]?.id }] }]);
    expect(await findInconsistencies(server.database.db, user.account.id)).toEqual([]);
  });

  it('is checked again when it runs in the background: what was withdrawn meanwhile is not copied', async () => {
    const user = await call.editor();
    const top = await large(user, 1_001);
    const { body } = await duplicate(user, top.id, {
      title: 'copy',
      tenantId: user.account.id,
      withDescendants: true,
    });
    const held = server.database.db
      .select({ id: userRoles.roleId })
      .from(userRoles)
      .where(eq(userRoles.userId, user.id));
    await server.database.db
      .update(roles)
      .set({ permissions: ['DigitalTwin.read'] })
      .where(inArray(roles.id, held));
    const job = await finishJob(server, user, body.data.job?.id ?? 0);
    expect(job).toMatchObject({ state: 'error', errors: [{ code: 'PERMISSION_DENIED' }], progress: { done: 0 } });
    expect((await call.read(user, body.data.id)).childCount).toBe(0);
  });

  it('leaves the top alone when the rest is canceled', async () => {
    const user = await call.editor();
    const top = await large(user, 1_000);
    const body = { title: 'copy', tenantId: user.account.id, withDescendants: true };
    const { id, job } = (await duplicate(user, top.id, body)).body.data;
    const jobId = job?.id ?? 0;
    expect((await server.call(cancelJob, { params: { id: jobId } }, { as: user })).status).toBe(200);
    expect((await server.call(readJob, { params: { id: jobId } }, { as: user })).body.data.state).toBe('canceled');
    expect((await call.read(user, id)).childCount).toBe(0);
  });

  it('carries rules, bound to what was copied, and leaves out what the caller could not save', async () => {
    const user = await call.editor();
    const hall = await call.make(user, { title: 'hall' });
    const room = await call.make(user, { title: 'room', parentId: hall.id });
    const elsewhere = await server.make.state({ twin: await server.make.twin({ account: user.account }) });
    const own = await server.make.state({ twin: { ...hall, path: `${hall.id}`, account: user.account }, key: 'own' });
    const inRoom = await server.make.state({ twin: { ...room, path: `${hall.id}.${room.id}`, account: user.account } });
    const rule = {
      title: 'All three',
      active: false,
      metrics: [own, inRoom, elsewhere].map((state, index) => ({ alias: `m${index}`, stateId: state.id })),
      commands: [
        { type: 'setState', options: { stateKey: 'own', value: '1' } },
        { type: 'setState', dtwinId: hall.id, options: { stateKey: 'own', value: '2' } },
      ],
    };
    const body = { title: 'Secret', metrics: [{ alias: 'x', stateId: elsewhere.id }], alarm: warm };
    for (const each of [rule, body]) {
      expect((await server.call(createRule, { params: { id: hall.id }, body: each }, { as: user })).status).toBe(201);
    }
    const copy = await duplicate(user, hall.id, { title: 'copy', tenantId: user.account.id, withDescendants: true });
    const { id } = copy.body.data;
    const statesOf = async (twinId: number) =>
      (await server.call(listTwinStates, { params: { id: twinId } }, { as: user })).body.data;
    const [copiedOwn] = await statesOf(id);
    const [copiedRoom] = await statesOf(copy.body.data.children[0]?.id ?? 0);
    const rulesAt = async (twinId: number) =>
      (await server.call(listTwinRules, { params: { id: twinId } }, { as: user })).body.data;
    expect(await rulesAt(id)).toMatchObject([
      {
        title: 'All three',
        active: false,
        revision: 1,
        metrics: [{ stateId: copiedOwn?.id }, { stateId: copiedRoom?.id }, { stateId: elsewhere.id }],
        commands: [{ dtwinId: null }, { dtwinId: id }],
      },
      { title: 'Secret', metrics: [{ stateId: elsewhere.id }] },
    ]);
    const scoped = await call.giveScope(user, hall.id);
    const narrow = await server.make.user();
    await call.grant(narrow, scoped.scopeId, ['DigitalTwin.write']);
    const hidden = await duplicate(narrow, hall.id, { title: 'hidden', parentId: hall.id });
    expect(hidden.status).toBe(201);
    expect(await rulesAt(hidden.body.data.id)).toEqual([]);
    expect(hidden.body.data.rulesLeftOut).toEqual([
      { title: 'All three', reason: expect.stringContaining('Datenpunkt') },
      { title: 'Secret', reason: expect.stringContaining('Datenpunkt') },
    ]);
    expect(copy.body.data.rulesLeftOut).toEqual([]);
  });

  it('leaves out rules with a zone of another account, or one that the caller may not read', async () => {
    const user = await call.editor();
    const below = await server.make.account({ parent: user.account });
    const polygon = {
      kind: 'polygon',
      points: [
        [9, 48],
        [10, 48],
        [10, 49],
      ],
    } as const;
    const area = structuredClone({ type: 'zone', geoPolygon: polygon }) as unknown as object;
    const hall = await call.make(user, { title: 'hall' });
    const zone = await call.make(user, { title: 'zone', ...area });
    const watch = (title: string, ...zones: number[]) => {
      const geofenceTriggers = zones.map((dtwinId) => ({ dtwinId, mode: 'enter' as const }));
      return server.call(
        createRule,
        { params: { id: hall.id }, body: { title, alarm: warm, geofenceTriggers } },
        { as: user },
      );
    };
    expect((await watch('watched', zone.id)).status).toBe(201);
    const rulesAt = async (twinId: number) =>
      (await server.call(listTwinRules, { params: { id: twinId } }, { as: user })).body.data.map(({ title }) => title);
    const same = await duplicate(user, hall.id, { title: 'same', tenantId: user.account.id });
    expect(await rulesAt(same.body.data.id)).toEqual(['watched']);
    const other = await duplicate(user, hall.id, { title: 'other', tenantId: below.id });
    expect(await rulesAt(other.body.data.id)).toEqual([]);
    expect(other.body.data.rulesLeftOut).toEqual([
      { title: 'watched', reason: 'Eine Zone ihrer Geofences gehört zu einem anderen Account.' },
    ]);
    const scoped = await call.giveScope(user, hall.id);
    const narrow = await server.make.user();
    await call.grant(narrow, scoped.scopeId, ['DigitalTwin.write']);
    const hidden = await duplicate(narrow, hall.id, { title: 'hidden', parentId: hall.id });
    expect(await rulesAt(hidden.body.data.id)).toEqual([]);
  });
});
