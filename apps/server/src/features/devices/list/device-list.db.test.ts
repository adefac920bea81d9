import {
  type deviceListQuery,
  listDevices,
  listDevicesByConnectorType,
  listDeviceTagsAndZones,
  listGroups,
  updateDevice,
} from '@stellwerk/contract/device';
import { updateTwin } from '@stellwerk/contract/twin';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { setDeviceStatus } from '../../../ingest/newest/testing/newest.fixture.ts';
import { favourites } from '../../favourites/index.ts';
import { twins } from '../../twins/index.ts';
import { createDeviceFixture, everything, startDeviceServer } from '../testing/devices.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
/** For tests that only read. */
let world: Awaited<ReturnType<typeof three>>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
  world = await three();
});
afterAll(() => server.close());

type Query = z.input<typeof deviceListQuery>;
const list = async (as: TestUser, query: Query = {}) => {
  const { status, body } = await server.call(listDevices, { query }, { as });
  expect([status, body.code]).toEqual([200, undefined]);
  return body;
};
const titles = async (as: TestUser, query: Query = {}) => (await list(as, query)).data.map(({ title }) => title);

/** Three devices that differ in everything. */
async function three() {
  const { user, account, connector } = await fixture.manager();
  const network = await server.make.connector({ account, type: 'network' });
  const driver = await fixture.driver(account, []);
  const hall = await server.make.twin({ account, title: 'Hall' });
  const pump = await fixture.create(user, connector, {
    title: 'Pump 12',
    externalId: 'A-1123',
    tags: ['water'],
    groups: ['north', 'old'],
    keyValue: [{ key: 'maker', value: 'Acme "X" 9000' }],
    driverId: driver.id,
    operationalStatus: 'inOperation',
  });
  const door = await fixture.create(user, connector, {
    title: 'Door',
    externalId: '123',
    parentId: hall.id,
    groups: ['north'],
    references: [{ name: 'asset', value: 'REF-77' }],
    keyValue: [{ key: 'maker', value: 'Acme' }],
  });
  const lamp = await fixture.create(user, network, { title: 'lamp', externalId: 'AABBCCDDEEFF0099', tags: ['light'] });
  const { db } = server.database;
  await setDeviceStatus(db, pump.id, { health: 3, lastSeenAt: new Date('2026-01-02T00:00:00Z') });
  await setDeviceStatus(db, door.id, { health: 1, lastSeenAt: new Date('2026-01-01T00:00:00Z') });
  await db.update(twins).set({ disabled: true }).where(eq(twins.id, lamp.id));
  return { user, account, connector, network, driver, hall, pump, door, lamp };
}

