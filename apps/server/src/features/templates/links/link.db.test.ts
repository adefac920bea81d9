import { updateDevice } from '@stellwerk/contract/device';
import { updateHealthConfig } from '@stellwerk/contract/device-health';
import {
  createTemplateDevice,
  deleteDeviceTemplate,
  listGroupTemplates,
  listMatchingTemplates,
  readTemplateOfDevice,
  unlinkDevice,
} from '@stellwerk/contract/device-template-calls';
import { deleteRule, updateRule } from '@stellwerk/contract/rule-calls';
import { createState, deleteState, newState, updateState } from '@stellwerk/contract/state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../../test/server.ts';
import { startDeviceServer } from '../../devices/testing/devices.fixture.ts';
import { createTemplateFixture, limitRule } from '../testing/templates.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createTemplateFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createTemplateFixture(server);
});
afterAll(() => server.close());

const keysOf = (states: { key: string }[]) => states.map(({ key }) => key);

describe('linking devices to a template', () => {
  it('shows the states that it deletes before it does, and gives the device the productive version', async () => {
    const at = await fixture.world();
    const template = await fixture.make(at, {
      ...{ tags: ['roof'], groups: ['g2'], icon: 'sun', rules: [limitRule(30)] },
      properties: [{ key: 'owner', defaultValue: 'Works', required: true }],
    });
    const device = await fixture.device(at, { tags: ['own'], groups: ['g1'] });
    const early = await fixture.link(at, template.id, [device.id]);
    expect(early.body.code).toBe('DEVICE_TEMPLATE_NOT_PUBLISHED');
    await fixture.sync(at, template.id);
    const shown = await fixture.link(at, template.id, [device.id], true);
    expect(shown.body.data).toMatchObject({
      linked: 0,
      devices: [{ id: device.id, lostStates: [{ key: 'humidity', values: 0 }], addedStates: [], error: null }],
    });
    expect(keysOf(await fixture.statesOf(at, device.id))).toEqual(['_raw', 't', 'humidity']);
    const linked = await fixture.link(at, template.id, [device.id]);
    expect([linked.status, linked.body.code]).toEqual([200, undefined]);
    expect(keysOf(await fixture.statesOf(at, device.id))).toEqual(['_raw', 't']);
    expect(await fixture.deviceOf(at, device.id)).toMatchObject({
      ...{ tags: ['own', 'roof'], groups: ['g1', 'g2'], icon: 'sun' },
      keyValue: [{ key: 'owner', value: 'Works' }],
    });
    expect(await fixture.rulesOf(at, device.id)).toMatchObject([{ title: 'Too hot', alarm: { severity: 'error' } }]);
    expect(await fixture.linksOf(at, template.id)).toMatchObject([{ id: device.id, state: 'synced', version: 1 }]);
  });

  it('is refused while aggregates use a state that would go, and leaves everything as it was', async () => {
    const at = await fixture.world();
    const template = await fixture.make(at);
    await fixture.sync(at, template.id);
    const [used, free] = [await fixture.device(at), await fixture.device(at)];
    const humidity = (await fixture.statesOf(at, used.id)).find(({ key }) => key === 'humidity');
    await fixture.devices.aggregate(at.user, at.account, humidity?.id ?? 0);
    const shown = await fixture.link(at, template.id, [used.id, free.id], true);
    expect(shown.body.data.devices.map(({ error }) => error?.code)).toEqual([
      'DTWIN_DELETE_STATES_AGGREGATED',
      undefined,
    ]);
    const refused = await fixture.link(at, template.id, [used.id, free.id]);
    expect([refused.status, refused.body.code]).toEqual([409, 'DTWIN_DELETE_STATES_AGGREGATED']);
    expect(await fixture.linksOf(at, template.id)).toEqual([]);
    expect(keysOf(await fixture.statesOf(at, free.id))).toContain('humidity');
  });

  it('needs the same account, connector and driver, and no template before', async () => {
    const at = await fixture.world();
    const { template, ids } = await fixture.linked(at, 1);
    const codeOf = async (id: number) => (await fixture.link(at, template.id, [id])).body.code;
    const connector = await server.make.connector({ account: at.account, type: 'plain' });
    const elsewhere = await fixture.devices.create(at.user, connector, { driverId: at.driver.id });
    const undriven = await fixture.devices.create(at.user, at.connector);
    expect(await codeOf(ids[0] ?? 0)).toBe('DEVICE_TEMPLATE_ALREADY_LINKED');
    expect(await codeOf(elsewhere.id)).toBe('DEVICE_TEMPLATE_OTHER_CONNECTOR');
    expect(await codeOf(undriven.id)).toBe('DEVICE_TEMPLATE_OTHER_DRIVER');
    const free = await fixture.device(at);
    const matching = await server.call(
      listMatchingTemplates,
      { params: free, query: { search: template.title } },
      { as: at.user },
    );
    expect(matching.body.data).toEqual([{ id: template.id, title: template.title, version: 1 }]);
  });

  it('keeps the template from being deleted until the last device is unlinked', async () => {
    const at = await fixture.world();
    const { template, ids } = await fixture.linked(at, 1);
    const remove = () => server.call(deleteDeviceTemplate, { params: template }, { as: at.user });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'DEVICE_TEMPLATE_IN_USE' } });
    const unlink = () => server.call(unlinkDevice, { params: { id: ids[0] ?? 0 } }, { as: at.user });
    expect((await unlink()).status).toBe(200);
    expect((await unlink()).body.code).toBe('DEVICE_TEMPLATE_NOT_LINKED');
    expect((await remove()).status).toBe(200);
    expect(keysOf(await fixture.statesOf(at, ids[0] ?? 0))).toEqual(['_raw', 't']);
  });
});

