import { listFlowEvents } from '@stellwerk/contract/flow-event';
import {
  createFilter,
  deleteFilter,
  listFilters,
  readFilter,
  tryFilter,
  updateFilter,
} from '@stellwerk/contract/flow-filter';
import { setStateValue } from '@stellwerk/contract/state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { flows } from '../flow.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const english = { 'accept-language': 'en' };
const manager = () => server.make.user({ permissions: ['all.manage'] });
const conditions = [{ attribute: 'unit' as const, operator: 'equals' as const, value: '°C' }];

async function create(as: TestUser, fields: object = {}) {
  const body = { tenantId: as.account.id, name: 'Temperatures', type: 'standard' as const, conditions, ...fields };
  return server.call(createFilter, { body }, { as, headers: english });
}

describe('filters of integration flows', () => {
  it('are created, listed, changed and deleted', async () => {
    const user = await manager();
    const created = await create(user, { description: 'only °C' });
    expect([created.status, created.body.data]).toMatchObject([
      201,
      { name: 'Temperatures', inputType: 'generic', outputType: 'generic', match: 'all', conditions, flows: [] },
    ]);
    const { id } = created.body.data;
    const change = { name: 'Scripted', type: 'jsonata' as const, script: 'value > 20' };
    const changed = await server.call(updateFilter, { params: { id }, body: change }, { as: user });
    expect(changed.body.data).toMatchObject({ ...change, tenantId: user.account.id, conditions: [] });
    expect((await server.call(readFilter, { params: { id } }, { as: user })).body.data).toMatchObject(change);
    await create(user, { name: 'another' });
    const { body } = await server.call(listFilters, { query: { search: 'script' } }, { as: user });
    expect([body.total, body.data.map(({ name }) => name)]).toEqual([1, ['Scripted']]);
    expect((await server.call(deleteFilter, { params: { id } }, { as: user })).status).toBe(200);
    const gone = await server.call(updateFilter, { params: { id }, body: change }, { as: user });
    expect([gone.status, gone.body.code]).toEqual([404, 'FLOW_FILTER_NOT_FOUND']);
  });

  it('have unique names in their account, and check something', async () => {
    const user = await manager();
    await create(user);
    expect((await create(user, { name: 'temperatures' })).body.code).toBe('FLOW_FILTER_DUPLICATE_NAME');
    const empty = await create(user, { name: 'x', conditions: [] });
    expect(empty).toMatchObject({ status: 400, body: { issues: [{ path: 'conditions' }] } });
    expect((await create(user, { name: 'x', type: 'javascript', script: ' ' })).status).toBe(400);
    const broken = await create(user, { name: 'x', type: 'javascript', script: 'return (' });
    expect([broken.status, broken.body.code]).toEqual([400, 'FLOW_SCRIPT_INVALID']);
  });

  it('of other accounts are not found', async () => {
    const { body } = await create(await manager());
    const stranger = await manager();
    const params = { id: body.data.id };
    expect((await server.call(deleteFilter, { params }, { as: stranger })).status).toBe(404);
    expect((await server.call(listFilters, { query: {} }, { as: stranger })).body.data).toEqual([]);
    expect((await create(stranger, { tenantId: body.data.tenantId })).status).toBe(404);
  });

  it('stay while a flow uses them', async () => {
    const user = await manager();
    const { id } = (await create(user)).body.data;
    const flow = { accountId: user.account.id, name: 'To the city', trigger: 'after' as const, steps: [] };
    await server.database.db.insert(flows).values({ ...flow, filterIds: [id] });
    const refused = await server.call(deleteFilter, { params: { id } }, { as: user, headers: english });
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'FLOW_FILTER_IN_USE',
      "The filter can't be deleted, because these flows use it: To the city.",
    ]);
    const { body } = await server.call(listFilters, { query: {} }, { as: user });
    expect(body.data[0]?.flows).toEqual(['To the city']);
  });
});