describe('GET /api/v1/virtualdevice', () => {
  it('shows what a row needs, and more on demand', async () => {
    const { user, connector, driver, hall, pump, door, lamp } = world;
    const { data, total } = await list(user);
    expect([total, data.map(({ id }) => id)]).toEqual([3, [door.id, lamp.id, pump.id]]);
    expect(data[2]).toMatchObject({
      title: 'Pump 12',
      externalId: 'A-1123',
      health: 'error',
      operationalStatus: 'inOperation',
      lastSeenAt: '2026-01-02T00:00:00.000Z',
      connector: { id: connector.id, type: 'plain' },
      driver: { id: driver.id, version: 1 },
      groups: ['north', 'old'],
      abilities: { update: true, delete: true },
    });
    expect(data[0]).toMatchObject({ driver: null, ancestors: [{ id: hall.id, title: 'Hall' }] });
    expect(data[0]).not.toHaveProperty('references');
    const more = await list(user, { include_identifiers: 'true', include_properties: 'true' });
    expect(more.data[0]).toMatchObject({
      references: [{ name: 'asset', value: 'REF-77' }],
      keyValue: [{ key: 'maker', value: 'Acme' }],
    });
  });

  it('sorts and pages', async () => {
    const { user } = world;
    expect(await titles(user, { sort: '-title' })).toEqual(['Pump 12', 'lamp', 'Door']);
    expect(await titles(user, { sort: 'externalId' })).toEqual(['Door', 'Pump 12', 'lamp']);
    expect(await titles(user, { sort: '-health' })).toEqual(['Pump 12', 'Door', 'lamp']);
    expect(await titles(user, { sort: '-lastSeenAt' })).toEqual(['Pump 12', 'Door', 'lamp']);
    expect(await titles(user, { sort: 'lastSeenAt', limit: 1, offset: 1 })).toEqual(['Door']);
    expect(await titles(user, { sort: '-operationalStatus' })).toContain('Pump 12');
    expect(await titles(user, { sort: 'createdAt' })).toEqual(['Pump 12', 'Door', 'lamp']);
    expect((await list(user, { limit: 1 })).total).toBe(3);
  });

  it.each<[string, Query, string[]]>([
    ['a part of the external id', { search: '123' }, ['Door', 'Pump 12']],
    ['a whole external id in quotes', { search: '"123"' }, ['Door']],
    ['a part of a title', { search: 'PUM' }, ['Pump 12']],
    ['a whole title in quotes', { search: '"pump 12"' }, ['Pump 12']],
    ['no part of a title in quotes', { search: '"pump"' }, []],
    ['a tag', { search: 'wat' }, ['Pump 12']],
    ['a whole tag', { search: '"WATER"' }, ['Pump 12']],
    ['a group', { search: 'nort' }, ['Door', 'Pump 12']],
    ['a whole group', { search: '"old"' }, ['Pump 12']],
    ['no part of a group in quotes', { search: '"ol"' }, []],
    ['a reference', { search: 'ref-7' }, ['Door']],
    ['a whole reference', { search: '"ref-77"' }, ['Door']],
    ['a property', { search: '9000' }, ['Pump 12']],
    ['a whole property', { search: '"acme"' }, ['Door']],
    ['short words', { search: 'x' }, ['Pump 12']],
    ['all words', { search: 'acme pump' }, ['Pump 12']],
    ['words in another order', { search: '12 PUMP' }, ['Pump 12']],
    ['words that are in different places of one', { search: 'north "123"' }, ['Door']],
    ['one of the words', { search: 'lamp "123"', search_operator: 'OR' }, ['Door', 'lamp']],
    ['none of what is nowhere', { search: 'acme nowhere' }, []],
    ['signs that mean something elsewhere', { search: '%_%' }, []],
    ['a backslash', { search: '\\' }, []],
  ])('finds %s', async (_what, query, found) => {
    const { user } = world;
    expect(await titles(user, query)).toEqual(found);
  });

  it('finds a device by its id', async () => {
    const { user, lamp } = world;
    expect(await titles(user, { search: String(lamp.id) })).toContain('lamp');
  });

  it('finds what was changed, by whatever way, and no longer what it was before', async () => {
    const { user, connector } = await fixture.manager();
    const { id } = await fixture.create(user, connector, {
      title: 'before',
      externalId: 'e-before',
      groups: ['g-before'],
    });
    const changes = [
      { route: updateDevice, body: { externalId: 'e-after' }, words: ['e-before', 'e-after'] },
      { route: updateDevice, body: { groups: ['g-after'] }, words: ['g-before', 'g-after'] },
      { route: updateTwin, body: { title: 'renamed' }, words: ['"before"', '"renamed"'] },
      { route: updateTwin, body: { keyValue: [{ key: 'k', value: 'v-after' }] }, words: ['v-before', 'v-after'] },
      { route: updateTwin, body: { references: [{ name: 'r', value: 'r-after' }] }, words: ['r-before', 'r-after'] },
    ];
    for (const { route, body, words } of changes) {
      expect((await server.call(route, { params: { id }, body }, { as: user })).status).toBe(200);
      const [before = '', after = ''] = words;
      expect([(await list(user, { search: before })).total, (await list(user, { search: after })).total]).toEqual([
        0, 1,
      ]);
    }
  });

  it('filters by everything', async () => {
    const { user, account, connector, network, driver, hall, door } = await three();
    const filters: [Query, string[]][] = [
      [{ connectorId: network.id }, ['lamp']],
      [{ connectorId: connector.id, health: 'ok,unknown' }, ['Door']],
      [{ driverId: driver.id }, ['Pump 12']],
      [{ health: 'error' }, ['Pump 12']],
      [{ health: 'unknown' }, ['lamp']],
      [{ health: 'invalid' }, []],
      [{ operationalStatus: 'unset' }, ['Door', 'lamp']],
      [{ tags: 'light' }, ['lamp']],
      [{ groups: 'north' }, ['Door', 'Pump 12']],
      [{ groups: 'north,old' }, ['Pump 12']],
      [{ twinId: hall.id }, ['Door']],
      [{ disabled: 'true' }, ['lamp']],
      [{ disabled: 'false', groups: 'old' }, ['Pump 12']],
      [{ silentSince: '2026-01-01T12:00:00Z' }, ['Door', 'lamp']],
      [{ tenantId: account.id }, ['Door', 'lamp', 'Pump 12']],
      [{ favourites: 'true' }, []],
    ];
    for (const [query, found] of filters) expect([query, await titles(user, query)]).toEqual([query, found]);
    await server.database.db.insert(favourites).values({ userId: user.id, twinId: door.id, position: 0 });
    expect((await list(user, { favourites: 'true' })).data).toMatchObject([{ title: 'Door', isFavourite: true }]);
  });

  it('shows what somebody may see, of plain twins none', async () => {
    const { user, account, connector } = await fixture.manager();
    await server.make.twin({ account, title: 'plain' });
    await fixture.create(user, connector, { title: 'seen' });
    const reader = await server.make.user({ account, permissions: ['VirtualDevice.read'] });
    const { data } = await list(reader);
    expect(data).toMatchObject([{ title: 'seen', abilities: { update: false, delete: false } }]);
    const stranger = await server.make.user({ permissions: everything });
    expect(await titles(stranger)).toEqual([]);
    const foreign = await server.call(listDevices, { query: { connectorId: connector.id } }, { as: stranger });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'BRIDGE_NOT_FOUND']);
    const nobody = await server.make.user({ account, permissions: ['DigitalTwin.manage'] });
    expect((await server.call(listDevices, { query: {} }, { as: nobody })).status).toBe(403);
  });

  it('takes the names of the specification', async () => {
    const { user, account } = world;
    const filters: [Query, string[]][] = [
      [{ search_items: 'acme,pump' }, ['Pump 12']],
      [{ search_items: 'lamp,"123"', search_operator: 'OR' }, ['Door', 'lamp']],
      [{ filters: JSON.stringify({ groups: ['north', 'old'], health: 'error' }) }, ['Pump 12']],
      [{ order_by: 'externalId desc' }, ['lamp', 'Pump 12', 'Door']],
      [{ scope_ids: String(account.scopeId), user_id: user.id, restricted_query: 'true' }, ['Door', 'lamp', 'Pump 12']],
    ];
    for (const [query, found] of filters) expect([query, await titles(user, query)]).toEqual([query, found]);
    const options = JSON.stringify({ include_properties: true, include_drivers: true });
    const { data } = await list(user, { search: '"pump 12"', options });
    expect(data).toMatchObject([{ keyValue: [{ key: 'maker' }], driver: { version: 1 } }]);
  });

  it('filters by a connector of an account above', async () => {
    const top = await fixture.manager();
    const below = await server.make.account({ parent: top.account });
    await fixture.create(top.user, top.connector, { tenantId: below.id, title: 'below' });
    const reader = await server.make.user({ account: below, permissions: ['VirtualDevice.read'] });
    expect(await titles(reader, { connectorId: top.connector.id })).toEqual(['below']);
  });

  it.each<[string, object]>([
    ['sort', { sort: 'colour' }],
    ['health', { health: 'fine' }],
    ['silentSince', { silentSince: 'yesterday' }],
    ['limit', { limit: 101 }],
    ['operator', { search_operator: 'XOR' }],
  ])('refuses a wrong %s', async (_field, query) => {
    const { user } = await fixture.manager();
    const { status, body } = await server.call(listDevices, { query }, { as: user });
    expect([status, body.code]).toEqual([400, 'PARAMETER_VALIDATION_ERROR']);
  });
});

