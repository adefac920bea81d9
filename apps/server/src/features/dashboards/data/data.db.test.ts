import type { WidgetAnswer } from '@stellwerk/contract/dashboard-widget';
import { findWidgetStates } from '@stellwerk/contract/dashboard-widget';
import { deleteState } from '@stellwerk/contract/state';
import { deleteTwin } from '@stellwerk/contract/twin';
import type { WidgetSeries } from '@stellwerk/contract/widget';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import { createRole } from '../../../platform/tenancy/role.store.ts';
import { createScope } from '../../../platform/tenancy/scope.store.ts';
import { userRoles } from '../../../platform/tenancy/user.table.ts';
import { twins } from '../../twins/index.ts';
import { dashboards } from '../dashboard.table.ts';
import { type DataRig, day, dayMs, hourMs, iso, sees, span, startDataRig } from './testing/data.fixture.ts';

let rig: DataRig;
beforeAll(async () => {
  rig = await startDataRig();
});
afterAll(() => rig.server.close());

const failure = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const line = { chartType: 'line', data: { states: ['level'] } };
const ofTwin = (id: number | string) => ({ ...line, twinFilter: { dtwinIds: [String(id)] } });
const today = span(day, day + dayMs);

/** The titles of the twins that a chart shows, or the code of what went wrong. */
function shown(answer: WidgetAnswer | undefined): string[] | string {
  if (!answer || 'error' in answer) return answer?.error.code ?? 'none';
  return (answer.data as { series: WidgetSeries[] }).series.map(({ dtwinTitle }) => dtwinTitle);
}

async function makeViewer(permissions = sees) {
  const user = await rig.server.make.user({ permissions });
  const twin = await rig.server.make.twin({ account: user.account, title: 'Boiler' });
  await rig.state(twin, 'level', [
    [day, 1],
    [day + hourMs, 2],
  ]);
  return { user, twin };
}

