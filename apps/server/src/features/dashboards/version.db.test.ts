import {
  bringBackWidgets,
  dashboardLimits,
  deleteDashboard,
  readDashboardVersion,
} from '@stellwerk/contract/dashboard';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { twins } from '../twins/index.ts';
import { type DashboardCalls, dashboardCalls, failure, nested } from './testing/dashboards.fixture.ts';

let server: TestServer;
let calls: DashboardCalls;
beforeAll(async () => {
  server = await startTestServer();
  calls = dashboardCalls(server);
});
afterAll(() => server.close());

const readVersion = (as: TestUser, id: number, version: number) =>
  server.call(readDashboardVersion, { params: { id, version } }, { as });

const bringBack = (as: TestUser, id: number, version: number) =>
  server.call(bringBackWidgets, { params: { id, version } }, { as });

describe('a widget that was taken away', () => {
  it('comes back to its place with its id, and what others have done meanwhile stays', async () => {
    const user = await calls.editor();
    const made = await calls.make(user, {
      widgets: ['a', 'b', 'c'].map((title) => ({ type: 'value', title })),
    });
    const { id } = made;
    const [a = 0, b = 0, c = 0] = made.widgets.map((widget) => widget.id);
    const removed = await calls.removeWidget(user, [id, b]);
    expect(removed.body.data).toEqual({ deleted: true, version: 2 });
    const other = await calls.editor(user.account);
    await calls.configureWidget(other, [id, c], { title: 'c by another' });
    await calls.configure(other, id, { name: 'Renamed' });
    await calls.order(other, id, [c, a]);
    const back = await bringBack(user, id, 2);
    expect(back.status).toBe(200);
    expect(back.body.data).toMatchObject({
      name: 'Renamed',
      revision: 6,
      widgets: [
        { id: c, title: 'c by another' },
        { id: a, title: 'a' },
        { id: b, title: 'b', options: made.widgets[1]?.options },
      ],
    });
    expect((await calls.versions(user, id)).body.data[0]).toMatchObject({ change: 'widgetBroughtBack', about: 'b' });
    // Once is enough, and a version that took nothing away brings nothing back.
    expect((await bringBack(user, id, 2)).body.data.revision).toBe(6);
    expect((await bringBack(user, id, 3)).body.data.revision).toBe(6);
    expect(failure(await bringBack(user, id, 1))).toEqual([404, 'DASHBOARD_VERSION_NOT_FOUND']);
  });

  it('stays away where there is no room any more, and for those who may only look', async () => {
    const user = await calls.editor();
    const { id, widgets } = await calls.make(user, {
      widgets: Array.from({ length: dashboardLimits.widgets }, () => ({ type: 'value' })),
    });
    const { body } = await calls.removeWidget(user, [id, widgets[0]?.id ?? 0]);
    await calls.addWidget(user, id, { type: 'value' });
    expect(failure(await bringBack(user, id, body.data.version))).toEqual([409, 'DASHBOARD_TOO_MANY_WIDGETS']);
    expect((await bringBack(await calls.reader(user.account), id, body.data.version)).status).toBe(403);
  });
});

