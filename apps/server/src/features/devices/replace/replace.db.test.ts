import { listAlarms } from '@stellwerk/contract/alarm';
import { readDevice } from '@stellwerk/contract/device';
import { previewReplacement, replaceDevice } from '@stellwerk/contract/device-replacement';
import { createRule, listTwinRules } from '@stellwerk/contract/rule-calls';
import { createState, listTwinStates, newState } from '@stellwerk/contract/state';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import type { TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { createDeviceFixture, everything, startDeviceServer } from '../testing/devices.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
  await server.field.start();
});
afterAll(() => server.close());

const waits = { timeout: 15_000, interval: 30 };
type Body = z.input<typeof replaceDevice.body>;

const replace = (as: TestUser, id: number, body: Body) => server.call(replaceDevice, { params: { id }, body }, { as });
const preview = (as: TestUser, id: number, source: z.input<typeof previewReplacement.body>['source']) =>
  server.call(previewReplacement, { params: { id }, body: { source } }, { as });
const statesOf = async (as: TestUser, id: number) =>
  (await server.call(listTwinStates, { params: { id } }, { as })).body.data.filter(({ key }) => key !== '_raw');
const rulesOf = async (as: TestUser, id: number) =>
  (await server.call(listTwinRules, { params: { id } }, { as })).body.data;
const alarmsOf = async (as: TestUser, dtwinId: number) =>
  (await server.call(listAlarms, { query: { dtwinId: String(dtwinId) } }, { as })).body.data;
const failure = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

/** A device of one model, and the driver of another one. */
async function place() {
  const { user, account, connector } = await fixture.manager();
  const old = await fixture.driver(
    account,
    [
      { name: 'temp', unit: '°C' },
      { name: 'battery', unit: 'V' },
    ],
    'module.exports = ({ t, b }) => ({ temp: t, battery: b })',
  );
  const other = await fixture.driver(
    account,
    [
      { name: 'air.temperature', unit: '°C' },
      { name: 'humidity', unit: '%' },
    ],
    'module.exports = ({ v, h }) => ({ air: { temperature: v }, humidity: h })',
  );
  const device = await fixture.create(user, connector, { driverId: old.id, externalId: 'OLD', title: 'Room' });
  const send = (externalId: string, payload: object) =>
    server.field.ingestion.accept({ connectorId: connector.id, accountId: account.id }, [
      { id: externalId, payload } as never,
    ]);
  return { user, account, connector, old, other, device, send };
}