describe('GET /api/v1/dashboards/{id}/widgets/__all__/data', () => {
  it('answers every widget, each with its data or with what is wrong with it alone', async () => {
    const { user, twin } = await makeViewer();
    const dashboard = await rig.server.make.dashboard({
      account: user.account,
      widgets: [
        { type: 'chart', options: line },
        { type: 'hologram' },
        { type: 'chart', options: { chartType: 'pie' } },
        { type: 'chart', options: { ...line, data: { states: ['level'], aggregate: true, interval: '5m' } } },
        { type: 'twinTable' },
      ],
    });
    const [chart, unknown, invalid, tooMany, table] = dashboard.widgetIds.map(String);
    const { status, body } = await rig.all(user, dashboard, span(day, day + 30 * dayMs));
    expect([status, body.data.dateRange]).toEqual([200, { start: iso(day), end: iso(day + 30 * dayMs) }]);
    const { widgets } = body.data;
    const alone = await rig.one(user, dashboard.id, Number(chart), span(day, day + 30 * dayMs));
    expect([alone.status, { data: alone.body.data }]).toEqual([200, widgets[chart ?? '']]);
    expect(widgets[chart ?? '']).toEqual({
      data: {
        series: [
          {
            stateId: expect.any(Number),
            dtwinId: twin.id,
            dtwinTitle: 'Boiler',
            stateKey: 'level',
            stateTitle: expect.any(String),
            unit: '',
            valueType: 'number',
            points: [
              [day, 1],
              [day + hourMs, 2],
            ],
            binMs: null,
          },
        ],
        truncated: false,
      },
    });
    expect(widgets[unknown ?? '']).toEqual({
      error: {
        code: 'WIDGET_TYPE_UNKNOWN',
        message: 'There is no kind of widget “hologram” here.',
        params: { type: 'hologram' },
      },
    });
    expect(widgets[invalid ?? '']).toMatchObject({
      error: { code: 'WIDGET_OPTIONS_INVALID', params: { field: 'chartType' } },
    });
    expect(widgets[tooMany ?? '']).toMatchObject({
      error: { code: 'WIDGET_TOO_MANY_POINTS', params: { limit: 2000, interval: '1h' } },
    });
    expect(widgets[table ?? '']).toMatchObject({ data: { total: 1 } });
    const german = await rig.all(user, dashboard, span(day, day + 30 * dayMs), 'de');
    const answer = german.body.data.widgets[unknown ?? ''];
    expect(answer).toMatchObject({ error: { code: 'WIDGET_TYPE_UNKNOWN' } });
    expect(answer).not.toEqual(widgets[unknown ?? '']);
  });

  it('shows each viewer what they may see of it, and never what another one saw', async () => {
    const { user: chief } = await makeViewer();
    const { db } = rig.server.database;
    const vault = await rig.server.make.twin({ account: chief.account, title: 'Vault' });
    await rig.state(vault, 'level', [[day, 5]]);
    const scope = await createScope(db, { parentId: chief.account.scopeId, name: 'Vault' });
    await db.update(twins).set({ scopeId: scope.id, ownsScope: true }).where(eq(twins.id, vault.id));
    const dashboard = await rig.server.make.dashboard({
      account: chief.account,
      widgets: [{ type: 'chart', options: line }, { type: 'twinTable' }],
    });
    const [chart = 0, table = 0] = dashboard.widgetIds;
    const titles = async (as: TestUser) => {
      const { widgets } = (await rig.all(as, dashboard, today)).body.data;
      const rows = widgets[table] as { data: { rows: { twin: { title: string } }[] } };
      return [shown(widgets[chart]), rows.data.rows.map(({ twin: { title } }) => title)];
    };
    const colleague = (permissions: string[]) => rig.server.make.user({ account: chief.account, permissions });
    const limited = await colleague(sees);
    const role = { scopeId: scope.id, name: 'kept out', permissions: ['!DigitalTwin.list'] };
    await db.insert(userRoles).values({ userId: limited.id, scopeId: scope.id, roleId: await createRole(db, role) });
    const both = ['Boiler', 'Vault'];
    // Within the time that answers are kept.
    expect(await titles(chief)).toEqual([both, both]);
    expect(await titles(limited)).toEqual([['Boiler'], ['Boiler']]);
    expect(await titles(await colleague(['Dashboards.read']))).toEqual([[], []]);
    expect(await titles(await colleague(['Dashboards.read', 'DigitalTwinStates.read']))).toEqual([both, []]);
    expect(await titles(await colleague(sees))).toEqual([both, both]);
  });

  it('is not there for other accounts', async () => {
    const { user } = await makeViewer();
    const foreign = await rig.server.make.dashboard({ widgets: [{ type: 'chart' }] });
    expect(failure(await rig.all(user, foreign))).toEqual([404, 'DASHBOARD_NOT_FOUND']);
    expect(failure(await rig.preview(user, foreign, 'chart', {}))).toEqual([404, 'DASHBOARD_NOT_FOUND']);
    const [widgetId = 0] = foreign.widgetIds;
    expect(failure(await rig.one(user, foreign.id, widgetId))).toEqual([404, 'DASHBOARD_NOT_FOUND']);
    const own = await rig.server.make.dashboard({ account: user.account });
    expect(failure(await rig.one(user, own.id, widgetId))).toEqual([404, 'WIDGET_NOT_FOUND']);
    const noRight = await rig.server.make.user({ account: user.account, permissions: ['DigitalTwin.read'] });
    expect((await rig.all(noRight, own)).status).toBe(403);
  });

  it('fills parameters from the address, else by their defaults, and fits nothing without a value', async () => {
    const { user, twin } = await makeViewer();
    const other = await rig.server.make.twin({ account: user.account, title: 'Chiller' });
    await rig.state(other, 'level', [[day, 3]]);
    const dashboard = await rig.server.make.dashboard({
      account: user.account,
      widgets: [
        { type: 'chart', options: ofTwin('{{param.device}}') },
        { type: 'chart', options: { ...line, twinFilter: { search: '{{param.word}}' } } },
        { type: 'chart', options: { ...line, twinFilter: { parentDtwinId: '{{ param.device }}', onlyBelow: true } } },
      ],
    });
    const parameters = [
      { name: 'device', defaultValue: '', label: '' },
      { name: 'word', defaultValue: 'chill', label: '' },
    ];
    await rig.server.database.db
      .update(dashboards)
      .set({ customParameters: parameters })
      .where(eq(dashboards.id, dashboard.id));
    const titles = async (query: Record<string, string>) => {
      const { widgets } = (await rig.all(user, dashboard, { ...today, ...query })).body.data;
      return dashboard.widgetIds.map((id) => shown(widgets[id]));
    };
    expect(await titles({})).toEqual([[], ['Chiller'], []]);
    expect(await titles({ parameter_device: String(twin.id) })).toEqual([['Boiler'], ['Chiller'], []]);
    expect(await titles({ parameter_device: `${twin.id} or 1=1`, parameter_word: 'boil' })).toEqual([
      [],
      ['Boiler'],
      [],
    ]);
    expect(await titles({ parameter_unknown: 'x', parameter_word: '' })).toEqual([[], [], []]);
  });

  it('leaves out twins and states that are deleted', async () => {
    const { user, twin } = await makeViewer(['Dashboards.read', 'DigitalTwin.manage']);
    const gone = await rig.server.make.twin({ account: user.account, title: 'Gone' });
    await rig.state(gone, 'level', [[day, 9]]);
    const state = await rig.state(twin, 'pressure', [[day, 4]]);
    const filter = { dtwinIds: [String(twin.id), String(gone.id), '999999999'] };
    const options = { chartType: 'line', data: { states: ['level', 'pressure', 'never'] }, twinFilter: filter };
    const dashboard = await rig.server.make.dashboard({
      account: user.account,
      widgets: [{ type: 'chart', options }],
    });
    const titles = async () =>
      shown((await rig.all(user, dashboard, today)).body.data.widgets[dashboard.widgetIds[0] ?? 0]);
    expect(await titles()).toEqual(['Boiler', 'Boiler', 'Gone']);
    await rig.server.call(deleteTwin, { params: { id: gone.id } }, { as: user });
    await rig.server.call(deleteState, { params: { id: twin.id, stateId: state.id } }, { as: user });
    rig.passTime();
    expect(await titles()).toEqual(['Boiler']);
  });

  it('refuses spans that end before they begin', async () => {
    const { user } = await makeViewer();
    const dashboard = await rig.server.make.dashboard({ account: user.account });
    expect(failure(await rig.all(user, dashboard, span(day, day)))).toEqual([400, 'HISTORY_SPAN_INVALID']);
    expect(failure(await rig.all(user, dashboard, span(day + 1, day)))).toEqual([400, 'HISTORY_SPAN_INVALID']);
    expect((await rig.all(user, dashboard, { zone: 'Mars/Olympus' })).status).toBe(400);
  });

  it('takes the span of the dashboard on the clock of the viewer, over the change of clocks too', async () => {
    const { user, twin } = await makeViewer();
    // Berlin sets its clocks back in the night to 26 October 2025: 25 hours from midnight to midnight.
    const midnight = Date.UTC(2025, 9, 25, 22);
    const hourly = Array.from({ length: 25 }, (_, hour): [number, number] => [midnight + hour * hourMs, 1]);
    await rig.state(twin, 'hourly', hourly);
    const data = { states: ['hourly'], aggregate: true, interval: '1d', function: 'sum' };
    const dashboard = await rig.server.make.dashboard({
      account: user.account,
      widgets: [{ type: 'chart', options: { chartType: 'bar', data, twinFilter: { dtwinIds: [String(twin.id)] } } }],
    });
    const values = { defaultDateRange: { type: 'calendar', preset: 'yesterday' } } as const;
    await rig.server.database.db.update(dashboards).set(values).where(eq(dashboards.id, dashboard.id));
    rig.setNow(midnight + 30 * hourMs);
    const look = async (query: Record<string, string>) => {
      const { dateRange, widgets } = (await rig.all(user, dashboard, query)).body.data;
      const answer = widgets[dashboard.widgetIds[0] ?? 0] as { data: { series: WidgetSeries[] } };
      return [dateRange.start, dateRange.end, answer.data.series[0]?.points];
    };
    const end = midnight + 25 * hourMs;
    expect(await look({})).toEqual([iso(midnight), iso(end), [[midnight, 25]]]);
    const utc = Date.UTC(2025, 9, 26);
    expect(await look({ zone: 'UTC' })).toEqual([iso(utc), iso(utc + dayMs), [[utc, 23]]]);
  });
});

