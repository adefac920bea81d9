import { deleteAccount } from '@stellwerk/contract/account';
import { deleteDevice, readDevice, readDeviceDependencies, synchroniseDevice } from '@stellwerk/contract/device';
import { listTwinStates } from '@stellwerk/contract/state';
import { createTwinScope, deleteTwin, setTwinDisabled } from '@stellwerk/contract/twin';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import type { RemoteDevice } from '../index.ts';
import { createDeviceFixture, everything, startDeviceServer } from '../testing/devices.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
/** The other system. */
const remote = { devices: new Map<string, RemoteDevice>(), fails: false };
const answer = () => {
  if (remote.fails) throw new Error('no answer');
};
beforeAll(async () => {
  server = await startDeviceServer({
    remoteDevices: {
      async create(device) {
        answer();
        remote.devices.set(device.externalId, device);
      },
      async remove({ externalId }) {
        answer();
        remote.devices.delete(externalId);
      },
      async read({ externalId }) {
        answer();
        return remote.devices.has(externalId)
          ? { title: 'As it is called there', connectorData: { region: 'US915' } }
          : null;
      },
    },
  });
  fixture = createDeviceFixture(server);
});
afterAll(() => server.close());
afterEach(() => {
  remote.fails = false;
});

const remove = (as: TestUser, id: number, isRemote?: 'true' | 'false') =>
  server.call(deleteDevice, { params: { id }, query: isRemote ? { delete_remotely: isRemote } : {} }, { as });
const statesOf = async (as: TestUser, id: number) =>
  (await server.call(listTwinStates, { params: { id } }, { as })).body.data;
const failure = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

describe('DELETE /api/v1/virtualdevice/{id}', () => {
  it('takes the device with its states', async () => {
    const { user, account, connector } = await fixture.manager();
    const driver = await fixture.driver(account, [{ name: 'a' }]);
    const device = await fixture.create(user, connector, { driverId: driver.id });
    expect((await remove(user, device.id)).body.data).toEqual({ deleted: true });
    expect(failure(await server.call(readDevice, { params: { id: device.id } }, { as: user }))).toEqual([
      404,
      'VDEVICE_NOT_FOUND',
    ]);
    const left = await server.database.pool.query('select 1 from states where twin_id = $1', [device.id]);
    expect(left.rowCount).toBe(0);
    await fixture.create(user, connector, { externalId: device.externalId });
  });

  it('is previewed, and refused while its states are aggregated or devices hang below', async () => {
    const { user, account, connector } = await fixture.manager();
    const driver = await fixture.driver(account, [{ name: 'a' }]);
    const device = await fixture.create(user, connector, { driverId: driver.id });
    const below = await fixture.create(user, connector, { parentId: device.id });
    const dependencies = async () =>
      (await server.call(readDeviceDependencies, { params: { id: device.id } }, { as: user })).body.data;
    expect(await dependencies()).toMatchObject({
      devices: 1,
      descendants: 1,
      states: 3,
      packets: 0,
      isDeletable: false,
    });
    expect(failure(await remove(user, device.id))).toEqual([409, 'DTWIN_DELETE_HAS_DEVICES']);
    await remove(user, below.id);
    const source = (await statesOf(user, device.id)).find(({ key }) => key === 'a');
    const twin = await fixture.aggregate(user, account, source?.id ?? 0);
    expect(await dependencies()).toMatchObject({
      devices: 0,
      aggregatedByCount: 1,
      aggregatedBy: [{ dtwinId: twin.id }],
      isDeletable: false,
    });
    expect(failure(await remove(user, device.id))).toEqual([409, 'DTWIN_DELETE_STATES_AGGREGATED']);
    await server.call(deleteTwin, { params: { id: twin.id } }, { as: user });
    expect(await dependencies()).toMatchObject({ isDeletable: true });
    expect((await remove(user, device.id)).status).toBe(200);
  });

  it('takes twins below along only for those who may delete twins', async () => {
    const { user, account, connector } = await fixture.manager();
    const device = await fixture.create(user, connector);
    await server.make.twin({ parent: { ...device, path: String(device.id), account } });
    const technician = await server.make.user({ account, permissions: ['VirtualDevice.manage'] });
    expect(failure(await remove(technician, device.id))).toEqual([403, 'PERMISSION_DENIED']);
    expect((await remove(user, device.id)).status).toBe(200);
  });

  it('needs the permission, and hides the devices of others', async () => {
    const { user, account, connector } = await fixture.manager();
    const device = await fixture.create(user, connector);
    const reader = await server.make.user({ account, permissions: ['VirtualDevice.read'] });
    expect(failure(await remove(reader, device.id))).toEqual([403, 'PERMISSION_DENIED']);
    const seen = await server.call(readDeviceDependencies, { params: { id: device.id } }, { as: reader });
    expect([seen.status, seen.body.data.isDeletable]).toEqual([200, false]);
    const stranger = await server.make.user({ permissions: everything });
    expect(failure(await remove(stranger, device.id))).toEqual([404, 'VDEVICE_NOT_FOUND']);
    const hidden = await server.call(readDeviceDependencies, { params: { id: device.id } }, { as: stranger });
    expect(failure(hidden)).toEqual([404, 'VDEVICE_NOT_FOUND']);
  });
});

