import { statuses } from '@stellwerk/contract/twin';
import {
  breakOpenCluster,
  type MapContent,
  readGeoClusters,
  readGeoHistory,
  readGeoMeta,
  readMapStyles,
} from '@stellwerk/contract/twin-map';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestTwin, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { setNewest } from '../../ingest/newest/testing/newest.fixture.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import { states } from '../states/index.ts';
import { mercatorOf, twinFiles, twinPositions, twins } from '../twins/index.ts';
import { mergeDifferences } from './cell.store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const karlsruhe = { latitude: 49.0069, longitude: 8.4037 };
const box = { north: 60, south: 40, west: 0, east: 20 };

type Fields = Partial<typeof twins.$inferInsert>;

async function placed(account: TestAccount, place: { latitude: number; longitude: number }, fields: Fields = {}) {
  const twin = await server.make.twin({ account, ...(fields.title ? { title: fields.title } : {}) });
  const values = { ...place, ...mercatorOf(place.latitude, place.longitude), ...fields };
  await server.database.db.update(twins).set(values).where(eq(twins.id, twin.id));
  return twin;
}

const reader = (account?: TestAccount) =>
  server.make.user({ permissions: ['DigitalTwin.read'], ...(account ? { account } : {}) });

type Query = Partial<Parameters<typeof server.call<typeof readGeoClusters>>[1]['query']>;

async function mapOf(user: TestUser, query: Query = {}): Promise<MapContent> {
  const answer = await server.call(readGeoClusters, { query: { ...box, zoom: 5, ...query } }, { as: user });
  expect(answer.status).toBe(200);
  return answer.body.data;
}

const titlesOf = ({ twins: single }: MapContent) => single.map(({ title }) => title).sort();

