import { deleteDashboard, duplicateDashboard } from '@stellwerk/contract/dashboard';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { nestedDashboards } from './dashboard.table.ts';
import { type DashboardCalls, dashboardCalls, failure, nested } from './testing/dashboards.fixture.ts';

let server: TestServer;
let calls: DashboardCalls;
beforeAll(async () => {
  server = await startTestServer();
  calls = dashboardCalls(server);
});
afterAll(() => server.close());

const inside = async (outerId: number) => {
  const { db } = server.database;
  const rows = await db.select().from(nestedDashboards).where(eq(nestedDashboards.outerId, outerId));
  return rows.map(({ innerId }) => innerId).toSorted((one, other) => one - other);
};

const embed = (as: TestUser, outer: { id: number }, inner: { id: number }) =>
  calls.addWidget(as, outer.id, nested(inner.id));

async function dashboardsOf(names: string) {
  const user = await calls.editor();
  const made = [];
  for (const name of names) made.push(await calls.make(user, { name }));
  return { user, made };
}

describe('a dashboard inside of another', () => {
  it('is remembered as long as the widget shows it', async () => {
    const { user, made } = await dashboardsOf('abc');
    const [a, b, c] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
    const { body } = await embed(user, a, b);
    expect(await inside(a.id)).toEqual([b.id]);
    await calls.configureWidget(user, [a.id, body.data.id], { options: { dashboard: String(c.id) } });
    expect(await inside(a.id)).toEqual([c.id]);
    await calls.configureWidget(user, [a.id, body.data.id], { options: { dashboard: '{{param.which}}' } });
    expect(await inside(a.id)).toEqual([]);
    await calls.configureWidget(user, [a.id, body.data.id], { options: { dashboard: String(b.id) } });
    await calls.removeWidget(user, [a.id, body.data.id]);
    expect(await inside(a.id)).toEqual([]);
    const imported = await calls.make(user, { widgets: [nested(b.id), nested(c.id)] });
    expect(await inside(imported.id)).toEqual([b.id, c.id]);
    const copy = await server.call(duplicateDashboard, { params: { id: imported.id }, body: {} }, { as: user });
    expect(await inside(copy.body.data.id)).toEqual([b.id, c.id]);
  });

  it('must be seen by whoever puts it there, not by whoever changes the title', async () => {
    const { user, made } = await dashboardsOf('a');
    const [a] = made as [(typeof made)[0]];
    const foreign = await calls.make(await calls.editor());
    expect(failure(await embed(user, a, foreign))).toEqual([404, 'DASHBOARD_NOT_FOUND']);
    expect(failure(await embed(user, a, { id: 999_999_999 }))).toEqual([404, 'DASHBOARD_NOT_FOUND']);
    expect(failure(await calls.create(user, { widgets: [nested(foreign.id)] }))).toEqual([404, 'DASHBOARD_NOT_FOUND']);
    const above = await calls.editor();
    const below = await server.make.account({ parent: above.account });
    const [outer, hidden] = [await calls.make(above, { tenantId: below.id }), await calls.make(above)];
    const { body } = await embed(above, outer, hidden);
    const local = await calls.editor(below);
    const renamed = await calls.configureWidget(local, [outer.id, body.data.id], {
      title: 'x',
      options: { dashboard: String(hidden.id), navigation: 'replace' },
    });
    expect(renamed.body.data).toMatchObject({ title: 'x', options: { navigation: 'replace' } });
    expect(failure(await embed(local, outer, hidden))).toEqual([201, undefined]);
    expect(failure(await embed(local, await calls.make(local), hidden))).toEqual([404, 'DASHBOARD_NOT_FOUND']);
  });

  it('can’t contain the one around it, however far up', async () => {
    const { user, made } = await dashboardsOf('abc');
    const [a, b, c] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
    const itself = await embed(user, a, a);
    expect(itself.body).toMatchObject({ code: 'DASHBOARD_NESTED_CIRCLE', params: { name: 'a' } });
    await embed(user, a, b);
    await embed(user, b, c);
    const back = await embed(user, c, a);
    expect([back.status, back.body]).toMatchObject([400, { code: 'DASHBOARD_NESTED_CIRCLE', params: { name: 'a' } }]);
    expect(failure(await embed(user, b, a))).toEqual([400, 'DASHBOARD_NESTED_CIRCLE']);
    const { widgets, revision } = (await calls.read(user, c.id)).body.data;
    expect([widgets, revision]).toEqual([[], 1]);
  });

  it('is one of three at most, whether put in above or below', async () => {
    const { user, made } = await dashboardsOf('abcd');
    const [a, b, c, d] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0], (typeof made)[0]];
    await embed(user, b, c);
    expect((await embed(user, a, b)).status).toBe(201);
    const below = await embed(user, c, d);
    expect([below.status, below.body]).toMatchObject([
      400,
      { code: 'DASHBOARD_NESTED_TOO_DEEP', params: { limit: 3 } },
    ]);
    expect(failure(await embed(user, d, a))).toEqual([400, 'DASHBOARD_NESTED_TOO_DEEP']);
    expect((await embed(user, a, c)).status).toBe(201);
    expect(failure(await calls.create(user, { widgets: [nested(a.id)] }))).toEqual([400, 'DASHBOARD_NESTED_TOO_DEEP']);
    await server.call(deleteDashboard, { params: { id: a.id } }, { as: user });
    expect((await embed(user, c, d)).status).toBe(201);
  });

  it('can’t be embedded by two in each other at the same moment', async () => {
    const { user, made } = await dashboardsOf('abcdefgh');
    for (let index = 0; index < made.length; index += 2) {
      const [one, other] = made.slice(index) as [(typeof made)[0], (typeof made)[0]];
      const answers = await Promise.all([embed(user, one, other), embed(user, other, one)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
      expect((await inside(one.id)).length + (await inside(other.id)).length).toBe(1);
    }
  });
});
