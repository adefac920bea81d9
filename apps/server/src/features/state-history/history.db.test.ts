import { fetchHistory, searchAggregated, searchHistory, searchSeries } from '@stellwerk/contract/state-history';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestState, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { HistoryPoint, JsonValue } from '../../platform/history/history.ts';
import { states } from '../states/index.ts';

const hourMs = 3_600_000;
const day = Date.UTC(2025, 9, 25);
const now = new Date(day + 5 * 24 * hourMs);
const iso = (at: number) => new Date(at).toISOString();

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } });
});
afterAll(() => server.close());

const write = (state: TestState, values: [at: number, value: JsonValue][]) =>
  server.history.write(
    server.database.db,
    values.map(([at, value], seq): HistoryPoint => ({ series: state.id, at, shard: 0, seq, value, source: 'live' })),
  );

/** A reader with a state of their account. */
async function makeState(
  permissions = ['DigitalTwin.read', 'InfluxDB.read'],
  valueType: 'number' | 'string' = 'number',
) {
  const user = await server.make.user({ permissions });
  const state = await server.make.state({ account: user.account });
  await server.database.db.update(states).set({ valueType }).where(eq(states.id, state.id));
  return { user, state };
}

describe.each([searchHistory, fetchHistory])('GET $path', (route) => {
  const get = (as: TestUser, query: { stateId: number }) => server.call(route, { query }, { as });

  it('answers the newest values as they came, of every type, and says when there are more', async () => {
    const { user, state } = await makeState();
    await write(state, [
      [day, 1.5],
      [day + 1, 'open'],
      [day + 2, true],
      [day + 3, { nested: [1] }],
      [day + 4, null],
    ]);
    const { body } = await get(user, { stateId: state.id });
    expect(body.data.hasMore).toBe(false);
    expect(body.data.points.map(({ value }) => value)).toEqual([null, { nested: [1] }, true, 'open', 1.5]);
    expect(body.data.points[4]).toEqual({ timestamp: iso(day), value: 1.5, origin: 'live' });
    const page = (query: object) => get(user, { stateId: state.id, ...query });
    const first = (await page({ limit: 2 })).body.data;
    expect(first).toMatchObject({ hasMore: true, points: [{ value: null }, { value: { nested: [1] } }] });
    const second = (await page({ limit: 3, endDate: first.points[1]?.timestamp })).body.data;
    expect(second).toMatchObject({ hasMore: false, points: [{ value: true }, { value: 'open' }, { value: 1.5 }] });
    const ascending = (await page({ limit: 2, order: 'ascending', startDate: iso(day + 1) })).body.data;
    expect(ascending).toMatchObject({ hasMore: true, points: [{ value: 'open' }, { value: true }] });
  });

  it('refuses too many values a call and states of others', async () => {
    const { user, state } = await makeState(['DigitalTwinStates.read']);
    expect((await get(user, { stateId: state.id, ...{ limit: 1001 } })).status).toBe(400);
    expect((await get(user, { stateId: state.id })).status).toBe(200);
    const other = await server.make.state();
    expect((await get(user, { stateId: other.id })).body.code).toBe('DTWIN_STATE_NOT_FOUND');
    const nobody = await server.make.user({ account: user.account, permissions: ['Dashboards.read'] });
    expect((await get(nobody, { stateId: state.id })).status).toBe(403);
  });
});

describe('GET /api/v1/digitaltwin/states/history/influx/search', () => {
  const get = (as: TestUser, ids: number[], query: object = {}) =>
    server.call(searchSeries, { query: { stateIds: ids.join(), startDate: iso(day), ...query } }, { as });

  it('thins a long line without losing its peak and names its state', async () => {
    const { user, state } = await makeState();
    await write(
      state,
      Array.from({ length: 5_000 }, (_, index) => [day + index * 10_000, index === 3_333 ? 999 : index % 7]),
    );
    const { body } = await get(user, [state.id]);
    const [series] = body.data.series;
    expect(series).toMatchObject({ stateId: state.id, key: state.key, dtwinId: state.twin.id, unit: '' });
    expect(series).toMatchObject({ dtwinTitle: state.twin.title });
    expect(series?.points.length).toBeLessThanOrEqual(1_000);
    expect(series?.points).toContainEqual([day + 33_330_000, 999]);
    expect(series?.binMs).toBeGreaterThan(0);
    const few = (await get(user, [state.id], { maxPoints: 10 })).body.data.series[0];
    expect(few?.points.length).toBeLessThanOrEqual(10);
    expect(few?.points).toContainEqual([day + 33_330_000, 999]);
  });

  it('answers texts as they came, the newest thousand, and states in the order asked for', async () => {
    const { user, state: text } = await makeState(undefined, 'string');
    const number = await server.make.state({ account: user.account });
    await write(
      text,
      Array.from({ length: 1_200 }, (_, index) => [day + index, `text ${index}`]),
    );
    await write(number, [[day + 1, false]]);
    const { series } = (await get(user, [text.id, number.id])).body.data;
    expect(series.map(({ stateId }) => stateId)).toEqual([text.id, number.id]);
    expect(series[0]?.points).toHaveLength(1_000);
    expect(series[0]?.points[0]).toEqual([day + 200, 'text 200']);
    expect(series[0]?.points.at(-1)).toEqual([day + 1_199, 'text 1199']);
    expect(series[1]).toMatchObject({ points: [[day + 1, 0]], binMs: null });
  });

  it('leaves out what lies after now or the given end, and refuses spans that make no sense', async () => {
    const { user, state } = await makeState();
    await write(state, [
      [day, 1],
      [day + hourMs, 2],
      [now.getTime(), 3],
    ]);
    const values = async (query: object) =>
      (await get(user, [state.id], query)).body.data.series[0]?.points.map(([, value]) => value);
    expect(await values({})).toEqual([1, 2]);
    expect(await values({ endDate: iso(day + hourMs) })).toEqual([1]);
    for (const query of [
      { endDate: iso(day) },
      { startDate: '1969-12-31T00:00:00Z' },
      { endDate: '2200-01-01T00:00:00Z' },
    ])
      expect((await get(user, [state.id], query)).body.code).toBe('HISTORY_SPAN_INVALID');
  });

  it('answers 404 when one of the states is out of sight', async () => {
    const { user, state } = await makeState();
    const other = await server.make.state();
    expect((await get(user, [state.id, other.id])).body.code).toBe('DTWIN_STATE_NOT_FOUND');
  });
});

