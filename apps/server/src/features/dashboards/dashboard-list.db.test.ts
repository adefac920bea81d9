import { listDashboards } from '@stellwerk/contract/dashboard';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { favourites } from '../favourites/index.ts';
import { twinCalls } from '../twins/testing/twins.ts';
import { type DashboardCalls, dashboardCalls, failure } from './testing/dashboards.fixture.ts';

let server: TestServer;
let calls: DashboardCalls;
beforeAll(async () => {
  server = await startTestServer();
  calls = dashboardCalls(server);
});
afterAll(() => server.close());

type Query = z.input<typeof listDashboards.query>;
const list = (as: TestUser, query: Query = {}) => server.call(listDashboards, { query }, { as });
const names = async (as: TestUser, query: Query = {}) => (await list(as, query)).body.data.map(({ name }) => name);

describe('GET /api/v1/dashboards', () => {
  it('shows the content and favourite mark of each', async () => {
    const user = await calls.editor();
    const twin = await server.make.twin({ account: user.account, title: 'Hall' });
    const kinds = ['value', 'chart', 'value'].map((type) => ({ type }));
    const { id } = await calls.make(user, { name: 'Energy', parentDtwinId: twin.id, widgets: kinds });
    await calls.make(user, { name: 'Empty' });
    await server.database.db.insert(favourites).values({ userId: user.id, dashboardId: id, position: 0 });
    const { body } = await list(user);
    expect(body).toMatchObject({ total: 2, offset: 0, limit: 20 });
    expect(body.data).toMatchObject([
      {
        name: 'Empty',
        widgetCount: 0,
        widgetTypes: [],
        isFavourite: false,
        parentDtwinId: null,
        parentDtwinTitle: null,
      },
      {
        id,
        name: 'Energy',
        widgetCount: 3,
        widgetTypes: ['chart', 'value'],
        isFavourite: true,
        parentDtwinId: twin.id,
        parentDtwinTitle: 'Hall',
        tenantId: user.account.id,
        updatedBy: 'Test User',
        abilities: { update: true },
      },
    ]);
    expect((await calls.read(user, id)).body.data.isFavourite).toBe(true);
    const reader = await calls.reader(user.account);
    expect((await list(reader)).body.data[1]).toMatchObject({ isFavourite: false, abilities: { update: false } });
  });

  it('pages, sorts and finds every word of a search in names', async () => {
    const user = await calls.editor();
    for (const name of ['Beta Power', 'alpha', 'Gamma 100% power', 'delta']) await calls.make(user, { name });
    expect(await names(user)).toEqual(['alpha', 'Beta Power', 'delta', 'Gamma 100% power']);
    expect(await names(user, { sort: '-name', limit: 2 })).toEqual(['Gamma 100% power', 'delta']);
    const { body } = await list(user, { offset: 2, limit: 1 });
    expect([body.data[0]?.name, body.total]).toEqual(['delta', 4]);
    expect(await names(user, { sort: '-createdAt', limit: 1 })).toEqual(['delta']);
    const { id } = (await list(user, { search: 'alpha' })).body.data[0] ?? { id: 0 };
    await calls.configure(user, id, { refreshSeconds: 60 });
    expect(await names(user, { sort: '-updatedAt', limit: 1 })).toEqual(['alpha']);
    expect(await names(user, { search: 'POWER gam' })).toEqual(['Gamma 100% power']);
    expect(await names(user, { search: '0%' })).toEqual(['Gamma 100% power']);
    expect(await names(user, { search: '_' })).toEqual([]);
  });

  it('holds what the caller may see, of accounts or of a twin on demand', async () => {
    const user = await server.make.user({ permissions: ['Dashboards.manage', 'DigitalTwin.manage'] });
    const below = await server.make.account({ parent: user.account });
    await calls.make(user, { name: 'here' });
    await calls.make(user, { name: 'below', tenantId: below.id });
    const twins = twinCalls(server);
    const twin = await twins.giveScope(user, (await twins.make(user, { title: 'Vault' })).id);
    await calls.make(user, { name: 'at twin', parentDtwinId: twin.id });
    expect(await names(user)).toEqual(['at twin', 'below', 'here']);
    expect(await names(user, { accountIds: String(below.id) })).toEqual(['below']);
    expect(await names(user, { accountIds: `${below.id},${user.account.id}` })).toEqual(['at twin', 'below', 'here']);
    expect(await names(user, { dtwinId: twin.id })).toEqual(['at twin']);
    expect(await names(await calls.reader(below))).toEqual(['below']);
    const guest = await server.make.user();
    await twins.grant(guest, twin.scopeId, ['Dashboards.read']);
    expect(await names(guest)).toEqual(['at twin']);
    const partly = await server.make.user({ account: user.account, permissions: ['Dashboards.read'] });
    await twins.grant(partly, twin.scopeId, ['!Dashboards.read']);
    expect(await names(partly)).toEqual(['below', 'here']);
    const stranger = await calls.editor();
    expect(await names(stranger)).toEqual([]);
    const foreign = await list(stranger, { accountIds: `${stranger.account.id},${below.id}` });
    expect(failure(foreign)).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect(failure(await list(stranger, { dtwinId: twin.id }))).toEqual([404, 'DTWIN_NOT_FOUND']);
  });

  it('marks an estimated total', async () => {
    const user = await calls.editor();
    await server.database.db.execute(sql`
      insert into dashboards (account_id, name, default_date_range, custom_parameters)
      select ${user.account.id}, 'n' || lpad(n::text, 6, '0'), '{"type":"calendar","preset":"today"}', '[]'
      from generate_series(1, 10050) n`);
    await server.database.db.execute(sql`analyze dashboards`);
    const { body } = await list(user, { offset: 10_040, limit: 5 });
    expect(body.totalIsEstimate).toBe(true);
    expect(body.data.map(({ name }) => name)).toEqual(['n010041', 'n010042', 'n010043', 'n010044', 'n010045']);
    expect(await names(user, { search: 'n00999' })).toHaveLength(10);
  });
});
