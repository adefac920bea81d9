import { dashboardLimits } from '@stellwerk/contract/dashboard';
import { duplicateWidget, listWidgetKinds } from '@stellwerk/contract/dashboard-widget';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { type DashboardCalls, dashboardCalls, failure } from './testing/dashboards.fixture.ts';

let server: TestServer;
let calls: DashboardCalls;
beforeAll(async () => {
  server = await startTestServer();
  calls = dashboardCalls(server);
});
afterAll(() => server.close());

const titles = async (as: TestUser, id: number) =>
  (await calls.read(as, id)).body.data.widgets.map(({ title }) => title).join('');
const duplicate = (as: TestUser, [id, widgetId]: [number, number]) =>
  server.call(duplicateWidget, { params: { id, widgetId } }, { as });
const charts = (letters: string) => [...letters].map((title) => ({ type: 'chart', title }));

/** A dashboard with charts called by these letters, and their ids. */
async function lettered(letters: string) {
  const user = await calls.editor();
  const { id, widgets } = await calls.make(user, { widgets: charts(letters) });
  return { user, id, ids: widgets.map((widget) => widget.id) };
}

describe('GET /api/v1/dashboards/widget-types', () => {
  it('reports the kinds with the schemas of their options', async () => {
    const user = await server.make.user({ permissions: ['Dashboards.read'] });
    const { body } = await server.call(listWidgetKinds, {}, { as: user });
    expect(body.data.map(({ type }) => type)).toEqual(['chart', 'dashboard', 'twinMap', 'twinTable', 'value']);
    expect(body.data[0]?.optionsSchema).toMatchObject({
      type: 'object',
      properties: { chartType: { default: 'line' } },
    });
  });
});