describe('GET /api/v1/digitaltwin/states/history/influx/search-aggregated', () => {
  const get = (as: TestUser, ids: number[], query: object = {}) =>
    server.call(searchAggregated, { query: { stateIds: ids.join(), startDate: iso(day), ...query } }, { as });

  it('answers means of hours by default, with other figures beside them when asked', async () => {
    const { user, state } = await makeState();
    await write(state, [
      [day, 1],
      [day + 60_000, 4],
      [day + 120_000, 1],
      [day + 2 * hourMs, 7],
    ]);
    const plain = (await get(user, [state.id])).body.data;
    expect(plain.zone).toBe('Europe/Berlin');
    expect(plain.series).toEqual([
      {
        stateId: state.id,
        key: state.key,
        title: state.key,
        unit: '',
        dtwinId: state.twin.id,
        dtwinTitle: state.twin.title,
        buckets: [
          { start: iso(day), value: 2 },
          { start: iso(day + 2 * hourMs), value: 7 },
        ],
      },
    ]);
    const more = await get(user, [state.id], { method: 'median', min: true, max: true, latest: true, rawData: true });
    const [series] = more.body.data.series;
    expect(series?.buckets[0]).toEqual({ start: iso(day), value: 1, min: 1, max: 4, latest: 1 });
    expect(series?.raw).toHaveLength(4);
  });

  it('cuts days on the clock of the zone: 25 hours in the autumn of Berlin', async () => {
    const { user, state } = await makeState();
    await write(
      state,
      Array.from({ length: 120 }, (_, hour) => [day - 48 * hourMs + hour * hourMs, 1]),
    );
    const days = async (zone?: string) => {
      const query = {
        startDate: iso(day - 2 * hourMs),
        endDate: iso(day + 71 * hourMs),
        duration: '1d',
        method: 'count',
      };
      const { body } = await get(user, [state.id], { ...query, ...(zone ? { zone } : {}) });
      return body.data.series[0]?.buckets.map(({ start, value }) => [start, value]);
    };
    expect(await days()).toEqual([
      ['2025-10-24T22:00:00.000Z', 24],
      ['2025-10-25T22:00:00.000Z', 25],
      ['2025-10-26T23:00:00.000Z', 24],
    ]);
    expect((await days('Asia/Kolkata'))?.[1]).toEqual(['2025-10-25T18:30:00.000Z', 24]);
    const { body } = await get(user, [state.id], { duration: '1w', firstWeekday: 7, method: 'count' });
    expect(body.data.series[0]?.buckets.map(({ start }) => start)).toEqual([
      '2025-10-18T22:00:00.000Z',
      '2025-10-25T22:00:00.000Z',
    ]);
  });

  it('needs InfluxDB.read where the states are', async () => {
    const { user, state } = await makeState(['DigitalTwin.read']);
    expect(await get(user, [state.id])).toMatchObject({
      status: 403,
      body: { code: 'PERMISSION_DENIED', params: { subject: 'InfluxDB', action: 'read' } },
    });
    const elsewhere = await server.make.account({ parent: user.account });
    const inner = await server.make.user({ account: elsewhere, permissions: ['DigitalTwin.read', 'InfluxDB.read'] });
    expect((await get(inner, [state.id])).status).toBe(404);
  });

  it('refuses more than a thousand values a state, and zones that are none', async () => {
    const { user, state } = await makeState();
    const endDate = iso(day + 1_001 * hourMs);
    const refused = await get(user, [state.id], { endDate });
    expect(refused.body).toMatchObject({ code: 'HISTORY_TOO_MANY_BUCKETS', params: { limit: 1_000 } });
    expect((await get(user, [state.id], { endDate: iso(day + 1_000 * hourMs) })).status).toBe(200);
    expect((await get(user, [state.id], { endDate, duration: '6h' })).status).toBe(200);
    for (const zone of ['Berlin', '+02:00', ''])
      expect((await get(user, [state.id], { zone })).body.code).toBe('PARAMETER_VALIDATION_ERROR');
  });
});
