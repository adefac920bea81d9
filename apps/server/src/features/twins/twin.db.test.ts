import { listRelatedUsers, listTagsZones, readTwin } from '@stellwerk/contract/twin';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { twinCalls } from './testing/twins.ts';
import { twins } from './twin.table.ts';

let server: TestServer;
let call: ReturnType<typeof twinCalls>;
beforeAll(async () => {
  server = await startTestServer();
  call = twinCalls(server);
});
afterAll(() => server.close());

const row = async (id: number) => {
  const [found] = await server.database.db.select().from(twins).where(eq(twins.id, id));
  return found;
};

const full = {
  type: 'room',
  description: 'First floor',
  icon: 'room',
  tags: ['warm', 'south'],
  address: 'Main Street 1',
  latitude: 51.05,
  longitude: 13.74,
  keyValue: [{ key: 'area', value: '20 m²' }],
  references: [
    { name: 'bms', value: 'R-001' },
    { name: 'cad', value: 'X7' },
  ],
  floorNumber: 1,
  room: '1.01',
  overlayBounds: { north: 2, east: 2, south: 1, west: 1 },
  geoPolygon: { kind: 'circle', radiusMeters: 20 },
} as const;

describe('POST /api/v1/digitaltwin', () => {
  it('creates a twin at the top of an account and one below it', async () => {
    const user = await call.editor();
    const building = await call.make(user, { title: 'Building' });
    const relation = { userId: user.id, responsibility: 'serviceTechnician' } as const;
    const fields = structuredClone(full) as unknown as Parameters<typeof call.make>[1];
    const contacts = [{ name: 'Ada' }];
    const room = await call.make(user, {
      ...fields,
      title: ' Room 1 ',
      parentId: building.id,
      contacts,
      userRelations: [relation],
    });
    expect(room).toMatchObject({
      ...full,
      title: 'Room 1',
      category: 'digitalTwin',
      status: 'unknown',
      disabled: false,
      tenantId: user.account.id,
      parentId: building.id,
      scopeId: user.account.scopeId,
      ownsScope: false,
      isAddressLinked: false,
      contacts: [{ name: 'Ada', role: '', email: '', phone: '' }],
      userRelations: [{ ...relation, name: 'Test User' }],
      ancestors: [{ id: building.id, title: 'Building' }],
      childCount: 0,
      stateCount: 0,
      attachments: [],
      backgroundImage: null,
      abilities: { update: true, delete: true, createScope: true, share: true, setValue: true },
    });
    expect(await row(room.id)).toMatchObject({
      path: `${building.id}.${room.id}`,
      searchText: 'room 1\nwarm\nsouth\nr-001\nx7',
      createdBy: user.id,
    });
    expect(await call.read(user, building.id)).toMatchObject({
      childCount: 1,
      children: [{ id: room.id, title: 'Room 1', type: 'room', status: 'unknown' }],
    });
  });

  it('refuses a second sibling with the title, whatever its case, and allows cousins', async () => {
    const user = await call.editor();
    const [a, b] = [await call.make(user, { title: 'A' }), await call.make(user, { title: 'B' })];
    await call.make(user, { title: 'Door', parentId: a.id });
    const again = await call.create(user, { title: 'DOOR', parentId: a.id });
    expect([again.status, again.body.code]).toEqual([409, 'DTWIN_CREATE_DUPLICATE_ENTRY']);
    expect((await call.create(user, { title: 'Door', parentId: b.id })).status).toBe(201);
    const top = await call.create(user, { title: 'a', tenantId: user.account.id });
    expect(top.body.code).toBe('DTWIN_CREATE_DUPLICATE_ENTRY');
  });

  it('needs a place, the permission there, and room below', async () => {
    const user = await call.editor();
    const code = async (answer: ReturnType<typeof call.create>) => (await answer).body.code;
    expect(await code(call.create(user, { title: 'x' }))).toBe('DTWIN_CREATE_NO_ASSIGNED_SCOPE_OR_PARENT');
    const foreign = await server.make.twin();
    expect(await code(call.create(user, { title: 'x', parentId: foreign.id }))).toBe('DTWIN_NOT_FOUND');
    expect(await code(call.create(user, { title: 'x', tenantId: foreign.account.id }))).toBe('ACCOUNT_NOT_FOUND');
    const reader = await server.make.user({ account: user.account, permissions: ['DigitalTwin.read'] });
    expect(await code(call.create(reader, { title: 'x', tenantId: user.account.id }))).toBe('PERMISSION_DENIED');
    const below = await server.make.account({ parent: user.account });
    const own = await call.make(user, { title: 'own' });
    const mixed = await call.create(user, { title: 'x', parentId: own.id, tenantId: below.id });
    expect(mixed.body.code).toBe('VALIDATION_ERROR');
    let parent = own.id;
    for (let depth = 2; depth <= 30; depth += 1) parent = (await call.make(user, { title: 'x', parentId: parent })).id;
    expect(await code(call.create(user, { title: 'x', parentId: parent }))).toBe('DTWIN_TOO_DEEP');
  });

  it('refuses an area that crosses itself and a responsibility that stands twice', async () => {
    const user = await call.editor();
    const bow = {
      kind: 'polygon' as const,
      points: [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ] as [number, number][],
    };
    const crossing = await call.create(user, { title: 'x', tenantId: user.account.id, geoPolygon: bow });
    expect([crossing.status, crossing.body.code]).toEqual([400, 'DTWIN_POLYGON_CROSSES_ITSELF']);
    const relation = { userId: user.id, responsibility: 'responsibleEmployee' } as const;
    const twice = await call.create(user, {
      title: 'x',
      tenantId: user.account.id,
      userRelations: [relation, relation],
    });
    expect([twice.status, twice.body.code]).toEqual([409, 'DTWIN_USER_RELATION_DUPLICATE']);
    const stranger = await server.make.user();
    const named = await call.create(user, {
      title: 'x',
      tenantId: user.account.id,
      userRelations: [{ ...relation, userId: stranger.id }],
    });
    expect(named.body.code).toBe('USER_NOT_FOUND');
  });
});