describe('POST /api/v1/dashboards/{id}/widgets/__by_definition__/data', () => {
  it('answers a widget that is not saved, and reports which option is wrong', async () => {
    const { user, twin } = await makeViewer();
    const dashboard = await rig.server.make.dashboard({ account: user.account });
    const dateRange = { start: iso(day), end: iso(day + dayMs) };
    const fine = await rig.preview(user, dashboard, 'chart', ofTwin(twin.id), { dateRange });
    expect(fine.body.data).toMatchObject({ series: [{ dtwinTitle: 'Boiler' }], truncated: false });
    const wrong = await rig.preview(user, dashboard, 'chart', { gauge: { min: 5, max: 1 } });
    expect(failure(wrong)).toEqual([400, 'WIDGET_OPTIONS_INVALID']);
    expect(wrong.body).toMatchObject({ params: { field: 'gauge.max' } });
    expect(failure(await rig.preview(user, dashboard, 'hologram', {}))).toEqual([400, 'WIDGET_TYPE_UNKNOWN']);
    const data = { states: ['level'], aggregate: true, interval: '15m' };
    const many = { ...ofTwin(twin.id), data };
    const asked = (days: number) =>
      rig.preview(user, dashboard, 'chart', many, { dateRange: { start: iso(day), end: iso(day + days * dayMs) } });
    expect((await asked(20)).status).toBe(200);
    const refused = await asked(21);
    expect([...failure(refused), 'params' in refused.body && refused.body.params]).toEqual([
      422,
      'WIDGET_TOO_MANY_POINTS',
      { limit: 2000, interval: '1h' },
    ]);
  });
});

