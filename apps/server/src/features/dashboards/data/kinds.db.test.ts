import type { WidgetSeries } from '@stellwerk/contract/widget';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDashboard, TestTwin, TestUser } from '../../../../test/factories.ts';
import { states } from '../../states/index.ts';
import { mercatorOf, twins } from '../../twins/index.ts';
import { type DataRig, day, dayMs, hourMs, iso, sees, startDataRig } from './testing/data.fixture.ts';

let rig: DataRig;
beforeAll(async () => {
  rig = await startDataRig();
});
afterAll(() => rig.server.close());

interface Scene {
  user: TestUser;
  twin: TestTwin;
  dashboard: TestDashboard;
}

async function makeScene(): Promise<Scene> {
  const user = await rig.server.make.user({ permissions: sees });
  const twin = await rig.server.make.twin({ account: user.account, title: 'Boiler' });
  return { user, twin, dashboard: await rig.server.make.dashboard({ account: user.account }) };
}

const dateRange = { start: iso(day), end: iso(day + dayMs) };

async function ask<Data>({ user, dashboard }: Scene, type: string, options: object, more: object = {}): Promise<Data> {
  const { status, body } = await rig.preview(user, dashboard, type, options as never, { dateRange, ...more });
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data as Data;
}

interface ChartAnswer {
  series: WidgetSeries[];
  truncated: boolean;
}

/** Two hours with values that a person can add up. */
const values: [number, number][] = [
  [day, 4],
  [day + 600_000, 1],
  [day + 1_200_000, 10],
  [day + hourMs, 3],
  [day + hourMs + 1_000, 8],
];

describe('a chart', () => {
  it.each([
    ['avg', [5, 5.5]],
    ['min', [1, 3]],
    ['max', [10, 8]],
    ['sum', [15, 11]],
    ['median', [4, 5.5]],
    ['count', [3, 2]],
    ['latest', [10, 8]],
  ])('has one %s an interval', async (fn, expected) => {
    const scene = await makeScene();
    await rig.state(scene.twin, 'level', values);
    const data = { states: ['level'], aggregate: true, interval: '1h', function: fn };
    const { series, truncated } = await ask<ChartAnswer>(scene, 'chart', { chartType: 'bar', data });
    expect(truncated).toBe(false);
    expect(series.map(({ points }) => points)).toEqual([expected.map((value, hour) => [day + hour * hourMs, value])]);
  });

  it.each([
    ['min', [day + hourMs + 1_000, 1]],
    ['max', [day + hourMs + 1_000, 10]],
    ['average', [day + hourMs + 1_000, 5.2]],
    ['sum', [day + hourMs + 1_000, 26]],
    ['earliest', [day, 4]],
    ['latest', [day + hourMs + 1_000, 8]],
  ])('as a gauge shows the %s of the period', async (valueDetermination, expected) => {
    const scene = await makeScene();
    await rig.state(scene.twin, 'level', values);
    const options = { chartType: 'gauge', data: { states: ['level'], aggregate: true }, gauge: { valueDetermination } };
    const { series } = await ask<ChartAnswer>(scene, 'chart', options);
    expect(series.map(({ points }) => points)).toEqual([[expected]]);
  });

  it('as a gauge keeps the last value where nothing came in the period, and nothing of later', async () => {
    const scene = await makeScene();
    await rig.state(scene.twin, 'before', [[day - dayMs, 7]]);
    await rig.state(scene.twin, 'after', [[day + 2 * dayMs, 7]]);
    await rig.state(scene.twin, 'never');
    const options = { chartType: 'gauge', data: { states: ['before', 'after', 'never'] } };
    const { series } = await ask<ChartAnswer>(scene, 'chart', options);
    expect(series.map(({ stateKey, points }) => [stateKey, points])).toEqual([
      ['before', [[day - dayMs, 7]]],
      ['after', []],
      ['never', []],
    ]);
  });

  it('as a heat map has cells of hours, or of days where each series has a row', async () => {
    const scene = await makeScene();
    await rig.state(scene.twin, 'level', values);
    const cells = async (heatmap: object) => {
      const options = { chartType: 'heatmap', data: { states: ['level'], aggregate: true, interval: '6h' }, heatmap };
      return (await ask<ChartAnswer>(scene, 'chart', options, { zone: 'UTC' })).series[0]?.points;
    };
    expect(await cells({ layout: 'dayByHour', valueDetermination: 'earliest' })).toEqual([
      [day, 4],
      [day + hourMs, 3],
    ]);
    expect(await cells({ layout: 'seriesByDay', valueDetermination: 'sum' })).toEqual([[day, 26]]);
  });

  it('shows twins by title and states in the order they were chosen, at most a hundred lines', async () => {
    const scene = await makeScene();
    const many = Array.from({ length: 60 }, (_, index) => `Room ${String(index).padStart(2, '0')}`);
    for (const title of many) {
      const twin = await rig.server.make.twin({ account: scene.user.account, title });
      await rig.state(twin, 'humidity');
      await rig.state(twin, 'Level');
    }
    const options = { data: { states: ['level', 'humidity'] }, twinFilter: { search: 'room' } };
    const { series, truncated } = await ask<ChartAnswer>(scene, 'chart', options);
    expect([series.length, truncated]).toEqual([100, true]);
    expect(series.slice(0, 3).map(({ dtwinTitle, stateKey }) => [dtwinTitle, stateKey])).toEqual([
      ['Room 00', 'Level'],
      ['Room 00', 'humidity'],
      ['Room 01', 'Level'],
    ]);
    const fewer = { ...options, data: { states: ['level'] } };
    expect(await ask<ChartAnswer>(scene, 'chart', fewer)).toMatchObject({ series: { length: 60 }, truncated: false });
  });

  it('thins out long lines and reports it', async () => {
    const scene = await makeScene();
    await rig.state(
      scene.twin,
      'level',
      Array.from({ length: 3_000 }, (_, index) => [day + index * 20_000, index === 1_234 ? 99 : index % 7]),
    );
    const { series, truncated } = await ask<ChartAnswer>(scene, 'chart', { data: { states: ['level'] } });
    const [{ points, binMs } = { points: [], binMs: null }] = series;
    expect(truncated).toBe(true);
    expect(points.length).toBeLessThanOrEqual(1_000);
    expect(points).toContainEqual([day + 1_234 * 20_000, 99]);
    expect(binMs).toBeGreaterThan(0);
  });

  it('has nothing to show without states', async () => {
    expect(await ask(await makeScene(), 'chart', {})).toEqual({ series: [], truncated: false });
  });
});