describe('GET /api/v1/digitaltwin/{id}', () => {
  it('leaves out what was not asked for', async () => {
    const user = await call.editor();
    const twin = await call.make(user, {
      title: 'Top',
      userRelations: [{ userId: user.id, responsibility: 'serviceTechnician' }],
    });
    await call.make(user, { title: 'Below', parentId: twin.id });
    const read = async (query: { bare?: 'true'; no_descendents?: 'true' }) =>
      (await server.call(readTwin, { params: { id: twin.id }, query }, { as: user })).body.data;
    expect(await read({ no_descendents: 'true' })).toMatchObject({ childCount: 1, children: [] });
    expect((await read({ no_descendents: 'true' })).userRelations).toHaveLength(1);
    expect(await read({ bare: 'true' })).toMatchObject({ children: [], userRelations: [], attachments: [] });
  });
});

describe('PUT /api/v1/digitaltwin/{id}', () => {
  it('changes what is named and leaves the rest', async () => {
    const user = await call.editor();
    const twin = await call.make(user, { title: 'Before', tags: ['a'], references: [{ name: 'id', value: 'Alpha' }] });
    const changed = await call.update(user, twin.id, { title: 'After', room: '7' });
    expect(changed.body.data).toMatchObject({ title: 'After', room: '7', tags: ['a'] });
    expect(Date.parse(changed.body.data.updatedAt)).toBeGreaterThan(Date.parse(twin.updatedAt));
    expect(await row(twin.id)).toMatchObject({ searchText: 'after\na\nalpha' });
    await call.update(user, twin.id, { references: [{ name: 'id', value: 'Beta' }], tags: [] });
    expect(await row(twin.id)).toMatchObject({ searchText: 'after\nbeta' });
    expect((await call.read(user, twin.id)).references).toEqual([{ name: 'id', value: 'Beta' }]);
  });

  it('places the twin on the map; the address counts until coordinates are entered by hand', async () => {
    const user = await call.editor();
    const twin = await call.make(user, { title: 'Moving' });
    expect(twin.isAddressLinked).toBe(true);
    const found = await call.update(user, twin.id, {
      address: 'Nowhere',
      latitude: 0,
      longitude: 0,
      isAddressLinked: true,
    });
    expect(found.body.data.isAddressLinked).toBe(true);
    expect(await row(twin.id)).toMatchObject({ x: 2 ** 29, y: 2 ** 29 });
    const typed = await call.update(user, twin.id, { latitude: 10 });
    expect(typed.body.data).toMatchObject({ latitude: 10, longitude: 0, isAddressLinked: false });
    await call.update(user, twin.id, { longitude: null });
    expect(await row(twin.id)).toMatchObject({ latitude: 10, longitude: null, x: null, y: null });
  });

  it('refuses readers, foreign twins and the title of a sibling', async () => {
    const user = await call.editor();
    const twin = await call.make(user, { title: 'One' });
    await call.make(user, { title: 'Two' });
    const reader = await server.make.user({ account: user.account, permissions: ['DigitalTwin.read'] });
    expect((await call.update(reader, twin.id, { title: 'x' })).status).toBe(403);
    expect((await call.update(await call.editor(), twin.id, { title: 'x' })).body.code).toBe('DTWIN_NOT_FOUND');
    expect((await call.update(user, twin.id, { title: 'two' })).body.code).toBe('DTWIN_CREATE_DUPLICATE_ENTRY');
    expect((await call.read(reader, twin.id)).abilities).toEqual({
      update: false,
      delete: false,
      createScope: false,
      share: false,
      setValue: false,
    });
  });
});

