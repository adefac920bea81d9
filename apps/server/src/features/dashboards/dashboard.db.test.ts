import { deleteAccount } from '@stellwerk/contract/account';
import { listActivity } from '@stellwerk/contract/activity';
import { deleteDashboard, duplicateDashboard } from '@stellwerk/contract/dashboard';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { twinCalls } from '../twins/testing/twins.ts';
import { nameOfCopy } from './dashboard.service.ts';
import { type DashboardCalls, dashboardCalls, failure } from './testing/dashboards.fixture.ts';

let server: TestServer;
let calls: DashboardCalls;
beforeAll(async () => {
  server = await startTestServer();
  calls = dashboardCalls(server);
});
afterAll(() => server.close());

describe('POST /api/v1/dashboards', () => {
  it('makes a dashboard with its widgets, whose options are completed', async () => {
    const user = await calls.editor();
    const twin = await server.make.twin({ account: user.account, title: 'Hall' });
    const { status, body } = await calls.create(user, {
      name: '  Hall 1 ',
      parentDtwinId: twin.id,
      customParameters: [{ name: 'floor', defaultValue: '2' }],
      widgets: [{ type: 'chart', title: 'Power', size: 12 }, { type: 'twinTable' }],
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      name: 'Hall 1',
      tenantId: user.account.id,
      parentDtwinId: twin.id,
      parentDtwinTitle: 'Hall',
      defaultDateRange: { type: 'relative', amount: 24, unit: 'h', end: 'now' },
      customParameters: [{ name: 'floor', defaultValue: '2', label: '' }],
      refreshSeconds: null,
      isFavourite: false,
      updatedBy: 'Test User',
      revision: 1,
      abilities: { update: true },
    });
    expect(body.data.widgets).toMatchObject([
      {
        title: 'Power',
        size: 12,
        layoutOrderIdx: 0,
        minHeightPx: 280,
        options: { chartType: 'line', legendShow: true },
      },
      { type: 'twinTable', layoutOrderIdx: 1, options: { rowsPerPage: 10 } },
    ]);
    expect((await calls.read(user, body.data.id)).body.data).toEqual(body.data);
  });

  it('refuses kinds that are not there and options that do not fit', async () => {
    const user = await calls.editor();
    const unknown = await calls.create(user, { widgets: [{ type: 'weather' }] });
    expect([...failure(unknown), unknown.body]).toMatchObject([
      400,
      'WIDGET_TYPE_UNKNOWN',
      { params: { type: 'weather' } },
    ]);
    const options = { gauge: { min: 5, max: 2 } };
    const invalid = await calls.create(user, { widgets: [{ type: 'chart', options }] });
    expect([...failure(invalid), invalid.body]).toMatchObject([
      400,
      'WIDGET_OPTIONS_INVALID',
      { params: { field: 'gauge.max' } },
    ]);
    expect((await calls.create(user, { widgets: Array(61).fill({ type: 'chart' }) })).status).toBe(400);
    const twice = [{ name: 'a' }, { name: 'a' }];
    expect((await calls.create(user, { customParameters: twice })).status).toBe(400);
  });

  it('needs the permission at its new place', async () => {
    const user = await calls.editor();
    const below = await server.make.account({ parent: user.account });
    const foreign = await server.make.account();
    expect((await calls.create(user, { tenantId: below.id })).status).toBe(201);
    expect(failure(await calls.create(user, { tenantId: foreign.id }))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    const twin = await server.make.twin({ account: foreign });
    expect(failure(await calls.create(user, { parentDtwinId: twin.id }))).toEqual([404, 'DTWIN_NOT_FOUND']);
    const reader = await calls.reader(user.account);
    expect(failure(await calls.create(reader))).toEqual([403, 'PERMISSION_DENIED']);
  });
});

describe('a dashboard', () => {
  it('is not there for another account, and can’t be changed by who may only read', async () => {
    const user = await calls.editor();
    const { id } = await calls.make(user);
    const [stranger, reader] = [await calls.editor(), await calls.reader(user.account)];
    const remove = (as: typeof user) => server.call(deleteDashboard, { params: { id } }, { as });
    for (const answer of [
      await calls.read(stranger, id),
      await calls.configure(stranger, id, { name: 'x' }),
      await remove(stranger),
      await calls.versions(stranger, id),
      await calls.restore(stranger, id, 1),
      await calls.addWidget(stranger, id, { type: 'chart' }),
      await calls.order(stranger, id, []),
    ]) {
      expect(failure(answer)).toEqual([404, 'DASHBOARD_NOT_FOUND']);
    }
    expect((await calls.read(reader, id)).body.data.abilities).toEqual({ update: false });
    expect((await calls.versions(reader, id)).status).toBe(200);
    for (const answer of [
      await calls.configure(reader, id, { name: 'x' }),
      await remove(reader),
      await calls.restore(reader, id, 1),
      await calls.addWidget(reader, id, { type: 'chart' }),
      await calls.order(reader, id, []),
    ]) {
      expect(failure(answer)).toEqual([403, 'PERMISSION_DENIED']);
    }
  });

  it('that hangs at a twin is seen where the twin is seen, without the title of a hidden one', async () => {
    const owner = await server.make.user({ permissions: ['Dashboards.manage', 'DigitalTwin.manage'] });
    const twins = twinCalls(server);
    const twin = await twins.giveScope(owner, (await twins.make(owner, { title: 'Vault' })).id);
    const { id } = await calls.make(owner, { parentDtwinId: twin.id });
    const beside = await calls.make(owner);
    const guest = await server.make.user();
    await twins.grant(guest, twin.scopeId, ['Dashboards.manage']);
    const seen = await calls.read(guest, id);
    expect(seen.body.data).toMatchObject({
      parentDtwinId: twin.id,
      parentDtwinTitle: null,
      abilities: { update: true },
    });
    expect((await calls.read(guest, beside.id)).status).toBe(404);
    expect((await calls.configure(guest, id, { name: 'Mine' })).status).toBe(200);
    // In the account itself the guest has no say: they can't take it there.
    expect(failure(await calls.configure(guest, id, { parentDtwinId: null }))).toEqual([403, 'PERMISSION_DENIED']);
    expect((await calls.configure(owner, id, { parentDtwinId: null })).body.data.parentDtwinId).toBeNull();
    expect((await calls.read(guest, id)).status).toBe(404);
    await calls.configure(owner, id, { parentDtwinId: twin.id });
    // Nor back to where it was.
    expect(failure(await calls.restore(guest, id, 3))).toEqual([403, 'PERMISSION_DENIED']);
  });

  it('is changed in part, once for each change, and not by who saw an older one', async () => {
    const user = await calls.editor();
    const { id } = await calls.make(user, { refreshSeconds: 60 });
    const changed = await calls.configure(user, id, { name: 'New', basedOn: 1 });
    expect(changed.body.data).toMatchObject({ name: 'New', refreshSeconds: 60, revision: 2 });
    const nothing = await calls.configure(user, id, { name: 'New', refreshSeconds: 60 });
    expect(nothing.body.data.revision).toBe(2);
    const late = await calls.configure(user, id, { name: 'Late', basedOn: 1 });
    expect(failure(late)).toEqual([409, 'DASHBOARD_CHANGED_MEANWHILE']);
    const defaultDateRange = { type: 'calendar', preset: 'this-week' } as const;
    const more = await calls.configure(user, id, { refreshSeconds: null, defaultDateRange });
    expect(more.body.data).toMatchObject({ refreshSeconds: null, defaultDateRange, revision: 3 });
    const { body } = await calls.versions(user, id);
    expect(body.data.map(({ version, change, about }) => [version, change, about])).toEqual([
      [3, 'config', 'New'],
      [2, 'config', 'New'],
      [1, 'created', 'Overview'],
    ]);
  });

  it('goes, and keeps its account from going', async () => {
    const admin = await server.make.user({ permissions: ['all.manage'] });
    const below = await server.make.account({ parent: admin.account });
    const { id } = await calls.make(admin, { tenantId: below.id, widgets: [{ type: 'chart' }] });
    const deletion = () => server.call(deleteAccount, { params: { id: below.id } }, { as: admin });
    expect(failure(await deletion())).toEqual([409, 'ACCOUNT_NOT_EMPTY']);
    expect((await server.call(deleteDashboard, { params: { id } }, { as: admin })).body.data).toEqual({
      deleted: true,
    });
    expect(failure(await calls.read(admin, id))).toEqual([404, 'DASHBOARD_NOT_FOUND']);
    const { body } = await server.call(listActivity, { query: {} }, { as: admin });
    const entry = body.data.find(({ action }) => action === 'DELETE /api/v1/dashboards/{id}');
    expect(entry).toMatchObject({ objects: [{ noun: 'dashboard', id }], details: { name: 'Overview' } });
    expect((await deletion()).status).toBe(200);
  });
});

describe('POST /api/v1/dashboards/{id}/duplicate', () => {
  it('copies everything, into another account on demand', async () => {
    const user = await calls.editor();
    const twin = await server.make.twin({ account: user.account });
    const source = await calls.make(user, {
      parentDtwinId: twin.id,
      refreshSeconds: 30,
      widgets: [
        { type: 'chart', title: 'a' },
        { type: 'value', title: 'b' },
      ],
    });
    const copy = async (body: { name?: string; tenantId?: number }, language = 'de') =>
      server.call(
        duplicateDashboard,
        { params: { id: source.id }, body },
        { as: user, headers: { 'accept-language': language } },
      );
    const { status, body } = await copy({});
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      name: 'Overview (Kopie)',
      parentDtwinId: twin.id,
      refreshSeconds: 30,
      revision: 1,
    });
    expect(body.data.id).not.toBe(source.id);
    expect(body.data.widgets.map(({ title }) => title)).toEqual(['a', 'b']);
    expect(body.data.widgets[0]?.options).toEqual(source.widgets[0]?.options);
    expect(body.data.widgets[0]?.id).not.toBe(source.widgets[0]?.id);
    expect((await copy({}, 'en')).body.data.name).toBe('Overview (copy)');
    const below = await server.make.account({ parent: user.account });
    const there = await copy({ tenantId: below.id, name: 'There' });
    expect(there.body.data).toMatchObject({ name: 'There', tenantId: below.id, parentDtwinId: null });
    const foreign = await server.make.account();
    expect(failure(await copy({ tenantId: foreign.id }))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });

  it('cuts names that would get too long', () => {
    expect(nameOfCopy('{name} (copy)', 'x'.repeat(200))).toBe(`${'x'.repeat(193)} (copy)`);
  });
});