describe('a value', () => {
  it('has a part for each twin, what it was before, and the line of the first', async () => {
    const scene = await makeScene();
    const boiler = await rig.state(scene.twin, 'level', values);
    const other = await rig.server.make.twin({ account: scene.user.account, title: 'Chiller' });
    const text = await rig.state(other, 'level', [[day + 5_000, 'open']]);
    const answer = await ask(scene, 'value', { state: 'level', valueDetermination: 'latest' });
    const part = (stateId: number, dtwinId: number, dtwinTitle: string) => ({ stateId, dtwinId, dtwinTitle, unit: '' });
    expect(answer).toEqual({
      parts: [
        { ...part(boiler.id, scene.twin.id, 'Boiler'), value: 8, before: 4, atMs: day + hourMs + 1_000 },
        { ...part(text.id, other.id, 'Chiller'), value: 'open', before: null, atMs: day + 5_000 },
      ],
      total: 2,
      line: expect.objectContaining({ stateId: boiler.id, points: values }),
    });
    const plain = await ask(scene, 'value', { state: 'level', valueDetermination: 'average', showLine: false });
    expect(plain).toMatchObject({ parts: [{ value: 5.2 }, { value: null }], line: null });
    expect(await ask(scene, 'value', {})).toEqual({ parts: [], total: 0, line: null });
  });
});

const place = { latitude: 49, longitude: 8.4, ...mercatorOf(49, 8.4) };