describe('what somebody chooses from', () => {
  it('is the people of the account, for editors of any twin of it', async () => {
    const user = await call.editor();
    const twin = await call.giveScope(user, (await call.make(user, { title: 'Own scope' })).id);
    const deep = await server.make.user();
    await call.grant(deep, twin.scopeId, ['DigitalTwin.write']);
    const answer = await server.call(listRelatedUsers, { params: { id: twin.id }, query: {} }, { as: deep });
    expect(answer.body.data).toEqual([{ id: user.id, name: 'Test User', email: user.email }]);
    const nobody = await server.call(
      listRelatedUsers,
      { params: { id: twin.id }, query: { search: 'nobody' } },
      { as: deep },
    );
    expect(nobody.body.data).toEqual([]);
    const query = { search: 'user TEST' };
    const named = await server.call(listRelatedUsers, { params: { id: twin.id }, query }, { as: deep });
    expect(named.body.data).toEqual(answer.body.data);
    const relation = { userId: user.id, responsibility: 'serviceTechnician' } as const;
    const related = await call.update(deep, twin.id, { userRelations: [relation] });
    expect(related.body.data.userRelations).toEqual([{ ...relation, name: 'Test User' }]);
  });

  it('is the tags in use and the zones', async () => {
    const user = await call.editor();
    await call.make(user, { title: 'a', tags: ['warm', 'south'] });
    await call.make(user, { title: 'b', tags: ['warm'] });
    const zone = await call.make(user, { title: 'North side', type: 'zone' });
    const all = await server.call(listTagsZones, { query: {} }, { as: user });
    expect(all.body.data).toEqual({
      tags: [
        { tag: 'warm', count: 2 },
        { tag: 'south', count: 1 },
      ],
      zones: [{ id: zone.id, title: 'North side' }],
    });
    const found = await server.call(listTagsZones, { query: { search: 'SOU' } }, { as: user });
    expect(found.body.data).toEqual({ tags: [{ tag: 'south', count: 1 }], zones: [] });
    const zones = await server.call(listTagsZones, { query: { search: 'side NORTH' } }, { as: user });
    expect(zones.body.data).toEqual({ tags: [], zones: [{ id: zone.id, title: 'North side' }] });
  });
});