describe('recorded events', () => {
  async function withValues(...values: (number | string)[]) {
    const user = await manager();
    const twin = await server.make.twin({ account: user.account, title: 'Boiler' });
    const state = await server.make.state({ twin, key: 'level' });
    for (const [index, value] of values.entries()) {
      const body = { value, timestamp: `2026-01-0${index + 1}T00:00:00Z` };
      const params = { id: twin.id, stateId: state.id };
      expect((await server.call(setStateValue, { params, body }, { as: user })).status).toBe(200);
    }
    const foreign = await server.make.state({});
    expect(foreign.twin.account.id).not.toBe(user.account.id);
    return { user, twin, state, tenantId: user.account.id };
  }

  it('are shown as flows receive them, newest first', async () => {
    const { user, twin, state, tenantId } = await withValues(1, 2);
    const { body } = await server.call(listFlowEvents, { query: { tenantId } }, { as: user });
    expect(body.data.map(({ value }) => value)).toEqual([2, 1]);
    expect(body.data[0]?.meta).toMatchObject({
      timestamp: '2026-01-02T00:00:00.000Z',
      ...{ state_id: state.id, state_identifier: 'level', state_type: 'number', unit: '' },
      ...{ dtwin_id: twin.id, dtwin_title: 'Boiler', twin_category: 'digitalTwin', twin_tags: [] },
      ...{ twin_ancestor_ids: [], twin_key_value: {}, vdevice_groups: [], geolocation: null },
      ...{ account_id: tenantId, config_id: null, source_type: 'none', device_driver_id: null },
    });
    const stranger = await manager();
    expect((await server.call(listFlowEvents, { query: { tenantId } }, { as: stranger })).status).toBe(404);
  });

  it('contain packets and alarms for the other triggers', async () => {
    const user = await manager();
    const tenantId = user.account.id;
    const twin = await server.make.twin({ account: user.account, title: 'Pump' });
    await server.make.alarm({ account: user.account, twin });
    const read = async (trigger: 'before' | 'alarm') =>
      (await server.call(listFlowEvents, { query: { tenantId, trigger } }, { as: user })).body.data;
    expect(await read('before')).toEqual([]);
    expect(await read('alarm')).toMatchObject([
      { meta: { event: 'created', account_id: tenantId, dtwin_title: 'Pump' }, value: { status: 'unresolved' } },
    ]);
  });

  it('show how many of them a filter would let pass', async () => {
    const { user, tenantId } = await withValues(10, 20, 30);
    const attempt = async (filter: object) => {
      const body = { tenantId, type: 'standard' as const, ...filter };
      return (await server.call(tryFilter, { body }, { as: user, headers: english })).body;
    };
    const warm = { attribute: 'value', operator: 'greaterThan', value: '15' };
    const { data } = await attempt({ conditions: [warm] });
    expect(data).toMatchObject({ events: 3, passed: 2, failed: 0, problem: null });
    expect(data.samples.stopped.map(({ value }) => value)).toEqual([10]);
    const scripts = [
      { type: 'javascript', script: "return value > 15 && meta.state_identifier === 'level';" },
      { type: 'jsonata', script: 'value > 15 and meta.dtwin_title = "Boiler"' },
    ];
    for (const script of scripts) expect((await attempt(script)).data).toMatchObject({ events: 3, passed: 2 });
    expect((await attempt({ type: 'jsonata', script: 'meta.nothing > 1' })).data).toMatchObject({
      passed: 0,
      failed: 0,
    });
    const failing = await attempt({ type: 'javascript', script: 'const a = 1;\nreturn nothing.there;' });
    expect(failing.data).toMatchObject({ passed: 0, failed: 3, problem: { code: 'SCRIPT_ERROR', line: 2 } });
    const wrong = await attempt({ type: 'javascript', script: "return 'yes';" });
    expect(wrong.data).toMatchObject({ failed: 3, problem: { code: 'FLOW_FILTER_OUTPUT' } });
  });
});