describe('a table of twins', () => {
  it('has the fields of its columns, with the states they show, and no others', async () => {
    const scene = await makeScene();
    const keyValue = [
      { key: 'floor', value: '3' },
      { key: 'secret', value: 'x' },
    ];
    await rig.server.database.db
      .update(twins)
      .set({ keyValue, status: 2, address: 'Kaiserstraße 1' })
      .where(eq(twins.id, scene.twin.id));
    const level = await rig.state(scene.twin, 'level', values);
    await rig.state(scene.twin, 'other', values);
    await rig.server.database.db.update(states).set({ unit: '°C' }).where(eq(states.id, level.id));
    const attributes = [
      { field: 'title' },
      { field: 'status' },
      { field: 'state', key: 'LEVEL' },
      { field: 'keyValue', key: 'floor' },
      { field: 'customParameter', key: 'x' },
    ];
    const measured = { value: 8, timestamp: iso(day + hourMs + 1_000), status: 'unknown' };
    expect(await ask(scene, 'twinTable', { attributes })).toEqual({
      rows: [
        {
          twin: {
            id: scene.twin.id,
            title: 'Boiler',
            status: 'warning',
            keyValue: [{ key: 'floor', value: '3' }],
          },
          states: [{ id: level.id, key: 'level', unit: '°C', ...measured }],
        },
      ],
      total: 1,
      stateTitles: [{ key: 'LEVEL', title: expect.any(String) }],
    });
  });

  it('has a thousand rows at most and reports how many there are', async () => {
    const scene = await makeScene();
    const { id, scopeId } = scene.user.account;
    await rig.server.database.db.execute(sql`
      insert into ${twins} (account_id, path, scope_id, title, search_text)
      select ${id}, n::text::ltree, ${scopeId}, 'Sensor ' || n, 'sensor' from generate_series(700001, 701005) n`);
    const answer = await ask<{ rows: unknown[]; total: number }>(scene, 'twinTable', {});
    expect([answer.rows.length, answer.total]).toEqual([1_000, 1_006]);
  });
});

describe('a heatmap', () => {
  it('says how long the period may be where nobody can choose another interval', async () => {
    const scene = await makeScene();
    await rig.state(scene.twin, 'level', values);
    const read = (layout: string, days: number) =>
      rig.preview(
        scene.user,
        scene.dashboard,
        'chart',
        { chartType: 'heatmap', data: { states: ['level'] }, heatmap: { layout } },
        { dateRange: { start: iso(day - (days - 1) * dayMs + 1), end: iso(day + dayMs + 1) } },
      );
    const tooLong = await read('weekdayByHour', 84);
    expect([tooLong.status, tooLong.body]).toMatchObject([422, { code: 'WIDGET_SPAN_TOO_LONG', params: { days: 83 } }]);
    // What it says can be followed, whenever the period begins.
    expect((await read('weekdayByHour', 83)).status).toBe(200);
    expect((await read('seriesByDay', 84)).status).toBe(200);
  });
});

describe('a map of twins', () => {
  it('shows those that have a place, with what its rules look at', async () => {
    const scene = await makeScene();
    const { db } = rig.server.database;
    await rig.server.make.twin({ account: scene.user.account, title: 'Nowhere' });
    const tags = ['a', 'b'];
    await db
      .update(twins)
      .set({ ...place, status: 3, tags })
      .where(eq(twins.id, scene.twin.id));
    await rig.state(scene.twin, 'level', values);
    const rule = { operator: 'gt', value: '5', color: 'error' };
    const markerRules = [
      { field: 'state', key: 'Level', ...rule },
      { field: 'status', ...rule },
      { field: 'tags', ...rule },
      { field: 'keyValue', key: 'none', ...rule },
    ];
    expect(await ask(scene, 'twinMap', { markerRules })).toEqual({
      twins: [[scene.twin.id, 'Boiler', 8.4, 49, 'error', [8, 'error', 'a, b', null]]],
      total: 1,
      unplaced: 1,
    });
  });

  it('says how many have no place, of those that the viewer may see', async () => {
    const scene = await makeScene();
    const lost = await rig.server.make.twin({ account: scene.user.account, title: 'Nowhere' });
    const foreign = await rig.server.make.twin({ title: 'Elsewhere' });
    await rig.server.database.db
      .update(twins)
      .set({ tags: ['lost'] })
      .where(inArray(twins.id, [lost.id, foreign.id]));
    const unplaced = async (twinFilter: object) =>
      (await ask<{ unplaced: number }>(scene, 'twinMap', { twinFilter })).unplaced;
    expect(await unplaced({})).toBe(2);
    expect(await unplaced({ tags: ['lost'] })).toBe(1);
    expect(await unplaced({ dtwinIds: ['{{param.none}}'] })).toBe(0);
  });
});

describe('a dashboard inside', () => {
  it('is named where the viewer may see it', async () => {
    const scene = await makeScene();
    const inner = await rig.server.make.dashboard({ account: scene.user.account });
    const foreign = await rig.server.make.dashboard();
    const named = async (dashboard: string) => ask(scene, 'dashboard', { dashboard });
    expect(await named(String(inner.id))).toEqual({ dashboard: { id: inner.id, name: inner.name } });
    const nothing = { dashboard: null };
    for (const id of [String(foreign.id), '999999999', '', '{{param.none}}']) expect(await named(id)).toEqual(nothing);
  });
});
