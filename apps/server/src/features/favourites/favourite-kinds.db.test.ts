import { createFavourite, listFavouriteMarks, listFavourites, type NewFavourite } from '@stellwerk/contract/favourite';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { setNewest } from '../../ingest/newest/testing/newest.fixture.ts';
import { alarms } from '../alarms/index.ts';
import { connectorStatus, connectors } from '../connectors/index.ts';
import { dashboards } from '../dashboards/index.ts';
import { drivers } from '../drivers/index.ts';
import { ruleStatus, rules } from '../rules/index.ts';
import { states } from '../states/index.ts';
import { twins } from '../twins/index.ts';
import { twinCalls } from '../twins/testing/twins.ts';
import { favourites } from './favourite.table.ts';

let server: TestServer;
let grant: ReturnType<typeof twinCalls>['grant'];
beforeAll(async () => {
  server = await startTestServer();
  grant = twinCalls(server).grant;
});
afterAll(() => server.close());

const star = (as: TestUser, body: NewFavourite) => server.call(createFavourite, { body }, { as });
const list = async (as: TestUser) => (await server.call(listFavourites, { query: {} }, { as })).body.data;
const everything = [
  'DigitalTwin.manage',
  'VirtualDevice.manage',
  'Dashboards.manage',
  'DeviceDriver.manage',
  'all.manage',
];

/** One object of each kind: what stars it, what is refused for a foreign one, and how it goes. */
const kinds = {
  twin: {
    notFound: 'DTWIN_NOT_FOUND',
    make: async (account: TestAccount): Promise<NewFavourite> => ({
      type: 'twin',
      twinId: (await server.make.twin({ account })).id,
    }),
    remove: (id: number) => server.database.db.delete(twins).where(eq(twins.id, id)),
  },
  state: {
    notFound: 'DTWIN_STATE_NOT_FOUND',
    make: async (account: TestAccount): Promise<NewFavourite> => ({
      type: 'state',
      stateId: (await server.make.state({ account })).id,
    }),
    remove: (id: number) => server.database.db.delete(states).where(eq(states.id, id)),
  },
  dashboard: {
    notFound: 'DASHBOARD_NOT_FOUND',
    make: async (account: TestAccount): Promise<NewFavourite> => ({
      type: 'dashboard',
      dashboardId: (await server.make.dashboard({ account })).id,
    }),
    remove: (id: number) => server.database.db.delete(dashboards).where(eq(dashboards.id, id)),
  },
  rule: {
    notFound: 'RULE_NOT_FOUND',
    make: async (account: TestAccount): Promise<NewFavourite> => ({
      type: 'rule',
      ruleId: (await server.make.rule({ account })).id,
    }),
    remove: (id: number) => server.database.db.delete(rules).where(eq(rules.id, id)),
  },
  connector: {
    notFound: 'BRIDGE_NOT_FOUND',
    make: async (account: TestAccount): Promise<NewFavourite> => ({
      type: 'connector',
      connectorId: (await server.make.connector({ account })).id,
    }),
    remove: (id: number) => server.database.db.delete(connectors).where(eq(connectors.id, id)),
  },
  driver: {
    notFound: 'DEVICEDRIVER_NOT_FOUND',
    make: async (account: TestAccount): Promise<NewFavourite> => ({
      type: 'driver',
      driverId: (await server.make.driver({ account })).id,
    }),
    remove: (id: number) => server.database.db.delete(drivers).where(eq(drivers.id, id)),
  },
};

describe.each(Object.entries(kinds))('a favourite of kind %s', (type, { notFound, make, remove }) => {
  it('stands once, reports whose it is, and goes with its object', async () => {
    const user = await server.make.user({ permissions: everything });
    const body = await make(user.account);
    const [first, second] = [await star(user, body), await star(user, body)];
    expect([first.status, second.body.data.id]).toEqual([201, first.body.data.id]);
    expect(first.body.data).toMatchObject({ type, size: 'medium', position: 0, object: { tenantId: user.account.id } });
    expect(await list(user)).toEqual([first.body.data]);
    await remove(first.body.data.object.id);
    expect(await list(user)).toEqual([]);
    expect(await server.database.db.$count(favourites, eq(favourites.userId, user.id))).toBe(0);
  });

  it('is refused for objects of others and for those that nobody knows', async () => {
    const user = await server.make.user({ permissions: everything });
    const foreign = await star(user, await make(await server.make.account()));
    expect([foreign.status, foreign.body.code]).toEqual([404, notFound]);
    const own = await make(user.account);
    const stranger = await server.make.user({ account: user.account });
    expect((await star(stranger, own)).body.code).toBe(notFound);
    expect(await list(user)).toEqual([]);
  });

  it('is left out while its object is hidden, and keeps its place', async () => {
    const owner = await server.make.account();
    const guest = await server.make.user();
    await grant(guest, owner.scopeId, everything);
    await star(guest, await make(owner));
    const [middle, last] = [await make(owner), await make(owner)];
    const hiding = await server.make.account({ parent: owner });
    const hidden = await make(hiding);
    for (const body of [hidden, middle, last]) expect((await star(guest, body)).status).toBe(201);
    const before = (await list(guest)).map(({ id }) => id);
    expect(before).toHaveLength(4);
    const denied = await grant(
      guest,
      hiding.scopeId,
      everything.map((permission) => `!${permission.split('.')[0]}.read`).concat('!DigitalTwin.list', '!all.read'),
    );
    expect(denied).toBeGreaterThan(0);
    const seen = await list(guest);
    expect(seen.map(({ id }) => id)).toEqual(before.filter((_, index) => index !== 1));
    expect(seen.map(({ position }) => position)).toEqual([0, 1, 2]);
  });
});

