import type { WidgetFields } from '@stellwerk/contract/dashboard';
import { previewWidget, readDashboardData, readWidgetData } from '@stellwerk/contract/dashboard-widget';
import type { TestDashboard, TestState, TestTwin, TestUser } from '../../../../../test/factories.ts';
import { startTestServer } from '../../../../../test/server.ts';
import { setNewest } from '../../../../ingest/newest/testing/newest.fixture.ts';
import type { HistoryPoint, JsonValue } from '../../../../platform/history/history.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const day = Date.UTC(2025, 9, 20);
export const iso = (at: number) => new Date(at).toISOString();
/** A span as query parameters. */
export const span = (from: number, to: number) => ({ dateRangeStart: iso(from), dateRangeEnd: iso(to) });

export const sees = ['Dashboards.read', 'DigitalTwin.read'];

type Options = WidgetFields['options'];
type Query = Record<string, string>;

/** Dashboards with data, on a clock that tests set. */
export async function startDataRig() {
  let nowMs = day + dayMs;
  const server = await startTestServer({ clock: { now: () => new Date(nowMs) } });
  let seq = 0;
  return {
    server,
    setNow(atMs: number) {
      nowMs = atMs;
    },
    /** Moves the clock past the lifetime of cached results. */
    passTime(byMs = 10_000) {
      nowMs += byMs;
    },
    async state(twin: TestTwin, key: string, values: [at: number, value: JsonValue][] = []): Promise<TestState> {
      const state = await server.make.state({ twin, key });
      const points = values.map(([at, value]): HistoryPoint => {
        seq += 1;
        return { series: state.id, at, shard: 0, seq, value, source: 'live' };
      });
      await server.history.write(server.database.db, points);
      const [at, value] = values.at(-1) ?? [];
      if (at === undefined) return state;
      const newest = {
        value: value ?? null,
        measuredAt: new Date(at),
        receivedAt: new Date(at),
        origin: 'live',
      } as const;
      await setNewest(server.database.db, state.id, newest);
      return state;
    },
    all: (as: TestUser, { id }: Pick<TestDashboard, 'id'>, query: Query = {}, language = 'en') =>
      server.call(readDashboardData, { params: { id }, query }, { as, headers: { 'accept-language': language } }),
    one: (as: TestUser, id: number, widgetId: number, query: Query = {}) =>
      server.call(readWidgetData, { params: { id, widgetId }, query }, { as, headers: { 'accept-language': 'en' } }),
    preview: (as: TestUser, { id }: Pick<TestDashboard, 'id'>, type: string, options: Options, more: object = {}) =>
      server.call(
        previewWidget,
        { params: { id }, body: { widgetDefinition: { type, options }, ...more } },
        { as, headers: { 'accept-language': 'en' } },
      ),
  };
}
export type DataRig = Awaited<ReturnType<typeof startDataRig>>;
