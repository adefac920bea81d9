import { addVariableAsState, synchroniseDevice, updateDevice } from '@stellwerk/contract/device';
import { createState, listTwinStates, newState } from '@stellwerk/contract/state';
import { deleteTwin } from '@stellwerk/contract/twin';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { connectors } from '../../connectors/index.ts';
import { driverVersions } from '../../drivers/index.ts';
import { createDeviceFixture, everything, startDeviceServer } from '../testing/devices.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
});
afterAll(() => server.close());

type Change = z.input<typeof updateDevice.body>;
const update = (as: TestUser, id: number, body: Change) => server.call(updateDevice, { params: { id }, body }, { as });
const changed = async (as: TestUser, id: number, body: Change) => {
  const { status, body: answered } = await update(as, id, body);
  expect([status, answered.code]).toEqual([200, undefined]);
  return answered.data;
};
const statesOf = async (as: TestUser, id: number) =>
  (await server.call(listTwinStates, { params: { id } }, { as })).body.data;
const keysOf = async (as: TestUser, id: number) => (await statesOf(as, id)).map(({ key }) => key);
const failure = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

describe('PUT /api/v1/virtualdevice/{id}', () => {
  it('changes what is given and leaves the rest', async () => {
    const { user, account, connector } = await fixture.manager();
    const device = await fixture.create(user, connector, { title: 'old', groups: ['a'], tags: ['t'] });
    const parent = await server.make.twin({ account });
    const after = await changed(user, device.id, {
      title: 'new',
      groups: ['b'],
      operationalStatus: 'decommissioned',
      parentId: parent.id,
      healthConfig: [
        {
          identifier: 'low',
          category: 'battery',
          severity: 'warning',
          check: 'return states.battery < 3',
          message: 'Battery low',
        },
      ],
    });
    expect(after).toMatchObject({
      title: 'new',
      groups: ['b'],
      tags: ['t'],
      externalId: device.externalId,
      operationalStatus: 'decommissioned',
      parentId: parent.id,
      healthConfig: [{ identifier: 'low', durationMinutes: 0 }],
    });
    expect(await changed(user, device.id, {})).toMatchObject({ title: 'new', groups: ['b'] });
  });

  it('brings the states of another driver, keeps _raw and what has another source', async () => {
    const { user, account, connector } = await fixture.manager();
    const [before, after] = [
      await fixture.driver(account, [{ name: 'a' }, { name: 'both' }]),
      await fixture.driver(account, [{ name: 'both' }, { name: 'b' }]),
    ];
    const device = await fixture.create(user, connector, { driverId: before.id });
    const own = newState.parse({ key: 'b', title: 'by hand', config: { source: 'none' } });
    await server.call(createState, { params: { id: device.id }, body: own }, { as: user });
    const answered = await changed(user, device.id, { driverId: after.id });
    expect(answered).toMatchObject({ driver: { id: after.id, version: 1 }, followsDriver: true, stateCount: 4 });
    expect(await keysOf(user, device.id)).toEqual(['_raw', 'both', 'b', 'b_2']);
    // Without a driver the payload's own fields feed the states.
    expect(await changed(user, device.id, { driverId: null })).toMatchObject({ driver: null, stateCount: 4 });
  });

  it('refuses another driver while states that it does not know are aggregated', async () => {
    const { user, account, connector } = await fixture.manager();
    const [before, after] = [await fixture.driver(account, [{ name: 'a' }]), await fixture.driver(account, [])];
    const device = await fixture.create(user, connector, { driverId: before.id });
    const source = (await statesOf(user, device.id)).find(({ key }) => key === 'a');
    const twin = await fixture.aggregate(user, account, source?.id ?? 0);
    expect(failure(await update(user, device.id, { driverId: after.id }))).toEqual([
      409,
      'DTWIN_DELETE_STATES_AGGREGATED',
    ]);
    expect(await keysOf(user, device.id)).toEqual(['_raw', 'a']);
    await server.call(deleteTwin, { params: { id: twin.id } }, { as: user });
    await changed(user, device.id, { driverId: after.id });
    expect(await keysOf(user, device.id)).toEqual(['_raw']);
  });

  it('binds the device to a version, or lets it follow again', async () => {
    const { user, account, connector } = await fixture.manager();
    const driver = await fixture.driver(account, []);
    await server.database.db
      .insert(driverVersions)
      .values({ driverId: driver.id, number: 2, parser: { type: 'none' }, publishedAt: new Date() });
    const device = await fixture.create(user, connector, { driverId: driver.id });
    expect(device).toMatchObject({ driver: { version: 2 }, followsDriver: true });
    const pinned = await changed(user, device.id, { driverVersion: 1 });
    expect(pinned).toMatchObject({ driver: { version: 1 }, followsDriver: false, hasNewerDriverVersion: true });
    const free = await changed(user, device.id, { driverVersion: null });
    expect(free).toMatchObject({ driver: { version: 2 }, followsDriver: true, hasNewerDriverVersion: false });
    expect(failure(await update(user, device.id, { driverVersion: 3 }))).toEqual([400, 'VALIDATION_ERROR']);
    const plain = await fixture.create(user, connector);
    expect(failure(await update(user, plain.id, { driverVersion: 1 }))).toEqual([409, 'VDEVICE_NO_DRIVER']);
  });

  it('moves to another connector by its rules', async () => {
    const { user, account, connector } = await fixture.manager();
    const network = await server.make.connector({ account, type: 'network' });
    const device = await fixture.create(user, connector, { externalId: 'free text' });
    expect(failure(await update(user, device.id, { connectorId: network.id }))).toEqual([400, 'VDEVICE_INVALID_EUI']);
    const moved = await changed(user, device.id, { connectorId: network.id, externalId: 'aabbccddeeff0011' });
    expect(moved).toMatchObject({
      connector: { id: network.id },
      externalId: 'AABBCCDDEEFF0011',
      connectorData: { region: 'EU868' },
    });
    const other = await fixture.create(user, connector, { externalId: 'other' });
    const same = { connectorId: network.id, externalId: 'AABBCCDDEEFF0011' };
    expect(failure(await update(user, other.id, same))).toEqual([409, 'VDEVICE_DUPLICATE_EXTERNAL_ID']);
    await server.database.db.update(connectors).set({ deviceLimit: 1 }).where(eq(connectors.id, network.id));
    const free = { connectorId: network.id, externalId: 'AABBCCDDEEFF0022' };
    expect(failure(await update(user, other.id, free))).toEqual([409, 'VDEVICE_LIMIT_REACHED']);
    // Who is there already is not one more.
    await changed(user, device.id, { connectorData: { region: 'US915' } });
  });

  it('stays in its account and out of itself', async () => {
    const { user, connector, account } = await fixture.manager();
    const device = await fixture.create(user, connector);
    const below = await server.make.twin({ parent: { ...device, path: String(device.id), account } });
    expect(failure(await update(user, device.id, { parentId: below.id }))).toEqual([
      409,
      'DTWIN_UPDATE_CANNOT_MOVE_TO_DESCENDANT',
    ]);
    const lower = await server.make.twin({ account: await server.make.account({ parent: account }) });
    expect(failure(await update(user, device.id, { parentId: lower.id }))).toEqual([
      409,
      'DTWIN_UPDATE_CHANGING_TENANT_DISALLOWED',
    ]);
  });

  it('refuses checks that could never run', async () => {
    const { user, connector } = await fixture.manager();
    const device = await fixture.create(user, connector);
    const entry = { identifier: 'x', category: 'device', severity: 'error', check: 'return (', message: 'm' } as const;
    expect(failure(await update(user, device.id, { healthConfig: [entry] }))).toEqual([422, 'SCRIPT_ERROR']);
  });

  it('needs the permission, and hides the devices of others', async () => {
    const { user, account, connector } = await fixture.manager();
    const device = await fixture.create(user, connector);
    const reader = await server.make.user({ account, permissions: ['VirtualDevice.read', 'DigitalTwin.manage'] });
    expect(failure(await update(reader, device.id, { title: 'x' }))).toEqual([403, 'PERMISSION_DENIED']);
    const stranger = await server.make.user({ permissions: everything });
    expect(failure(await update(stranger, device.id, { title: 'x' }))).toEqual([404, 'VDEVICE_NOT_FOUND']);
    expect(failure(await update(user, device.id, { externalId: '' }))).toEqual([400, 'VALIDATION_ERROR']);
    const foreign = await fixture.manager();
    const stolen = { connectorId: foreign.connector.id };
    expect(failure(await update(user, device.id, stolen))).toEqual([404, 'BRIDGE_NOT_FOUND']);
  });
});