describe('versions of a dashboard', () => {
  it('report what each change was about and who made it', async () => {
    const user = await calls.editor();
    const { id, widgets } = await calls.make(user, {
      widgets: [{ type: 'chart', title: 'Power' }, { type: 'twinMap' }],
    });
    const [a = 0, b = 0] = widgets.map((widget) => widget.id);
    await calls.configureWidget(user, [id, a], { title: 'Energy' });
    await calls.addWidget(user, id, { type: 'value', title: 'Now' });
    await calls.removeWidget(user, [id, b]);
    const { body } = await calls.versions(user, id);
    expect(body.data.map(({ version, change, about }) => [version, change, about])).toEqual([
      [4, 'widgetRemoved', 'twinMap'],
      [3, 'widgetAdded', 'Now'],
      [2, 'widgetConfig', 'Energy'],
      [1, 'created', 'Overview'],
    ]);
    expect(body.data[0]?.createdBy).toBe('Test User');
    const first = await readVersion(user, id, 1);
    expect(first.body.data).toMatchObject({ version: 1, change: 'created', dashboard: { id, revision: 1 } });
    expect(first.body.data.dashboard.widgets).toEqual(widgets);
    expect(failure(await readVersion(user, id, 99))).toEqual([404, 'DASHBOARD_VERSION_NOT_FOUND']);
    expect((await readVersion(await calls.editor(), id, 1)).status).toBe(404);
  });

  it('are brought back as new ones, with the ids that widgets had', async () => {
    const user = await calls.editor();
    const made = await calls.make(user, {
      customParameters: [{ name: 'floor' }],
      widgets: [
        { type: 'chart', title: 'a' },
        { type: 'value', title: 'b' },
        { type: 'twinMap', title: 'c' },
      ],
    });
    const { id } = made;
    const [a = 0, b = 0, c = 0] = made.widgets.map((widget) => widget.id);
    await calls.configure(user, id, { name: 'Other', customParameters: [] });
    await calls.removeWidget(user, [id, b]);
    await calls.configureWidget(user, [id, a], { title: 'x', options: { stacked: true } });
    await calls.addWidget(user, id, { type: 'chart', title: 'new' });
    await calls.order(user, id, [c, a, (await calls.read(user, id)).body.data.widgets[2]?.id ?? 0]);
    const restored = await calls.restore(user, id, 1);
    expect(restored.status).toBe(200);
    const { widgets, revision, name, customParameters } = restored.body.data;
    expect([revision, name, customParameters]).toEqual([7, made.name, made.customParameters]);
    const plain = ({ revision: _, ...widget }: (typeof widgets)[number]) => widget;
    expect(widgets.map(plain)).toEqual(made.widgets.map(plain));
    // What came back is newer than what anybody has looked at; what never changed is not.
    expect(widgets.map((widget) => widget.revision)).toEqual([7, 7, 1]);
    expect((await calls.versions(user, id)).body.data[0]).toMatchObject({ version: 7, change: 'restored' });
    expect((await calls.restore(user, id, 1)).body.data.revision).toBe(7);
    expect((await calls.restore(user, id, 6)).body.data.widgets.map(({ title }) => title)).toEqual(['c', 'x', 'new']);
    expect(failure(await calls.restore(user, id, 99))).toEqual([404, 'DASHBOARD_VERSION_NOT_FOUND']);
  });

  it('come back without a twin that is deleted', async () => {
    const user = await calls.editor();
    const twin = await server.make.twin({ account: user.account });
    const { id } = await calls.make(user, { parentDtwinId: twin.id });
    await server.database.db.delete(twins).where(sql`${twins.id} = ${twin.id}`);
    expect((await readVersion(user, id, 1)).body.data.dashboard).toMatchObject({ parentDtwinTitle: null });
    await calls.configure(user, id, { name: 'x' });
    expect((await calls.restore(user, id, 1)).body.data).toMatchObject({ name: 'Overview', parentDtwinId: null });
  });

  it('come back with dashboards inside that are deleted, but not with those that contain it meanwhile', async () => {
    const user = await calls.editor();
    const inner = await calls.make(user, { name: 'Inner' });
    const { id, widgets } = await calls.make(user, { name: 'Outer', widgets: [nested(inner.id)] });
    await calls.removeWidget(user, [id, widgets[0]?.id ?? 0]);
    const { body } = await calls.addWidget(user, inner.id, nested(id));
    const circle = await calls.restore(user, id, 1);
    expect(circle.body).toMatchObject({ code: 'DASHBOARD_NESTED_CIRCLE', params: { name: 'Inner' } });
    expect((await calls.read(user, id)).body.data.widgets).toEqual([]);
    await calls.removeWidget(user, [inner.id, body.data.id]);
    await server.call(deleteDashboard, { params: { id: inner.id } }, { as: user });
    expect((await calls.restore(user, id, 1)).body.data.widgets).toEqual([{ ...widgets[0], revision: 3 }]);
  });

  it('come back beside widgets of a kind that is broken, but not with such a widget', async () => {
    const user = await calls.editor();
    const broken = { type: 'gone', title: 'x', options: { any: 1 } };
    const { id, widgetIds } = await server.make.dashboard({ account: user.account, widgets: [broken] });
    await calls.configure(user, id, { name: 'second' });
    await calls.addWidget(user, id, { type: 'chart' });
    const restored = await calls.restore(user, id, 2);
    expect(restored.body.data.widgets).toMatchObject([{ id: widgetIds[0], ...broken }]);
    await calls.removeWidget(user, [id, widgetIds[0] ?? 0]);
    expect(failure(await calls.restore(user, id, 2))).toEqual([400, 'WIDGET_TYPE_UNKNOWN']);
  });

  it('are a hundred at most, the newest ones', async () => {
    const user = await calls.editor();
    const { id } = await calls.make(user);
    for (let count = 2; count <= 103; count += 1) await calls.configure(user, id, { name: `n${count}` });
    const versions = (await calls.versions(user, id)).body.data.map(({ version }) => version);
    expect([versions.length, versions[0], versions.at(-1)]).toEqual([100, 103, 4]);
    expect((await readVersion(user, id, 3)).status).toBe(404);
    expect((await readVersion(user, id, 4)).body.data.dashboard.name).toBe('n4');
  });
});