describe('clusters', () => {
  it('count what lies together, with the worst status, and show alone what is alone', async () => {
    const user = await reader();
    await placed(user.account, karlsruhe, { status: 1 });
    await placed(user.account, { latitude: 49.01, longitude: 8.41 }, { status: 3 });
    await placed(user.account, { latitude: 49.02, longitude: 8.42 }, { status: 0 });
    const berlin = await placed(user.account, { latitude: 52.52, longitude: 13.405 }, { status: 2, type: 'sensor' });
    await placed(user.account, { latitude: -33, longitude: 151 });
    const content = await mapOf(user);
    expect(content.clusters).toMatchObject([{ count: 3, status: 'error' }]);
    expect(content.clusters[0]?.latitude).toBeCloseTo(49.012, 2);
    expect(content.twins).toMatchObject([
      { id: berlin.id, status: 'warning', type: 'sensor', latitude: 52.52, longitude: 13.405, values: [] },
    ]);
    expect(content.isCut).toBe(false);
  });

  it('break open into their twins by title, page by page', async () => {
    const user = await reader();
    for (const title of ['c', 'B', 'a']) await placed(user.account, karlsruhe, { title });
    const [cluster] = (await mapOf(user)).clusters;
    const page = await server.call(
      breakOpenCluster,
      { params: { id: cluster?.id ?? '' }, query: { offset: 1, limit: 2 } },
      { as: user },
    );
    expect(page.body).toMatchObject({ total: 3, offset: 1, limit: 2, data: [{ title: 'B' }, { title: 'c' }] });
  });

  it('part where the zoom is near enough, by the counted squares and by the twins themselves', async () => {
    const user = await reader();
    await placed(user.account, karlsruhe, { title: 'one' });
    await placed(user.account, { ...karlsruhe, longitude: 8.4137 }, { title: 'two' });
    const near = { north: 49.1, south: 48.9, west: 8.3, east: 8.5 };
    expect((await mapOf(user, { ...near, zoom: 5 })).clusters).toMatchObject([{ count: 2 }]);
    expect(titlesOf(await mapOf(user, { ...near, zoom: 14 }))).toEqual(['one', 'two']);
    expect(titlesOf(await mapOf(user, { ...near, zoom: 18 }))).toEqual(['one', 'two']);
  });

  it('are larger with a greater distance', async () => {
    const user = await reader();
    await placed(user.account, karlsruhe, { title: 'one' });
    await placed(user.account, { latitude: 50.11, longitude: 8.68 }, { title: 'two' });
    expect(titlesOf(await mapOf(user, { zoom: 6, clusterDistance: 10 }))).toEqual(['one', 'two']);
    expect((await mapOf(user, { zoom: 6, clusterDistance: 500 })).clusters).toMatchObject([{ count: 2 }]);
  });

  it('lie on both sides of the 180th meridian', async () => {
    const user = await reader();
    await placed(user.account, { latitude: -17, longitude: 178 }, { title: 'Fiji' });
    await placed(user.account, { latitude: -14, longitude: -171 }, { title: 'Samoa' });
    await placed(user.account, karlsruhe, { title: 'far away' });
    const pacific = { north: 0, south: -30, west: 170, east: -160 };
    for (const zoom of [6, 16]) expect(titlesOf(await mapOf(user, { ...pacific, zoom }))).toEqual(['Fiji', 'Samoa']);
  });

  it('hold nothing of others, nor what a narrower role hides', async () => {
    const user = await reader();
    const own = await placed(user.account, karlsruhe, { title: 'own' });
    const other = await server.make.account();
    await placed(other, karlsruhe, { title: 'foreign' });
    expect(await mapOf(user)).toMatchObject({ clusters: [], twins: [{ id: own.id }] });
    const stranger = await server.make.user({ account: user.account });
    const refused = await server.call(readGeoClusters, { query: { ...box, zoom: 5 } }, { as: stranger });
    expect(refused.status).toBe(403);
  });

  it('obey the filters of lists', async () => {
    const user = await reader();
    const parent = await placed(user.account, karlsruhe, { title: 'house' });
    await placed(
      user.account,
      { latitude: 52, longitude: 13 },
      { title: 'tagged', tags: ['heat'], searchText: 'tagged' },
    );
    await placed(user.account, { latitude: 45, longitude: 2 }, { title: 'zone', type: 'zone' });
    expect(titlesOf(await mapOf(user, { tags: 'heat' }))).toEqual(['tagged']);
    expect(titlesOf(await mapOf(user, { types: 'zone' }))).toEqual(['zone']);
    expect(titlesOf(await mapOf(user, { excludeZones: 'true' }))).toEqual(['house', 'tagged']);
    expect(titlesOf(await mapOf(user, { options: '{"excludeZones":true}' }))).toEqual(['house', 'tagged']);
    expect(titlesOf(await mapOf(user, { twinId: String(parent.id) }))).toEqual(['house']);
    expect(titlesOf(await mapOf(user, { tenantId: String(user.account.id), disabled: 'false' }))).toHaveLength(3);
    expect(titlesOf(await mapOf(user, { disabled: 'true' }))).toEqual([]);
  });
});

describe('values at markers', () => {
  async function measured(twin: TestTwin, key: string, value: JsonValue) {
    const state = await server.make.state({ twin, key });
    await setNewest(server.database.db, state.id, { value, status: 2 });
    await server.database.db.update(states).set({ unit: '°C' }).where(eq(states.id, state.id));
  }

  it('are those that were asked for, for those who may read them', async () => {
    const user = await reader();
    const twin = await placed(user.account, karlsruhe);
    await measured(twin, 'temperature', 21.5);
    await measured(twin, 'humidity', 40);
    const { twins: shown } = await mapOf(user, { stateKeys: 'Temperature' });
    expect(shown[0]?.values).toMatchObject([{ key: 'temperature', unit: '°C', value: 21.5, status: 'warning' }]);
    const lister = await server.make.user({ permissions: ['DigitalTwin.list'], account: user.account });
    expect((await mapOf(lister, { stateKeys: 'temperature' })).twins[0]?.values).toEqual([]);
  });
});