describe('favourites of several kinds', () => {
  it('stand in one order, and marks name all of them', async () => {
    const user = await server.make.user({ permissions: everything });
    const bodies = await Promise.all(Object.values(kinds).map(({ make }) => make(user.account)));
    for (const body of bodies.toReversed()) await star(user, body);
    const all = await list(user);
    expect(all.map(({ type }) => type)).toEqual(Object.keys(kinds).toReversed());
    const marks = (await server.call(listFavouriteMarks, {}, { as: user })).body.data;
    expect(marks).toEqual(all.map(({ id, type, object }) => ({ id, type, objectId: object.id })));
    const other = await server.make.user({ account: user.account, permissions: everything });
    expect((await server.call(listFavouriteMarks, {}, { as: other })).body.data).toEqual([]);
  });

  it('come back where they were when a removal is taken back', async () => {
    const user = await server.make.user({ permissions: everything });
    const [twin, rule, state] = [kinds.twin, kinds.rule, kinds.state];
    for (const { make } of [twin, rule]) await star(user, await make(user.account));
    const back = await star(user, { ...(await state.make(user.account)), position: 0, size: 'large' });
    expect(back.body.data).toMatchObject({ type: 'state', position: 0, size: 'large' });
    expect((await list(user)).map(({ type }) => type)).toEqual(['state', 'twin', 'rule']);
  });

  it('refuses a body whose type and id do not fit', async () => {
    const user = await server.make.user({ permissions: everything });
    const { id } = await server.make.twin({ account: user.account });
    // A caller may send anything.
    const refused = await star(user, { type: 'state', twinId: id } as unknown as NewFavourite);
    expect(refused.status).toBe(400);
  });
});

describe('the data of a tile', () => {
  it('of a state: its newest value and where it belongs', async () => {
    const user = await server.make.user({ permissions: everything });
    const state = await server.make.state({ account: user.account });
    const { db } = server.database;
    const measuredAt = new Date('2026-01-02T03:04:05Z');
    await setNewest(db, state.id, { value: 21.5, measuredAt, status: 2 });
    const { data } = (await star(user, { type: 'state', stateId: state.id })).body;
    expect(data.object).toMatchObject({
      title: state.key,
      value: 21.5,
      timestamp: measuredAt.toISOString(),
      dtwin: { id: state.twin.id, title: state.twin.title, category: 'digitalTwin' },
    });
  });

  it('of a dashboard: its widgets in their order, whatever their titles hold', async () => {
    const user = await server.make.user({ permissions: everything });
    const titles = ['<b>"1"</b>', "2'; drop table widgets", '3'];
    const widgets = titles.map((title) => ({ type: 'value', title, options: {} }));
    const { id } = await server.make.dashboard({ account: user.account, widgets });
    const { data } = (await star(user, { type: 'dashboard', dashboardId: id })).body;
    expect(data.object).toMatchObject({ widgetCount: 3, widgets: titles.map((title) => ({ title, type: 'value' })) });
  });

  it('of a dashboard at a twin: nothing to those who may not see it there', async () => {
    const owner = await server.make.user({ permissions: everything });
    const hiding = await server.make.account({ parent: owner.account });
    const twin = await server.make.twin({ account: hiding });
    const { id } = await server.make.dashboard({ account: owner.account, twin });
    const guest = await server.make.user();
    await grant(guest, owner.account.scopeId, ['Dashboards.read']);
    expect((await star(guest, { type: 'dashboard', dashboardId: id })).status).toBe(201);
    await grant(guest, hiding.scopeId, ['!Dashboards.read']);
    expect(await list(guest)).toEqual([]);
  });

  it('of a rule: its last result and the alarm that it keeps open', async () => {
    const user = await server.make.user({ permissions: everything });
    const rule = await server.make.rule({ account: user.account });
    const { db } = server.database;
    await db.update(ruleStatus).set({ lastResult: 'executed' }).where(eq(ruleStatus.ruleId, rule.id));
    const about = { accountId: user.account.id, twinId: rule.twin.id, origin: 'rule', originId: rule.id };
    const alarm = { ...about, identifier: 'rule', category: 'unknown', severity: 'error' as const, message: 'test' };
    await db.insert(alarms).values([
      { ...alarm, openedAt: new Date(), resolvedAt: new Date() },
      { ...alarm, openedAt: new Date() },
    ]);
    const { data } = (await star(user, { type: 'rule', ruleId: rule.id })).body;
    expect(data.object).toMatchObject({
      lastResult: 'executed',
      openAlarm: { severity: 'error' },
      dtwin: { id: rule.twin.id },
    });
  });

  it('of a connector and a driver: how they are, and how many devices use them', async () => {
    const user = await server.make.user({ permissions: everything });
    const connector = await server.make.connector({ account: user.account });
    const driver = await server.make.driver({ account: user.account });
    await server.make.device({ account: user.account, connector, driver });
    await server.database.db
      .update(connectorStatus)
      .set({ state: 'connected' })
      .where(eq(connectorStatus.connectorId, connector.id));
    await star(user, { type: 'connector', connectorId: connector.id });
    await star(user, { type: 'driver', driverId: driver.id });
    expect(await list(user)).toMatchObject([
      { object: { state: 'connected', deviceCount: 1, type: 'webhook-incoming' } },
      { object: { deviceCount: 1, publishedVersion: 1 } },
    ]);
  });
});