describe('a linked device', () => {
  const locked = 'DEVICE_TEMPLATE_FIELD_LOCKED';

  it('refuses changes of the fields that its template sets, and accepts all others', async () => {
    const at = await fixture.world();
    const check = { identifier: 'c', category: 'device', severity: 'error', message: 'x', check: 'return false' };
    const { ids } = await fixture.linked(at, 1, {
      ...{ tags: ['roof'], groups: ['g'], icon: 'sun', healthConfig: [check as never] },
      properties: [{ key: 'owner', defaultValue: 'Works', required: true }],
    });
    const params = { id: ids[0] ?? 0 };
    const codeOf = async (body: object) =>
      (await server.call(updateDevice, { params, body }, { as: at.user })).body.code;
    const other = await fixture.devices.driver(at.account, []);
    for (const body of [
      ...[{ icon: 'moon' }, { tags: [] }, { groups: ['other'] }, { keyValue: [] }, { healthConfig: [] }],
      ...[{ driverId: other.id }, { driverVersion: 1 }],
    ]) {
      expect(await codeOf(body), JSON.stringify(body)).toBe(locked);
    }
    const fine = { title: 'Renamed', tags: ['roof', 'own'], driverVersion: null, icon: 'sun' };
    expect(await codeOf(fine)).toBeUndefined();
    const configure = { params: { ...params, x: 'own' as const }, body: { healthConfig: [] } };
    expect((await server.call(updateHealthConfig, configure, { as: at.user })).body.code).toBe(locked);
    await server.call(unlinkDevice, { params }, { as: at.user });
    expect(await codeOf({ icon: 'moon' })).toBeUndefined();
  });

  it('refuses changes of the states and rules of its template, and names them', async () => {
    const at = await fixture.world();
    const { template, ids } = await fixture.linked(at, 1, { rules: [limitRule(30)] });
    const id = ids[0] ?? 0;
    const state = (await fixture.statesOf(at, id)).find(({ key }) => key === 't');
    const [rule] = await fixture.rulesOf(at, id);
    const as = { as: at.user };
    const place = { id, stateId: state?.id ?? 0 };
    const rulePlace = { id, ruleId: rule?.id ?? 0 };
    const variable = { source: 'connector', identifier: '', variable: 'x' } as const;
    const codes = [
      (await server.call(updateState, { params: place, body: { unit: 'K' } }, as)).body.code,
      (await server.call(deleteState, { params: place }, as)).body.code,
      (
        await server.call(
          createState,
          { params: { id }, body: newState.parse({ key: 'x', title: 'x', config: variable }) },
          as,
        )
      ).body.code,
      (await server.call(updateRule, { params: rulePlace, body: { active: false } }, as)).body.code,
      (await server.call(deleteRule, { params: rulePlace }, as)).body.code,
    ];
    expect(codes).toEqual([locked, locked, locked, locked, locked]);
    const own = newState.parse({ key: 'own', title: 'Own', config: { source: 'none' } });
    expect((await server.call(createState, { params: { id }, body: own }, as)).status).toBe(201);
    const { body } = await server.call(readTemplateOfDevice, { params: { id } }, as);
    expect(body.data).toMatchObject({
      template: { id: template.id, title: template.title },
      ...{ version: 1, state: 'synced' },
      locked: { stateIds: [place.stateId], ruleIds: [rulePlace.ruleId] },
    });
    const free = await fixture.device(at);
    expect((await server.call(readTemplateOfDevice, { params: free }, as)).body.data).toBeNull();
  });

  it('is created with everything that the productive version sets', async () => {
    const at = await fixture.world();
    const { template } = await fixture.linked(at, 0, { tags: ['roof'], rules: [limitRule(30)] });
    const made = await server.call(
      createTemplateDevice,
      { params: template, body: { title: 'New', externalId: 'NEW-1', tags: ['own'] } },
      { as: at.user },
    );
    expect([made.status, made.body.code]).toEqual([201, undefined]);
    const { id } = made.body.data;
    expect((await fixture.deviceOf(at, id)).tags).toEqual(['own', 'roof']);
    expect(keysOf(await fixture.statesOf(at, id))).toEqual(['_raw', 't']);
    expect(await fixture.rulesOf(at, id)).toHaveLength(1);
    const related = await server.call(listGroupTemplates, { query: { tags: 'own' } }, { as: at.user });
    expect(related.body.data).toEqual([{ id: template.id, title: template.title, deviceCount: 1 }]);
  });
});