describe('the replacement of a sensor by another model', () => {
  it('proposes the variables for the states', async () => {
    const { user, device, other } = await place();
    const { body } = await preview(user, device.id, { kind: 'new', driverId: other.id });
    expect(body.data.states.map(({ key, variable, proposed }) => [key, variable, proposed])).toEqual([
      ['temp', 'temp', 'air.temperature'],
      ['battery', 'battery', null],
    ]);
    expect(body.data.variables.map(({ name }) => name)).toEqual(['air.temperature', 'humidity']);
  });

  it('keeps twin, states, history and rules, which go on with the new sensor and one alarm', async () => {
    const { user, account, connector, device, other, send } = await place();
    const [temp, battery] = await statesOf(user, device.id);
    const body = {
      title: 'Too warm',
      metrics: [{ alias: 't', stateId: temp?.id ?? 0 }],
      conditions: { mode: 'tree' as const, tree: { op: 'when' as const, metric: 't', cmp: 'gt' as const, value: 30 } },
      alarm: { severity: 'error' as const, message: 'too warm' },
    };
    await server.call(createRule, { params: { id: device.id }, body }, { as: user });
    await send('OLD', { t: 35, b: 3 });
    await vi.waitFor(async () => expect(await alarmsOf(user, device.id)).toHaveLength(1), waits);

    const source = { kind: 'new' as const, externalId: 'NEW', connectorId: connector.id, driverId: other.id };
    const mapping = [
      { stateId: temp?.id ?? 0, variable: 'air.temperature' },
      { stateId: battery?.id ?? 0, variable: null },
    ];
    const answer = await replace(user, device.id, { source, mapping });
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { id: device.id, title: 'Room', externalId: 'NEW', driver: { id: other.id } },
    ]);
    const after = await statesOf(user, device.id);
    expect(after.map(({ id, key, value, config }) => [id, key, value, config.source])).toEqual([
      [temp?.id, 'temp', 35, 'connector'],
      [battery?.id, 'battery', 3, 'none'],
      [expect.any(Number), 'humidity', null, 'connector'],
    ]);
    const [rule] = await rulesOf(user, device.id);
    expect(rule?.states).toMatchObject([{ stateId: temp?.id, isGone: false }]);

    await send('NEW', { v: 36, h: 40 });
    await vi.waitFor(async () => expect((await statesOf(user, device.id))[0]?.value).toBe(36), waits);
    expect(await alarmsOf(user, device.id)).toMatchObject([{ status: 'unresolved' }]);
    await send('NEW', { v: 20, h: 41 });
    await vi.waitFor(
      async () => expect(await alarmsOf(user, device.id)).toMatchObject([{ status: 'resolved' }]),
      waits,
    );
    // The newest value of the state without a variable is still that of the old sensor.
    expect((await statesOf(user, device.id)).map(({ value }) => value)).toEqual([20, 3, 41]);
    // Packets of the old sensor belong to no device any more.
    await send('OLD', { t: 99, b: 9 });
    await send('NEW', { v: 21, h: 42 });
    await vi.waitFor(async () => expect((await statesOf(user, device.id))[0]?.value).toBe(21), waits);
    expect(account.id).toBe(answer.body.data.tenantId);
  });

  it('by one of the same model keeps all states, also those that no driver declares', async () => {
    const { user, account, connector } = await fixture.manager();
    const device = await fixture.create(user, connector, { externalId: 'PLAIN' });
    const body = {
      key: 'level',
      title: 'Level',
      config: { source: 'connector' as const, identifier: '', variable: 'l' },
    };
    const made = await server.call(
      createState,
      { params: { id: device.id }, body: newState.parse(body) },
      { as: user },
    );
    const source = { kind: 'new' as const, externalId: 'PLAIN-2', connectorId: connector.id, driverId: null };
    const shown = await preview(user, device.id, { kind: 'new', driverId: null });
    expect(shown.body.data.states).toMatchObject([{ id: made.body.data.id, variable: 'l', proposed: 'l' }]);
    expect((await replace(user, device.id, { source })).status).toBe(200);
    expect(await statesOf(user, device.id)).toMatchObject([{ key: 'level', config: body.config }]);
    expect(account.id).toBe(device.tenantId);
  });

  it('takes over another device of the account, which leaves', async () => {
    const { user, connector, device, other } = await place();
    const spare = await fixture.create(user, connector, { driverId: other.id, externalId: 'SPARE' });
    const source = { kind: 'device' as const, replacementId: spare.id };
    expect((await preview(user, device.id, source)).body.data.variables).toHaveLength(2);
    const { status, body } = await replace(user, device.id, { source });
    expect([status, body.data.externalId, body.data.driver?.id]).toEqual([200, 'SPARE', other.id]);
    expect((await server.call(readDevice, { params: { id: spare.id } }, { as: user })).status).toBe(404);
  });

  it('is refused as a whole: nothing changes', async () => {
    const { user, connector, device, other } = await place();
    await fixture.create(user, connector, { externalId: 'TAKEN' });
    const [temp] = await statesOf(user, device.id);
    const source = { kind: 'new' as const, externalId: 'NEW', connectorId: connector.id, driverId: other.id };
    const mapping = [{ stateId: temp?.id ?? 0, variable: 'pressure' }];
    expect(failure(await replace(user, device.id, { source, mapping }))).toEqual([400, 'VDEVICE_VARIABLE_UNKNOWN']);
    const taken = { ...source, externalId: 'TAKEN' };
    expect(failure(await replace(user, device.id, { source: taken }))).toEqual([409, 'VDEVICE_DUPLICATE_EXTERNAL_ID']);
    const itself = { kind: 'device' as const, replacementId: device.id };
    expect(failure(await replace(user, device.id, { source: itself }))).toEqual([409, 'VDEVICE_REPLACED_BY_ITSELF']);
    const { body } = await server.call(readDevice, { params: { id: device.id } }, { as: user });
    expect(body.data.externalId).toBe('OLD');
    expect((await statesOf(user, device.id)).map(({ key }) => key)).toEqual(['temp', 'battery']);
  });

  it('takes neither a device of another account nor a caller without the permission', async () => {
    const { user, account, device } = await place();
    const below = await server.make.account({ parent: account });
    const inner = await fixture.manager({ account: below });
    const foreign = await fixture.create(inner.user, inner.connector);
    const source = { kind: 'device' as const, replacementId: foreign.id };
    expect(failure(await replace(user, device.id, { source }))).toEqual([409, 'VDEVICE_OF_ANOTHER_ACCOUNT']);
    const stranger = await server.make.user({ permissions: everything });
    expect((await replace(stranger, device.id, { source })).status).toBe(404);
    const writer = await server.make.user({ account, permissions: ['VirtualDevice.write', 'VirtualDevice.read'] });
    expect((await replace(writer, device.id, { source })).status).toBe(403);
  });
});
