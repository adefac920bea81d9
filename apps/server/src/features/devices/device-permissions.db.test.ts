import { createDevice, deleteDevice, readDevice, setDeviceDisabled, updateDevice } from '@stellwerk/contract/device';
import { createFavourite } from '@stellwerk/contract/favourite';
import { createRule, listCommandKinds, listTwinRules, updateRule } from '@stellwerk/contract/rule-calls';
import { convertConditions, replayRule, testCommand, testConditions } from '@stellwerk/contract/rule-run';
import {
  createState,
  listStates,
  listTwinStates,
  newState,
  pressButton,
  setStateValue,
} from '@stellwerk/contract/state';
import { searchHistory, searchSeries } from '@stellwerk/contract/state-history';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/server.ts';
import { createDeviceFixture, startDeviceServer } from './testing/devices.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
});
afterAll(() => server.close());

const alarm = { severity: 'warning' as const, message: 'warm' };

/** A device and a plain twin in the same scope, each with a state. */
async function world() {
  const { user: manager, account, connector } = await fixture.manager();
  const device = await fixture.create(manager, connector, { title: 'Pump' });
  const deviceState = await server.make.state({ twin: { ...device, path: `${device.id}`, account }, key: 'level' });
  const plain = await server.make.state({ twin: await server.make.twin({ account }) });
  const reader = await server.make.user({ account, permissions: ['VirtualDevice.read'] });
  const writer = await server.make.user({ account, permissions: ['VirtualDevice.write'] });
  return { manager, connector, device, deviceState, plain, reader, writer };
}

const startDate = '2026-01-01T00:00:00Z';

describe('with permissions for virtual devices alone', () => {
  it('states, history, rules and the star of a device work', async () => {
    const { device, deviceState, reader } = await world();
    const states = await server.call(listTwinStates, { params: { id: device.id } }, { as: reader });
    expect([states.status, states.body.data.map(({ key }) => key)]).toEqual([200, ['_raw', 'level']]);
    const [id, stateIds] = [deviceState.id, String(deviceState.id)];
    expect((await server.call(searchHistory, { query: { stateId: id } }, { as: reader })).status).toBe(200);
    expect((await server.call(searchSeries, { query: { stateIds, startDate } }, { as: reader })).status).toBe(200);
    expect((await server.call(listTwinRules, { params: { id: device.id } }, { as: reader })).status).toBe(200);
    const star = await server.call(createFavourite, { body: { type: 'twin', twinId: device.id } }, { as: reader });
    expect(star.status).toBe(201);
  });

  it('the editor of rules can evaluate, try and replay them, and choose states of devices', async () => {
    const { device, deviceState, plain, reader, writer } = await world();
    const metrics = [{ alias: 't', stateId: deviceState.id }];
    const conditions = { mode: 'always' as const };
    const tree = { op: 'when' as const, metric: 't', cmp: 'gt' as const, value: 1 };
    const span = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    const command = { type: 'setState', options: { stateKey: 'level', value: '1' } };
    const attempts = async (as: TestUser, dtwinId: number) => [
      (await server.call(testConditions, { body: { dtwinId, metrics, conditions } }, { as })).status,
      (await server.call(replayRule, { body: { dtwinId, rule: { metrics, alarm }, ...span } }, { as })).status,
      (await server.call(testCommand, { body: { dtwinId, metrics, command } }, { as })).status,
    ];
    for (const as of [reader, writer]) {
      expect((await server.call(listCommandKinds, {}, { as })).status).toBe(200);
      expect((await server.call(convertConditions, { body: { tree } }, { as })).status).toBe(200);
      const { body } = await server.call(listStates, { query: {} }, { as });
      expect(body.data.map(({ key, dtwin }) => [key, dtwin.id])).toEqual([
        ['_raw', device.id],
        ['level', device.id],
      ]);
    }
    expect(await attempts(reader, device.id)).toEqual([200, 200, 403]);
    expect(await attempts(writer, device.id)).toEqual([200, 200, 200]);
    expect(await attempts(writer, plain.twin.id)).toEqual([404, 404, 404]);
  });

  it('those of other twins in the same scope do not', async () => {
    const { plain, reader, writer } = await world();
    const twinId = plain.twin.id;
    for (const as of [reader, writer]) {
      const statuses = [
        await server.call(listTwinStates, { params: { id: twinId } }, { as }),
        await server.call(searchHistory, { query: { stateId: plain.id } }, { as }),
        await server.call(listTwinRules, { params: { id: twinId } }, { as }),
        await server.call(createFavourite, { body: { type: 'twin', twinId } }, { as }),
      ].map(({ status }) => status);
      expect(statuses).toEqual([404, 404, 404, 404]);
    }
    const params = { id: twinId, stateId: plain.id };
    expect((await server.call(setStateValue, { params, body: { value: 1 } }, { as: writer })).status).toBe(404);
  });

  it('VirtualDevice.write changes a device, its states, values and rules', async () => {
    const { device, deviceState, reader, writer } = await world();
    const params = { id: device.id };
    const state = newState.parse({ key: 'own', title: 'Own', config: { source: 'none' } });
    const rule = { title: 'Too warm', metrics: [{ alias: 't', stateId: deviceState.id }], alarm };
    const attempts = async (as: TestUser) => [
      (await server.call(updateDevice, { params, body: { title: 'Renamed' } }, { as })).status,
      (await server.call(setDeviceDisabled, { params: { ...params, flag: 'false' } }, { as })).status,
      (await server.call(createState, { params, body: state }, { as })).status,
      (await server.call(setStateValue, { params: { ...params, stateId: deviceState.id }, body: { value: 1 } }, { as }))
        .status,
      (await server.call(createRule, { params, body: rule }, { as })).status,
      // The state is no button.
      (await server.call(pressButton, { params: { ...params, stateId: deviceState.id } }, { as })).body.code,
    ];
    expect(await attempts(reader)).toEqual([403, 403, 403, 403, 403, 'PERMISSION_DENIED']);
    expect(await attempts(writer)).toEqual([200, 200, 201, 200, 201, 'DTWINSTATE_NO_COMMAND']);
    const [saved] = (await server.call(listTwinRules, { params }, { as: writer })).body.data;
    expect(saved).toMatchObject({ states: [{ key: 'level' }], abilities: { update: true } });
    const change = { params: { ...params, ruleId: saved?.id ?? 0 }, body: { title: 'Renamed' } };
    expect((await server.call(updateRule, change, { as: writer })).status).toBe(200);
    const { body } = await server.call(readDevice, { params }, { as: writer });
    expect(body.data).toMatchObject({ title: 'Renamed', abilities: { update: true, delete: false, setValue: true } });
  });

  it('VirtualDevice.write neither creates nor deletes devices', async () => {
    const { connector, device, writer } = await world();
    const body = { title: 'New', externalId: 'n-1', connectorId: connector.id, tenantId: writer.account.id };
    const created = await server.call(createDevice, { body }, { as: writer });
    const deleted = await server.call(deleteDevice, { params: { id: device.id }, query: {} }, { as: writer });
    for (const { status, body: answer } of [created, deleted]) {
      expect([status, answer.code]).toEqual([403, 'PERMISSION_DENIED']);
    }
  });
});