describe('devices of the other system', () => {
  const eui = (end: string) => `70B3D5499000${end}`;

  it('are created, read and removed where the connector manages them and somebody wants it', async () => {
    const { user, account } = await fixture.manager();
    const network = await server.make.connector({ account, type: 'network' });
    const linked = await fixture.create(user, network, { externalId: eui('0001') });
    expect(remote.devices.has(eui('0001'))).toBe(false);
    const made = await fixture.create(user, network, { externalId: eui('0002'), isDeviceImport: false, title: 'T' });
    expect(remote.devices.get(eui('0002'))).toMatchObject({ title: 'T', connectorId: network.id });
    expect(made.abilities.deleteRemotely).toBe(true);
    const synchronised = await server.call(synchroniseDevice, { params: { id: made.id } }, { as: user });
    expect(synchronised.body.data.device).toMatchObject({
      title: 'As it is called there',
      connectorData: { region: 'US915' },
    });
    await remove(user, linked.id);
    await remove(user, made.id, 'true');
    expect(remote.devices.size).toBe(0);
  });

  it('stay where they are when the other system does not answer', async () => {
    const { user, account } = await fixture.manager();
    const network = await server.make.connector({ account, type: 'network' });
    const device = await fixture.create(user, network, { externalId: eui('0003'), isDeviceImport: false });
    remote.fails = true;
    expect(failure(await remove(user, device.id, 'true'))).toEqual([502, 'BRIDGE_CONNECTION_FAILED']);
    const synchronised = await server.call(synchroniseDevice, { params: { id: device.id } }, { as: user });
    expect(failure(synchronised)).toEqual([502, 'BRIDGE_CONNECTION_FAILED']);
    expect((await server.call(readDevice, { params: { id: device.id } }, { as: user })).status).toBe(200);
    const create = { externalId: eui('0004'), isDeviceImport: false };
    expect(failure(await fixture.tryCreate(user, network, create))).toEqual([502, 'BRIDGE_CONNECTION_FAILED']);
    expect((await remove(user, device.id)).status).toBe(200);
  });

  it('are none of the business of connectors that manage none', async () => {
    const { user, connector } = await fixture.manager();
    remote.fails = true;
    const device = await fixture.create(user, connector, { isDeviceImport: false });
    expect(device.abilities.deleteRemotely).toBe(false);
    expect((await remove(user, device.id, 'true')).status).toBe(200);
  });
});

describe('a device is a twin', () => {
  it('disabled with the twin above it, and in the way of its deletion', async () => {
    const { user, account, connector } = await fixture.manager();
    const parent = await server.make.twin({ account });
    const device = await fixture.create(user, connector, { parentId: parent.id });
    const disabled = await server.call(setTwinDisabled, { params: { id: parent.id, flag: 'true' } }, { as: user });
    expect(disabled.body.data).toEqual({ id: parent.id, disabled: true, devices: 1 });
    const read = await server.call(readDevice, { params: { id: device.id } }, { as: user });
    expect(read.body.data.disabled).toBe(true);
    expect(failure(await server.call(deleteTwin, { params: { id: parent.id } }, { as: user }))).toEqual([
      409,
      'DTWIN_DELETE_HAS_DEVICES',
    ]);
    expect(failure(await server.call(deleteTwin, { params: { id: device.id } }, { as: user }))).toEqual([
      409,
      'DTWIN_DELETE_HAS_DEVICES',
    ]);
  });

  it('in the way of the deletion of its account', async () => {
    const { user, account, connector } = await fixture.manager({ permissions: ['all.manage'] });
    const below = await server.make.account({ parent: account });
    const device = await fixture.create(user, connector, { tenantId: below.id });
    const drop = () => server.call(deleteAccount, { params: { id: below.id } }, { as: user });
    const { body } = await drop();
    expect(body).toMatchObject({ code: 'ACCOUNT_NOT_EMPTY', params: { objects: 1 } });
    await remove(user, device.id);
    expect((await drop()).status).toBe(200);
  });

  it('may have a scope of its own', async () => {
    const { user, account, connector } = await fixture.manager();
    const device = await fixture.create(user, connector);
    expect((await server.call(createTwinScope, { params: { id: device.id } }, { as: user })).status).toBe(200);
    const read = await server.call(readDevice, { params: { id: device.id } }, { as: user });
    expect(read.body.data).toMatchObject({ ownsScope: true, tenantId: account.id });
    expect((await remove(user, device.id)).status).toBe(200);
  });
});