describe('areas', () => {
  const square = (west: number, south: number, side: number) => ({
    kind: 'polygon' as const,
    points: [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
    ] as [number, number][],
  });

  it('are found by their own box, with or without a place', async () => {
    const user = await reader();
    const { id } = await server.make.twin({ account: user.account });
    const polygon = square(8, 49, 1);
    await server.database.db.update(twins).set({ geoPolygon: polygon, status: 1 }).where(eq(twins.id, id));
    const round = await placed(user.account, karlsruhe, { geoPolygon: { kind: 'circle', radiusMeters: 100_000 } });
    await placed(user.account, { latitude: 1, longitude: 1 }, { geoPolygon: square(100, 1, 1) });
    const { areas } = await mapOf(user, { north: 49.5, south: 49.4, west: 8.4, east: 8.6, zoom: 12 });
    expect(areas.map(({ twinId }) => twinId)).toEqual([round.id, id]);
    expect(areas[1]).toMatchObject({ polygon, status: 'ok', latitude: null });
  });

  it('are left out where they could not be seen, for zones and without states if asked', async () => {
    const user = await reader();
    const zone = { geoPolygon: square(8, 49, 0.001), type: 'zone' as const };
    const twin = await placed(user.account, { latitude: 49, longitude: 8 }, zone);
    const near = { north: 49.1, south: 48.9, west: 7.9, east: 8.1 };
    const seen = async (query: Query) => (await mapOf(user, { ...near, zoom: 16, ...query })).areas.length;
    expect(await seen({})).toBe(1);
    expect(await seen({ zoom: 5 })).toBe(0);
    expect(await seen({ excludeZones: 'true' })).toBe(0);
    expect(await seen({ hideStatelessPolygons: 'true' })).toBe(0);
    await server.make.state({ twin });
    expect(await seen({ hideStatelessPolygons: 'true' })).toBe(1);
  });
});

describe('geo-meta-infos', () => {
  it('tells how many there are, where, and which floors can be shown', async () => {
    const user = await reader();
    await placed(user.account, karlsruhe);
    await placed(user.account, { latitude: 52, longitude: 13 });
    await server.make.twin({ account: user.account });
    const bounds = { north: 49.1, south: 49, west: 8, east: 8.1 };
    const floor = { type: 'floor' as const, floorNumber: 1, overlayBounds: bounds, title: 'first floor' };
    const { id } = await placed(user.account, karlsruhe, floor);
    await placed(user.account, karlsruhe, { ...floor, title: 'without image' });
    const file = { kind: 'overlay' as const, key: 'x', name: 'plan.png', type: 'image/png', sizeBytes: 1 };
    await server.database.db.insert(twinFiles).values({ twinId: id, ...file });
    const { data } = (await server.call(readGeoMeta, { query: {} }, { as: user })).body;
    expect(data.count).toBe(4);
    expect(data.bounds?.north).toBeCloseTo(52, 5);
    expect(data.bounds?.east).toBeCloseTo(13, 5);
    expect(data.bounds?.south).toBeCloseTo(karlsruhe.latitude, 5);
    expect(data.floors).toEqual([{ twinId: id, title: 'first floor', floorNumber: 1, bounds }]);
  });

  it('has no bounds where nothing has a place', async () => {
    const answer = await server.call(readGeoMeta, { query: {} }, { as: await reader() });
    expect(answer.body.data).toEqual({ count: 0, bounds: null, floors: [] });
  });
});

describe('geo-history', () => {
  it('is the way of a twin, oldest first, inside the span', async () => {
    const user = await reader();
    const twin = await server.make.twin({ account: user.account });
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
    const rows = [3, 1, 2, 9].map((hour) => ({ twinId: twin.id, at: at(hour), latitude: hour, longitude: 8 }));
    await server.database.db.insert(twinPositions).values(rows);
    const query = { dateStart: at(1).toISOString(), dateEnd: at(9).toISOString(), limit: 2 };
    const page = await server.call(readGeoHistory, { params: { id: twin.id }, query }, { as: user });
    expect(page.body).toMatchObject({ total: 3, data: [{ latitude: 1 }, { latitude: 2 }] });
    const turned = { dateStart: at(9).toISOString(), dateEnd: at(1).toISOString() };
    const refused = await server.call(readGeoHistory, { params: { id: twin.id }, query: turned }, { as: user });
    expect(refused.body.code).toBe('HISTORY_SPAN_INVALID');
    const foreign = await server.call(readGeoHistory, { params: { id: twin.id }, query }, { as: await reader() });
    expect(foreign.status).toBe(404);
  });
});

