import { gunzipSync } from 'node:zlib';
import { configureWidget } from '@stellwerk/contract/dashboard-widget';
import type { WidgetSeries } from '@stellwerk/contract/widget';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestDashboard, TestUser } from '../../../../test/factories.ts';
import type { History } from '../../../platform/history/history.ts';
import { type DataRig, day, dayMs, hourMs, sees, span, startDataRig } from './testing/data.fixture.ts';

let rig: DataRig;
const asked: string[] = [];
beforeAll(async () => {
  rig = await startDataRig();
  /** Tells what is asked of the history, which answers as ever. */
  const listen = (name: 'lines' | 'buckets' | 'summaries', history: History) => {
    const answer = history[name] as (...query: unknown[]) => Promise<never>;
    history[name] = (...query: unknown[]) => {
      asked.push(name);
      return answer(...query);
    };
  };
  for (const name of ['lines', 'buckets', 'summaries'] as const) listen(name, rig.server.history);
});
afterAll(() => rig.server.close());
beforeEach(() => {
  rig.passTime();
  asked.length = 0;
});

const line = { chartType: 'line', data: { states: ['level'] } };
const bars = { chartType: 'bar', data: { states: ['level'], aggregate: true, interval: '1h' } };

async function makeWall(widgets: { type: string; options?: object }[]) {
  const user = await rig.server.make.user({ permissions: [...sees, 'Dashboards.manage'] });
  const twin = await rig.server.make.twin({ account: user.account });
  await rig.state(twin, 'level', [
    [day, 1],
    [day + hourMs, 2],
  ]);
  return { user, dashboard: await rig.server.make.dashboard({ account: user.account, widgets: widgets as never }) };
}

const today = span(day, day + dayMs);
async function pointsOf(as: TestUser, dashboard: TestDashboard, query: Record<string, string> = today) {
  const { widgets } = (await rig.all(as, dashboard, query)).body.data;
  return dashboard.widgetIds.map(
    (id) => (widgets[id] as { data: { series: WidgetSeries[] } }).data.series[0]?.points.length,
  );
}

describe('equal questions', () => {
  it('of several widgets are asked once', async () => {
    const area = { ...line, lineShape: 'area', label: 'another' };
    const { user, dashboard } = await makeWall(
      [line, area, bars, { ...bars, chartType: 'line' }].map((options) => ({ type: 'chart', options })),
    );
    expect(await pointsOf(user, dashboard)).toEqual([2, 2, 2, 2]);
    expect(asked.sort()).toEqual(['buckets', 'lines']);
  });

  it('of many viewers with equal permissions cost as much as one, and those of others their own', async () => {
    const { user, dashboard } = await makeWall([{ type: 'chart', options: line }]);
    const colleague = (permissions: string[]) => rig.server.make.user({ account: user.account, permissions });
    const equals = await Promise.all([1, 2, 3].map(() => colleague(sees)));
    const guest = await colleague(['Dashboards.read']);
    const answers = await Promise.all(equals.map((viewer) => pointsOf(viewer, dashboard)));
    expect([answers, asked]).toEqual([[[2], [2], [2]], ['lines']]);
    expect(await pointsOf(guest, dashboard)).toEqual([undefined]);
    expect(asked).toEqual(['lines', 'lines']);
  });

  it('are asked again for another span and after some seconds', async () => {
    const { user, dashboard } = await makeWall([{ type: 'chart', options: line }]);
    await pointsOf(user, dashboard);
    expect(await pointsOf(user, dashboard, span(day + 1_800_000, day + dayMs))).toEqual([1]);
    expect(asked).toHaveLength(2);
    rig.passTime();
    await pointsOf(user, dashboard);
    expect(asked).toHaveLength(3);
  });

  it('are others as soon as the widget is changed', async () => {
    const { user, dashboard } = await makeWall([{ type: 'chart', options: line }]);
    expect(await pointsOf(user, dashboard)).toEqual([2]);
    const [widgetId = 0] = dashboard.widgetIds;
    const options = { chartType: 'bar', data: { states: ['level'], aggregate: true, interval: '1d' } };
    await rig.server.call(configureWidget, { params: { id: dashboard.id, widgetId }, body: { options } }, { as: user });
    expect(await pointsOf(user, dashboard)).toEqual([1]);
  });
});

describe('an answer', () => {
  const bytesOf = (as: TestUser, { id }: TestDashboard, headers: Record<string, string>) =>
    rig.server.app.inject({
      url: `/api/v1/dashboards/${id}/widgets/__all__/data`,
      query: today,
      headers: { authorization: `Bearer ${as.token}`, ...headers },
    });

  it('is made once, and compressed for those who want it', async () => {
    const points = Array.from({ length: 200 }, (_, index): [number, number] => [day + index * 60_000, index]);
    const { user, dashboard } = await makeWall([{ type: 'chart', options: { ...line, data: { states: ['many'] } } }]);
    const twin = await rig.server.make.twin({ account: user.account });
    await rig.state(twin, 'many', points);
    const plain = await bytesOf(user, dashboard, {});
    expect([plain.statusCode, plain.headers['content-encoding'], plain.headers['content-type']]).toEqual([
      200,
      undefined,
      'application/json; charset=utf-8',
    ]);
    const gzipped = await bytesOf(user, dashboard, { 'accept-encoding': 'br, gzip;q=0.8' });
    expect([gzipped.headers['content-encoding'], gzipped.headers.vary]).toEqual(['gzip', 'accept-encoding']);
    expect(gunzipSync(gzipped.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gzipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    const refused = await bytesOf(user, dashboard, { 'accept-encoding': 'gzip;q=0' });
    expect([refused.headers['content-encoding'], refused.payload]).toEqual([undefined, plain.payload]);
    expect(asked).toEqual(['lines']);
  });

  it('says when it was read, also to those who get it later', async () => {
    const { user, dashboard } = await makeWall([{ type: 'chart', options: line }]);
    const first = (await rig.all(user, dashboard, today)).body.data.readAt;
    const colleague = await rig.server.make.user({
      account: user.account,
      permissions: [...sees, 'Dashboards.manage'],
    });
    rig.passTime(1_000);
    expect((await rig.all(colleague, dashboard, today)).body.data.readAt).toBe(first);
    rig.passTime();
    expect(Date.parse((await rig.all(user, dashboard, today)).body.data.readAt)).toBe(Date.parse(first) + 11_000);
  });
});

describe('a widget that breaks', () => {
  it('shows its error in its place, and the others have their data', async () => {
    const { user, dashboard } = await makeWall([
      { type: 'chart', options: line },
      { type: 'chart', options: bars },
    ]);
    const { history } = rig.server;
    const { buckets } = history;
    history.buckets = () => Promise.reject(new Error('disk on fire'));
    const { status, body } = await rig.all(user, dashboard, today);
    history.buckets = buckets;
    const [fine = 0, broken = 0] = dashboard.widgetIds;
    expect([status, body.data.widgets[fine]]).toEqual([200, { data: expect.anything() }]);
    expect(body.data.widgets[broken]).toEqual({
      error: { code: 'WIDGET_DATA_FAILED', message: 'The data of the widget could not be loaded.', params: {} },
    });
    expect(JSON.stringify(body)).not.toContain('disk on fire');
    // It is asked again at once: what went wrong is not kept.
    expect(await pointsOf(user, dashboard)).toEqual([2, 2]);
  });
});