describe('GET /api/v1/virtualdevice/fetchByBridgeType/{type}', () => {
  it('lists the devices of all connectors of a type', async () => {
    const { user } = world;
    const ofType = async (type: string, query: Query = {}) =>
      (await server.call(listDevicesByConnectorType, { params: { type }, query }, { as: user })).body.data.map(
        ({ title }) => title,
      );
    expect(await ofType('plain')).toEqual(['Door', 'Pump 12']);
    expect(await ofType('plain', { health: 'error' })).toEqual(['Pump 12']);
    expect(await ofType('network')).toEqual(['lamp']);
    expect(await ofType('none')).toEqual([]);
  });
});

describe('choices', () => {
  it('are the groups in use, the most frequent first', async () => {
    const { user } = world;
    const groups = async (search?: string) =>
      (await server.call(listGroups, { query: search ? { search } : {} }, { as: user })).body.data;
    expect(await groups()).toEqual([
      { group: 'north', count: 2 },
      { group: 'old', count: 1 },
    ]);
    expect(await groups('OL')).toEqual([{ group: 'old', count: 1 }]);
    const stranger = await server.make.user({ permissions: everything });
    expect((await server.call(listGroups, { query: {} }, { as: stranger })).body.data).toEqual([]);
  });

  it('are the tags of devices and the zones they lie in', async () => {
    const { user, account, hall, connector } = await three();
    await server.make.twin({ account });
    await server.database.db
      .update(twins)
      .set({ tags: ['of a twin'], type: 'zone' })
      .where(eq(twins.id, hall.id));
    const empty = await server.make.twin({ account, title: 'empty zone' });
    await server.database.db.update(twins).set({ type: 'zone' }).where(eq(twins.id, empty.id));
    await fixture.create(user, connector, { tags: ['water'] });
    const { body } = await server.call(listDeviceTagsAndZones, { query: {} }, { as: user });
    expect(body.data).toEqual({
      tags: [
        { tag: 'water', count: 2 },
        { tag: 'light', count: 1 },
      ],
      zones: [{ id: hall.id, title: 'Hall' }],
    });
    const nobody = await server.make.user({ permissions: ['DigitalTwin.manage'] });
    expect((await server.call(listDeviceTagsAndZones, { query: {} }, { as: nobody })).status).toBe(403);
  });
});