describe('states of variables', () => {
  const add = (as: TestUser, id: number, variables: string[]) =>
    server.call(addVariableAsState, { params: { id }, body: { variables } }, { as });

  it('are added as the driver describes them, once', async () => {
    const { user, account, connector } = await fixture.manager();
    const driver = await fixture.driver(account, [{ name: 'a' }]);
    const device = await fixture.create(user, connector, { driverId: driver.id });
    await server.database.db
      .update(driverVersions)
      .set({ variables: [{ name: 'new.one', title: 'New', valueType: 'string', unit: 'x', expression: '' }] })
      .where(eq(driverVersions.id, driver.versionId));
    const { status, body } = await add(user, device.id, ['new.one', 'a', 'unheard', 'new.one']);
    expect([status, body.data]).toEqual([201, { added: ['new_one', 'unheard'] }]);
    expect(await statesOf(user, device.id)).toMatchObject([
      { key: '_raw' },
      { key: 'a' },
      { key: 'new_one', title: 'New', valueType: 'string', unit: 'x' },
      { key: 'unheard', valueType: 'json' },
    ]);
    expect((await add(user, device.id, ['a'])).body.data).toEqual({ added: [] });
  });

  it('are added by a synchronisation', async () => {
    const { user, account, connector } = await fixture.manager();
    const driver = await fixture.driver(account, []);
    const device = await fixture.create(user, connector, { driverId: driver.id });
    await server.database.db.insert(driverVersions).values({
      driverId: driver.id,
      number: 2,
      parser: { type: 'none' },
      variables: [{ name: 'late', title: '', valueType: 'number', unit: '', expression: '' }],
      publishedAt: new Date(),
    });
    const { status, body } = await server.call(synchroniseDevice, { params: { id: device.id } }, { as: user });
    expect([status, body.data.addedStates, body.data.device.stateCount]).toEqual([200, ['late'], 2]);
  });

  it('are not too many', async () => {
    const { user, connector } = await fixture.manager();
    const device = await fixture.create(user, connector);
    for (let start = 0; start < 500; start += 100) {
      const names = Array.from({ length: start === 400 ? 99 : 100 }, (_, index) => `v${start + index}`);
      expect((await add(user, device.id, names)).status).toBe(201);
    }
    expect(failure(await add(user, device.id, ['more']))).toEqual([409, 'DTWINSTATE_TOO_MANY']);
  });

  it('need the permission and names', async () => {
    const { user, account, connector } = await fixture.manager();
    const device = await fixture.create(user, connector);
    const reader = await server.make.user({ account, permissions: ['VirtualDevice.read'] });
    expect(failure(await add(reader, device.id, ['a']))).toEqual([403, 'PERMISSION_DENIED']);
    expect(failure(await server.call(synchroniseDevice, { params: { id: device.id } }, { as: reader }))).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    const stranger = await server.make.user({ permissions: everything });
    expect(failure(await add(stranger, device.id, ['a']))).toEqual([404, 'VDEVICE_NOT_FOUND']);
    expect(failure(await add(user, device.id, []))).toEqual([400, 'VALIDATION_ERROR']);
    expect(failure(await add(user, device.id, [' ']))).toEqual([400, 'VALIDATION_ERROR']);
  });
});