describe('POST /api/v1/dashboards/states', () => {
  it('reports which states the twins of a filter have, the most frequent first', async () => {
    const { user, twin } = await makeViewer();
    const other = await rig.server.make.twin({ account: user.account, title: 'Chiller' });
    await rig.state(other, 'level');
    await rig.state(other, 'humidity');
    const keyValue = [{ key: 'floor', value: '3' }];
    await rig.server.database.db.update(twins).set({ keyValue }).where(eq(twins.id, other.id));
    const dashboard = await rig.server.make.dashboard({ account: user.account });
    const ask = async (body: object, as = user) =>
      (await rig.server.call(findWidgetStates, { body: { dashboardId: dashboard.id, ...body } }, { as })).body.data;
    expect(await ask({})).toMatchObject({
      twinCount: 2,
      twins: [
        { id: twin.id, title: 'Boiler' },
        { id: other.id, title: 'Chiller' },
      ],
      states: [
        { key: 'level', valueType: 'number', twinCount: 2 },
        { key: 'humidity', twinCount: 1 },
      ],
      keyValueKeys: ['floor'],
    });
    const narrowed = await ask({ twinFilter: { keyValues: keyValue } });
    expect(narrowed.twins).toEqual([{ id: other.id, title: 'Chiller' }]);
    expect(await ask({ twinFilter: { dtwinIds: ['{{param.none}}'] } })).toMatchObject({ twinCount: 0, states: [] });
    const guest = await rig.server.make.user({ account: user.account, permissions: ['Dashboards.read'] });
    expect(await ask({}, guest)).toEqual({ twinCount: 0, twins: [], states: [], keyValueKeys: [] });
  });
});