describe('a widget', () => {
  it('comes at the end and counts as a change of its dashboard', async () => {
    const { user, id } = await lettered('ab');
    const { status, body } = await calls.addWidget(user, id, {
      type: 'value',
      title: 'c',
      options: { state: 'power' },
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      type: 'value',
      layoutOrderIdx: 2,
      size: 6,
      options: { state: 'power', unit: '' },
    });
    const { revision, widgets } = (await calls.read(user, id)).body.data;
    expect(revision).toBe(2);
    expect(widgets[2]).toEqual(body.data);
    expect(failure(await calls.addWidget(user, id, { type: 'nothing' }))).toEqual([400, 'WIDGET_TYPE_UNKNOWN']);
    const invalid = await calls.addWidget(user, id, { type: 'value', options: { decimalPlaces: 99 } });
    expect(invalid.body).toMatchObject({ code: 'WIDGET_OPTIONS_INVALID', params: { field: 'decimalPlaces' } });
  });

  it('is changed in part; its options as a whole', async () => {
    const { user, id, ids } = await lettered('ab');
    const place: [number, number] = [id, ids[1] ?? 0];
    const first = await calls.configureWidget(user, place, { options: { lineSmooth: true, stacked: true } });
    expect(first.body.data).toMatchObject({
      title: 'b',
      layoutOrderIdx: 1,
      options: { lineSmooth: true, stacked: true },
    });
    const { revision } = first.body.data;
    const second = await calls.configureWidget(user, place, { title: 'B', size: 3, options: { stacked: true } });
    expect(second.body.data).toMatchObject({ title: 'B', size: 3, options: { lineSmooth: false, stacked: true } });
    const late = await calls.configureWidget(user, place, { title: 'late', basedOn: revision });
    expect(failure(late)).toEqual([409, 'WIDGET_CHANGED_MEANWHILE']);
    // A change of the widget beside it, and of the order, is none of its own.
    await calls.configureWidget(user, [id, ids[0] ?? 0], { title: 'A' });
    await calls.order(user, id, ids.toReversed());
    const based = await calls.configureWidget(user, place, { title: 'x', basedOn: second.body.data.revision });
    expect(based.status).toBe(200);
    const invalid = await calls.configureWidget(user, place, { options: { yAxisMin: 2, yAxisMax: 1 } });
    expect(invalid.body).toMatchObject({ code: 'WIDGET_OPTIONS_INVALID', params: { field: 'yAxisMax' } });
    const { revision: before } = (await calls.read(user, id)).body.data;
    await calls.configureWidget(user, place, { title: 'x', options: { stacked: true } });
    expect((await calls.read(user, id)).body.data.revision).toBe(before);
  });

  it('is copied right behind itself', async () => {
    const { user, id, ids } = await lettered('abc');
    const { status, body } = await duplicate(user, [id, ids[1] ?? 0]);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ title: 'b', layoutOrderIdx: 2 });
    expect(ids).not.toContain(body.data.id);
    expect(await titles(user, id)).toBe('abbc');
  });

  it('goes, and the others close up', async () => {
    const { user, id, ids } = await lettered('abc');
    expect((await calls.removeWidget(user, [id, ids[1] ?? 0])).body.data).toEqual({ deleted: true, version: 2 });
    const { widgets } = (await calls.read(user, id)).body.data;
    expect(widgets.map(({ title, layoutOrderIdx }) => [title, layoutOrderIdx])).toEqual([
      ['a', 0],
      ['c', 1],
    ]);
    expect(failure(await calls.removeWidget(user, [id, ids[1] ?? 0]))).toEqual([404, 'WIDGET_NOT_FOUND']);
  });

  it('of another dashboard, or of a hidden one, is not there', async () => {
    const { user, id } = await lettered('a');
    const other = await calls.make(user, { widgets: charts('x') });
    const foreign = await lettered('y');
    for (const widgetId of [other.widgets[0]?.id ?? 0, foreign.ids[0] ?? 0, 999_999_999]) {
      for (const answer of [
        await calls.configureWidget(user, [id, widgetId], { title: 'z' }),
        await duplicate(user, [id, widgetId]),
        await calls.removeWidget(user, [id, widgetId]),
        await calls.order(user, id, [widgetId]),
      ]) {
        expect(failure(answer)).toEqual([404, 'WIDGET_NOT_FOUND']);
      }
    }
    expect(await titles(user, other.id)).toBe('x');
  });

  it('can’t be changed by who may only read', async () => {
    const { user, id, ids } = await lettered('a');
    const reader = await calls.reader(user.account);
    const place: [number, number] = [id, ids[0] ?? 0];
    for (const answer of [
      await calls.configureWidget(reader, place, { title: 'z' }),
      await duplicate(reader, place),
      await calls.removeWidget(reader, place),
    ]) {
      expect(failure(answer)).toEqual([403, 'PERMISSION_DENIED']);
    }
  });

  it('is one of sixty at most, also when two come at once', async () => {
    const { user, id, ids } = await lettered('x'.repeat(dashboardLimits.widgets - 1));
    const answers = await Promise.all([1, 2, 3].map(() => calls.addWidget(user, id, { type: 'chart' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'DASHBOARD_TOO_MANY_WIDGETS', params: { limit: 60 } });
    expect(failure(await duplicate(user, [id, ids[0] ?? 0]))).toEqual([409, 'DASHBOARD_TOO_MANY_WIDGETS']);
  });
});

describe('POST …/widgets/order', () => {
  it('takes every widget exactly once', async () => {
    const { user, id, ids } = await lettered('abc');
    const [a = 0, b = 0, c = 0] = ids;
    expect((await calls.order(user, id, [c, a, b])).body.data.widgets.map(({ title }) => title)).toEqual([
      'c',
      'a',
      'b',
    ]);
    for (const wrong of [
      [a, b],
      [a, b, c, a],
      [a, a, b],
    ]) {
      expect(failure(await calls.order(user, id, wrong))).toEqual([400, 'DASHBOARD_ORDER_INVALID']);
    }
    expect((await calls.order(user, id, [c, a, b])).body.data.revision).toBe(2);
  });
});

describe('changes of one dashboard', () => {
  it('come one after the other, and none gets lost', async () => {
    const { user, id, ids } = await lettered('abc');
    const answers = await Promise.all([
      ...ids.map((widgetId, index) => calls.configureWidget(user, [id, widgetId], { title: `${index}` })),
      calls.configure(user, id, { name: 'Renamed' }),
      calls.addWidget(user, id, { type: 'chart', title: 'd' }),
      calls.addWidget(user, id, { type: 'chart', title: 'd' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 201]);
    expect((await calls.read(user, id)).body.data).toMatchObject({ name: 'Renamed', revision: 7 });
    expect(await titles(user, id)).toBe('012dd');
    const versions = (await calls.versions(user, id)).body.data.map(({ version }) => version);
    expect(versions).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });
});