describe('map-styles', () => {
  it('are the bundled map where the operator has named none', async () => {
    const { body } = await server.call(readMapStyles, {});
    expect(body.data).toEqual({ default: null, satellite: null, streets: null, combo: null });
  });
});

describe('counted squares', () => {
  /** What the squares should hold, counted from the twins. */
  const differing = sql`
    with counted as (
      select level, cell_x, cell_y, account_id, scope_id, category, type, disabled, status,
        sum(count)::int as count, sum(sum_x)::bigint as sum_x, sum(sum_y)::bigint as sum_y
      from twin_cells group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(count) <> 0 or sum(sum_x) <> 0
    ), real as (
      select level::smallint, x >> (25 - level) as cell_x, y >> (25 - level) as cell_y, account_id, scope_id, category,
        type, disabled, status, count(*)::int as count, sum(x)::bigint as sum_x, sum(y)::bigint as sum_y
      from twins cross join generate_series(0, 14, 2) as level where x is not null group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    )
    (select * from counted except select * from real) union all (select * from real except select * from counted)`;

  it('stay true through creation, moves, changes and deletion, merged or not', async () => {
    const { db } = server.database;
    const account = await server.make.account();
    const made: TestTwin[] = [];
    for (let index = 0; index < 12; index += 1) {
      made.push(await placed(account, { latitude: 49 + (index % 3), longitude: 8 + index / 100 }));
    }
    const [first, second, third, fourth] = made;
    if (!first || !second || !third || !fourth) throw new Error('no twins');
    await mergeDifferences(db);
    expect((await db.execute(differing)).rows).toEqual([]);
    await db.update(twins).set({ status: 3 }).where(eq(twins.id, first.id));
    await db.update(twins).set(mercatorOf(10, 10)).where(eq(twins.id, second.id));
    await db.update(twins).set({ x: null, y: null }).where(eq(twins.id, third.id));
    await db.delete(twins).where(eq(twins.id, fourth.id));
    expect((await db.execute(differing)).rows).toEqual([]);
    await mergeDifferences(db);
    expect((await db.execute(differing)).rows).toEqual([]);
    expect((await db.execute(sql`select 1 from twin_cells where is_difference`)).rows).toEqual([]);
  });

  it('give the same clusters as the twins themselves', async () => {
    const user = await reader();
    for (let index = 0; index < 40; index += 1) {
      const place = { latitude: 47 + ((index * 7) % 40) / 7, longitude: 6 + ((index * 11) % 40) / 5 };
      await placed(user.account, place, { status: index % statuses.length });
    }
    // A search asks for something that squares don't know, so the twins themselves are read.
    await server.database.db.update(twins).set({ searchText: 'every' }).where(eq(twins.accountId, user.account.id));
    for (const [zoom, clusterDistance] of [
      [2, 50],
      [5, 80],
      [6.7, 33],
      [9, 200],
    ] as const) {
      const counted = await mapOf(user, { zoom, clusterDistance });
      const direct = await mapOf(user, { zoom, clusterDistance, search: 'every' });
      const byId = <T extends { id: string | number }>(items: T[]) => new Map(items.map((item) => [item.id, item]));
      expect(byId(counted.twins)).toEqual(byId(direct.twins));
      const round = (content: MapContent) =>
        content.clusters
          .map((each) => ({ ...each, latitude: each.latitude.toFixed(4), longitude: each.longitude.toFixed(4) }))
          .sort((a, b) => a.id.localeCompare(b.id));
      expect(round(counted)).toEqual(round(direct));
    }
  });
});
