import type { RouteCall } from '@stellwerk/contract/core/route';
import { createState, listTwinStates, newState } from '@stellwerk/contract/state';
import { duplicateTwin } from '@stellwerk/contract/twin-copy';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { findInconsistencies } from '../testing/consistency.ts';
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

  it('copies a thousand twins at most', async () => {
    const user = await call.editor();
    const top = await call.make(user, { title: 'top' });
    await server.database.db.execute(`
      insert into twins (id, account_id, parent_id, path, scope_id, title, search_text) overriding system value
      select n, ${user.account.id}, ${top.id}, ('${top.id}.' || n)::ltree, ${user.account.scopeId}, 'x' || n, 'x'
      from (select nextval(pg_get_serial_sequence('twins', 'id')) as n from generate_series(1, 999)) as drawn`);
    const body = { tenantId: user.account.id, withDescendants: true };
    const copy = await duplicate(user, top.id, { title: 'copy', ...body });
    expect(copy.body.data.childCount).toBe(999);
    await call.make(user, { title: 'one more', parentId: top.id });
    expect((await duplicate(user, top.id, { title: 'again', ...body })).body.code).toBe('DTWIN_SUBTREE_TOO_LARGE');
  });
});
