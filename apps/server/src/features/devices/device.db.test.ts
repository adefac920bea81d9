import { readDevice, setDeviceDisabled } from '@stellwerk/contract/device';
import { listTwinStates } from '@stellwerk/contract/state';
import { readTwin } from '@stellwerk/contract/twin';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/server.ts';
import { connectors } from '../connectors/index.ts';
import { drivers, driverVersions } from '../drivers/index.ts';
import { createDeviceFixture, everything, startDeviceServer } from './testing/devices.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
});
afterAll(() => server.close());

const statesOf = async (as: TestUser, id: number) =>
  (await server.call(listTwinStates, { params: { id } }, { as })).body.data;
const limit = (id: number, deviceLimit: number) =>
  server.database.db.update(connectors).set({ deviceLimit }).where(eq(connectors.id, id));

describe('POST /api/v1/virtualdevice', () => {
  it('makes a twin with states for the variables of the driver, and for the packet itself', async () => {
    const { user, account, connector } = await fixture.manager();
    const driver = await fixture.driver(account, [
      { name: 'temperature', title: 'Temperature', unit: '°C' },
      { name: 'battery.low', valueType: 'boolean' },
    ]);
    const parent = await server.make.twin({ account, title: 'Hall' });
    const device = await fixture.create(user, connector, {
      title: 'Sensor',
      externalId: 'abc',
      driverId: driver.id,
      parentId: parent.id,
      tags: ['a'],
      groups: ['g', 'g'],
      operationalStatus: 'inTransit',
      references: [{ name: 'asset', value: '7' }],
      keyValue: [{ key: 'colour', value: 'red' }],
      targetReference: { name: 'asset', value: '8' },
      latitude: 50,
      longitude: 10,
    });
    expect(device).toMatchObject({
      title: 'Sensor',
      externalId: 'abc',
      operationalStatus: 'inTransit',
      health: 'unknown',
      lastSeenAt: null,
      connector: { id: connector.id, type: 'plain' },
      driver: { id: driver.id, version: 1 },
      followsDriver: true,
      hasNewerDriverVersion: false,
      tags: ['a'],
      groups: ['g'],
      parentId: parent.id,
      ancestors: [{ id: parent.id, title: 'Hall' }],
      references: [{ name: 'asset', value: '7' }],
      targetReference: { name: 'asset', value: '8' },
      stateCount: 3,
      packets24h: 0,
      problems: [],
      abilities: { update: true, delete: true, deleteRemotely: false, sendDownlink: false, setValue: true },
    });
    expect(await statesOf(user, device.id)).toMatchObject([
      { key: '_raw', valueType: 'json', layout: 'hidden', config: { source: 'connector', variable: '' } },
      { key: 'temperature', title: 'Temperature', unit: '°C', config: { identifier: '', variable: 'temperature' } },
      { key: 'battery_low', title: 'battery.low', valueType: 'boolean', config: { variable: 'battery.low' } },
    ]);
    const twin = await server.call(readTwin, { params: { id: device.id }, query: {} }, { as: user });
    expect(twin.body.data).toMatchObject({ category: 'virtualDevice', parentId: parent.id });
  });

  it('keeps EUIs in upper case and refuses others', async () => {
    const { user, account } = await fixture.manager();
    const network = await server.make.connector({ account, type: 'network' });
    const device = await fixture.create(user, network, { externalId: '70b3d5-4990001234' });
    expect(device).toMatchObject({ externalId: '70B3D54990001234', connectorData: { region: 'EU868' } });
    for (const externalId of ['70B3D5499000123', '70B3D5499000123G', 'x']) {
      const { status, body } = await fixture.tryCreate(user, network, { externalId });
      expect([status, body.code]).toEqual([400, 'VDEVICE_INVALID_EUI']);
    }
  });

  it('refuses data that its connector can’t use', async () => {
    const { user, account } = await fixture.manager();
    const network = await server.make.connector({ account, type: 'network' });
    const wrong = { externalId: '70B3D54990005555', connectorData: { region: 'XX' } };
    const { status, body } = await fixture.tryCreate(user, network, wrong);
    expect([status, body.code]).toEqual([400, 'VDEVICE_CONNECTOR_DATA_INVALID']);
    expect(body).toMatchObject({ params: { field: 'region' }, issues: [{ path: 'connectorData.region' }] });
  });

  it('refuses an external id that the connector has already, and leaves nothing behind', async () => {
    const { user, account, connector } = await fixture.manager();
    await fixture.create(user, connector, { externalId: 'same' });
    const { status, body } = await fixture.tryCreate(user, connector, { externalId: 'same', title: 'left over' });
    expect([status, body.code]).toEqual([409, 'VDEVICE_DUPLICATE_EXTERNAL_ID']);
    expect(body).toMatchObject({ issues: [{ path: 'externalId', code: 'taken' }] });
    const left = await server.database.pool.query("select 1 from twins where title = 'left over'");
    expect(left.rowCount).toBe(0);
    const other = await server.make.connector({ account, type: 'plain' });
    await fixture.create(user, other, { externalId: 'same' });
  });

  it('stops at the limit of the connector, however many come at once', async () => {
    const { user, connector } = await fixture.manager();
    await limit(connector.id, 2);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((externalId) => fixture.tryCreate(user, connector, { externalId })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'VDEVICE_LIMIT_REACHED',
      params: { limit: 2 },
    });
  });

  it('refuses connectors that are no source', async () => {
    const { user, account } = await fixture.manager();
    for (const type of ['outgoing', 'missing']) {
      const connector = await server.make.connector({ account, type });
      const { status, body } = await fixture.tryCreate(user, connector);
      expect([status, body.code]).toEqual([409, 'VDEVICE_CONNECTOR_NOT_A_SOURCE']);
    }
  });

  it('takes connectors and drivers of the account and above, and of nobody else', async () => {
    const top = await fixture.manager();
    const below = await server.make.account({ parent: top.account });
    const driver = await fixture.driver(top.account, []);
    const device = await fixture.create(top.user, top.connector, { tenantId: below.id, driverId: driver.id });
    expect(device).toMatchObject({ tenantId: below.id, connector: { id: top.connector.id } });
    const [own, lower] = [
      await fixture.driver(below, []),
      await server.make.connector({ account: below, type: 'plain' }),
    ];
    const refused = await fixture.tryCreate(top.user, lower, { tenantId: top.account.id });
    expect([refused.status, refused.body.code]).toEqual([404, 'BRIDGE_NOT_FOUND']);
    const unusable = await fixture.tryCreate(top.user, top.connector, { driverId: own.id });
    expect([unusable.status, unusable.body.code]).toEqual([404, 'DEVICEDRIVER_NOT_FOUND']);
    const stranger = await fixture.manager();
    const foreign = await fixture.tryCreate(stranger.user, top.connector);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'BRIDGE_NOT_FOUND']);
    const hidden = await fixture.tryCreate(stranger.user, stranger.connector, { driverId: driver.id });
    expect([hidden.status, hidden.body.code]).toEqual([404, 'DEVICEDRIVER_NOT_FOUND']);
    await server.database.db.update(drivers).set({ visibility: 'everyone' }).where(eq(drivers.id, driver.id));
    await fixture.create(stranger.user, stranger.connector, { driverId: driver.id });
  });

  it('needs a published version of the driver', async () => {
    const { user, account, connector } = await fixture.manager();
    const driver = await fixture.driver(account, []);
    await server.database.db.update(driverVersions).set({ number: 0 }).where(eq(driverVersions.driverId, driver.id));
    const { status, body } = await fixture.tryCreate(user, connector, { driverId: driver.id });
    expect([status, body.code]).toEqual([409, 'DEVICEDRIVER_NOT_PUBLISHED']);
  });

  it('needs a place', async () => {
    const { user, connector } = await fixture.manager();
    const { status, body } = await fixture.tryCreate(user, connector, { tenantId: undefined });
    expect([status, body.code]).toEqual([400, 'DTWIN_CREATE_NO_ASSIGNED_SCOPE_OR_PARENT']);
  });

  it('needs the permission at the place, and no right on twins', async () => {
    const { user, connector, account } = await fixture.manager({ permissions: ['VirtualDevice.manage'] });
    const created = await fixture.create(user, connector);
    expect(created.abilities).toMatchObject({ update: true, setValue: true });
    const reader = await server.make.user({ account, permissions: ['VirtualDevice.read', 'DigitalTwin.manage'] });
    const { status, body } = await fixture.tryCreate(reader, connector);
    expect([status, body.code]).toEqual([403, 'PERMISSION_DENIED']);
    const foreign = await server.make.account();
    const elsewhere = await fixture.tryCreate(user, connector, { tenantId: foreign.id });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });

  it.each([
    ['title', { title: ' ' }],
    ['externalId', { externalId: '' }],
    ['groups', { groups: ['a,b'] }],
    ['groups', { groups: Array.from({ length: 51 }, (_, index) => `g${index}`) }],
    ['latitude', { latitude: 91, longitude: 0 }],
    ['operationalStatus', { operationalStatus: 'lost' as 'unset' }],
  ])('refuses a wrong %s', async (_field, wrong) => {
    const { user, connector } = await fixture.manager();
    const { status, body } = await fixture.tryCreate(user, connector, wrong);
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('GET /api/v1/virtualdevice/{id}', () => {
  it('reports a newer version of the driver than the device has', async () => {
    const { user, account, connector } = await fixture.manager();
    const driver = await fixture.driver(account, []);
    const device = await fixture.create(user, connector, { driverId: driver.id });
    await server.database.pool.query('update devices set driver_version_id = $1 where twin_id = $2', [
      driver.versionId,
      device.id,
    ]);
    await server.database.db
      .insert(driverVersions)
      .values({ driverId: driver.id, number: 2, parser: { type: 'none' }, publishedAt: new Date() });
    const { body } = await server.call(readDevice, { params: { id: device.id } }, { as: user });
    expect(body.data).toMatchObject({
      driver: { version: 1 },
      followsDriver: false,
      hasNewerDriverVersion: true,
    });
  });

  it('is for readers, and hides the devices of others and twins that are none', async () => {
    const { user, account, connector } = await fixture.manager();
    const device = await fixture.create(user, connector);
    const reader = await server.make.user({ account, permissions: ['VirtualDevice.read'] });
    const seen = await server.call(readDevice, { params: { id: device.id } }, { as: reader });
    expect(seen.body.data.abilities).toEqual({
      update: false,
      delete: false,
      deleteRemotely: false,
      sendDownlink: false,
      setValue: false,
    });
    const stranger = await server.make.user({ permissions: everything });
    const twin = await server.make.twin({ account });
    for (const [as, id] of [
      [stranger, device.id],
      [user, twin.id],
      [user, 999_999],
    ] as const) {
      const { status, body } = await server.call(readDevice, { params: { id } }, { as });
      expect([status, body.code]).toEqual([404, 'VDEVICE_NOT_FOUND']);
    }
  });
});

describe('POST /api/v1/virtualdevice/{id}/disabled/{flag}', () => {
  const set = (as: TestUser, id: number, flag: 'true' | 'false') =>
    server.call(setDeviceDisabled, { params: { id, flag } }, { as });

  it('disables and enables the device', async () => {
    const { user, connector } = await fixture.manager();
    const device = await fixture.create(user, connector);
    for (const flag of ['true', 'false'] as const) {
      const { body } = await set(user, device.id, flag);
      expect(body.data).toEqual({ id: device.id, disabled: flag === 'true' });
      const read = await server.call(readDevice, { params: { id: device.id } }, { as: user });
      expect(read.body.data.disabled).toBe(flag === 'true');
    }
  });

  it('needs the permission', async () => {
    const { user, account, connector } = await fixture.manager();
    const device = await fixture.create(user, connector);
    const reader = await server.make.user({ account, permissions: ['VirtualDevice.read'] });
    expect((await set(reader, device.id, 'true')).status).toBe(403);
    const stranger = await server.make.user({ permissions: everything });
    expect((await set(stranger, device.id, 'true')).body.code).toBe('VDEVICE_NOT_FOUND');
  });
});
