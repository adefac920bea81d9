import { newState, setStateValue } from '@stellwerk/contract/state';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alarms } from '../../src/features/alarms/index.ts';
import { devices } from '../../src/features/devices/index.ts';
import { driverVersions } from '../../src/features/drivers/index.ts';
import { stateEdges, states } from '../../src/features/states/index.ts';
import { twinReferences, twins } from '../../src/features/twins/index.ts';
import { listPackets } from '../../src/ingest/log/list/list.store.ts';
import { listTraffic, readCounts } from '../../src/ingest/log/traffic.store.ts';
import { addNewest } from '../../src/ingest/newest/index.ts';
import { newestValue, readDeviceStatus } from '../../src/ingest/newest/testing/newest.fixture.ts';
import type { JsonValue } from '../../src/platform/history/history.ts';
import type { TestDevice, TestTwin } from '../factories.ts';
import { startTestServer, type TestServer } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.field.ingestion.start();
});
afterAll(() => server.close());

const decode = `function decodeUplink(input) {
  if (input.fPort === 9) throw new Error('no such port');
  return { data: { temperature: input.bytes[0], battery: input.bytes[1] / 10, nested: { deep: true } } };
}`;

async function addState(twin: TestTwin, key: string, config: object, valueType = 'number'): Promise<number> {
  const { db } = server.database;
  const plain = newState.parse({ key: key.replace(/^_/, 'x'), title: key, valueType, config });
  const values = { ...plain, key, twinId: twin.id, source: plain.config.source, position: 0 };
  const [created] = await db.insert(states).values(values).returning({ id: states.id });
  if (!created) throw new Error('insert returned no row');
  await addNewest(db, [created.id]);
  return created.id;
}

const fedBy = (variable: string) => ({ source: 'connector', identifier: '', variable });

async function makeDevice(script = decode) {
  const account = await server.make.account();
  const connector = await server.make.connector({ account });
  const driver = await server.make.driver({ account, script });
  const device = await server.make.device({ connector, driver });
  const temperature = await addState(device, 'temperature', fedBy('temperature'));
  const battery = await addState(device, 'battery', fedBy('battery'));
  const raw = await addState(device, '_raw', fedBy(''), 'json');
  return { account, connector, driver, device, temperature, battery, raw };
}

/** Sends messages like a connector, and waits until they are applied. */
async function send({ connector }: { connector: TestDevice['connector'] }, ...messages: JsonValue[]) {
  const sender = { connectorId: connector.id, accountId: connector.account.id };
  const result = await server.field.ingestion.accept(sender, messages);
  await server.field.ingestion.idle();
  return result;
}

const uplink = (id: string, payload: JsonValue, fport = 2) => ({ id, payload, meta: { lora: { fport } } });

const currentOf = (stateId: number) => newestValue(server.database.db, stateId);

const historyOf = async (series: number) => {
  const points = await server.history.range({ series, from: 0, to: 4e12, limit: 100, order: 'ascending' });
  return points.map(({ value }) => value);
};

/** Publishes a version of the driver with a health check on the battery. */
async function publishCheck({ id }: { id: number }): Promise<void> {
  const check = "return states.battery < 2 ? 'low: ' + states.battery : null";
  const entry = { identifier: 'low', category: 'battery' as const, severity: 'error' as const, message: 'Battery low' };
  const health = [{ ...entry, stateKeys: ['battery'], check, durationMinutes: 0 }];
  const parser = { type: 'javascript' as const, script: decode };
  await server.database.db
    .insert(driverVersions)
    .values({ driverId: id, number: 2, parser, publishedAt: new Date(), health });
}

const alarmsOf = ({ id }: TestDevice) => server.database.db.select().from(alarms).where(eq(alarms.twinId, id));

/** A twin with a state `other`, and the mean of `other` and a state of the device. */
async function addMean({ account }: TestDevice, ofDevice: number) {
  const twin = await server.make.twin({ account });
  const other = await addState(twin, 'other', { source: 'none' });
  const both = await addState(twin, 'both', { source: 'aggregate', stateIds: [ofDevice, other] });
  const edges = [ofDevice, other].map((sourceStateId) => ({ stateId: both, sourceStateId }));
  await server.database.db.insert(stateEdges).values(edges);
  return { twin, other, both };
}

async function setByHand({ id, account }: TestTwin, stateId: number, value: number): Promise<void> {
  const user = await server.make.user({ account, permissions: ['DigitalTwin.manage'] });
  const set = await server.call(setStateValue, { params: { id, stateId }, body: { value } }, { as: user });
  expect(set.status).toBe(200);
}

describe('a packet of a device', () => {
  it('becomes values by the driver, keeps the newest of itself, and sets off what depends on it', async () => {
    const { device, temperature, battery, raw } = await makeDevice();
    const twin = await server.make.twin({ account: device.account });
    const sum = await addState(twin, 'sum', { source: 'aggregate', stateIds: [temperature] });
    await server.database.db.insert(stateEdges).values({ stateId: sum, sourceStateId: temperature });
    expect(await send(device, uplink(device.externalId, '1524'))).toEqual({
      isFull: false,
      accepted: 1,
      refused: [],
      dropped: [],
    });
    await send(device, uplink(device.externalId, '1624'));
    expect(await currentOf(temperature)).toBe(22);
    expect(await currentOf(battery)).toBe(3.6);
    expect(await currentOf(sum)).toBe(22);
    expect(await currentOf(raw)).toMatchObject({ payload: '1624', meta: { lora: { fport: 2 } } });
    expect(await historyOf(temperature)).toEqual([21, 22]);
    expect(await historyOf(raw)).toEqual([]);
  });

  it('tells the driver the time, the identifier, the connector and the device', async () => {
    const source = await makeDevice('module.exports = (payload, meta) => ({ raw: meta })');
    const meta = await addState(source.device, 'meta', fedBy('raw.connector.type'), 'string');
    const title = await addState(source.device, 'title', fedBy('raw.device.title'), 'string');
    await send(source.device, uplink(source.device.externalId, {}));
    expect([await currentOf(meta), await currentOf(title)]).toEqual(['webhook-incoming', source.device.title]);
  });

  it('counts, tells when the device was seen, and starts its operation', async () => {
    const { device, connector } = await makeDevice();
    const { db } = server.database;
    await db.update(devices).set({ operationalStatus: 2 }).where(eq(devices.twinId, device.id));
    await send(device, uplink(device.externalId, '1524'), uplink(device.externalId, '1524'));
    const status = await readDeviceStatus(db, device.id);
    expect(status).toMatchObject({ packets: 2, health: 1 });
    expect(status?.lastSeenAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    const [row] = await db.select().from(devices).where(eq(devices.twinId, device.id));
    expect(row?.operationalStatus).toBe(3);
    const [count] = await readCounts(db, [connector.id], Date.now() - 7_200_000, Date.now() + 7_200_000);
    expect(count).toMatchObject({ accepted: 2, rejected: 0 });
  });

  it('is judged by the checks of the driver: an alarm opens once and ends', async () => {
    const { device, driver } = await makeDevice();
    await publishCheck(driver);
    await send(device, uplink(device.externalId, '150a'));
    await send(device, uplink(device.externalId, '150b'));
    expect(await alarmsOf(device)).toMatchObject([{ identifier: 'low', message: 'low: 1', resolvedAt: null }]);
    await send(device, uplink(device.externalId, '1524'));
    const [ended] = await alarmsOf(device);
    expect(ended?.resolvedAt).not.toBeNull();
  });

  it('is judged anew when somebody else’s value came between', async () => {
    const { device, driver, temperature } = await makeDevice();
    await publishCheck(driver);
    const { twin, other, both } = await addMean(device, temperature);
    await send(device, uplink(device.externalId, '1524'));
    await setByHand(twin, other, 7);
    await send(device, uplink(device.externalId, '160a'));
    expect(await currentOf(both)).toBe(14.5);
    expect(await alarmsOf(device)).toMatchObject([{ identifier: 'low', message: 'low: 1', resolvedAt: null }]);
  });
});

describe('what can’t be applied', () => {
  it('is told with its reason, and what came with it is kept', async () => {
    const { device, connector, temperature, raw } = await makeDevice();
    await send(device, uplink(device.externalId, '1524', 9), uplink(device.externalId, '1724'));
    expect(await currentOf(temperature)).toBe(23);
    expect(await currentOf(raw)).toMatchObject({ payload: '1724' });
    const traffic = await listTraffic(server.database.db, connector.id, 10);
    const told = traffic.map(({ identifier, outcome, reason }) => [identifier, outcome, reason?.code]);
    expect(told).toEqual(
      expect.arrayContaining([
        [device.externalId, 'rejected', 'PARSER_FAILED'],
        [device.externalId, 'applied', undefined],
      ]),
    );
    const [newest] = await listPackets(server.database.db, { deviceIds: [device.id], limit: 1, outcome: 'rejected' });
    expect(newest?.reason?.params.reason).toMatch(/no such port/);
  });

  it('is dropped on arrival where no device has the id', async () => {
    const { device, connector } = await makeDevice();
    const known = uplink(device.externalId, '1524');
    expect(await send(device, uplink('nobody', '00'), known)).toMatchObject({
      accepted: 1,
      dropped: [{ identifier: 'nobody', content: expect.stringContaining('"payload":"00"') }],
    });
    const traffic = await listTraffic(server.database.db, connector.id, 10);
    expect(traffic.map(({ identifier }) => identifier)).toEqual([device.externalId]);
  });

  it('knows devices that were created a moment ago', async () => {
    const { device } = await makeDevice();
    await send(device, uplink(device.externalId, '1524'));
    const { device: fresh } = await makeDevice();
    expect(await send(fresh, uplink(fresh.externalId, '1524'))).toMatchObject({ accepted: 1, dropped: [] });
  });

  it('is refused at the door where it is no message', async () => {
    const { device } = await makeDevice();
    const result = await send(device, 5, { payload: 1 }, { id: 'x', payload: { constructor: 1 } });
    expect(result).toMatchObject({ isFull: false, accepted: 0 });
    expect(!result.isFull && result.refused.map(({ reason }) => reason.code)).toEqual([
      'PACKET_NOT_AN_OBJECT',
      'PACKET_IDENTIFIER_MISSING',
      'PACKET_FORBIDDEN_NAME',
    ]);
  });
});

describe('a change of what is configured', () => {
  it('holds for the next packet: new devices, states and driver versions, disabled devices', async () => {
    const { account, connector, driver, device, temperature } = await makeDevice();
    const { db } = server.database;
    await send(device, uplink(device.externalId, '1524'));
    const other = await server.make.device({ connector, driver });
    const own = await addState(other, 'temperature', fedBy('temperature'));
    await send(device, uplink(other.externalId, '1824'));
    expect(await currentOf(own)).toBe(24);
    const deep = await addState(device, 'deep', fedBy('nested.deep'), 'boolean');
    await send(device, uplink(device.externalId, '1524'));
    expect(await currentOf(deep)).toBe(true);
    const parser = { type: 'javascript' as const, script: 'module.exports = () => ({ temperature: 99 })' };
    await db.insert(driverVersions).values({ driverId: driver.id, number: 2, parser, publishedAt: new Date() });
    await send(device, uplink(device.externalId, '1524'));
    expect(await currentOf(temperature)).toBe(99);
    await db.update(twins).set({ disabled: true }).where(eq(twins.id, device.id));
    await send(device, uplink(device.externalId, '1524'));
    const [newest] = await listPackets(db, { connectorId: connector.id, limit: 1 });
    expect(newest).toMatchObject({ outcome: 'dropped', reason: { code: 'PACKET_DEVICE_DISABLED' } });
    expect(account.id).toBe(device.account.id);
  });

  it('by another writer of values is noticed before anything is built on it', async () => {
    const { device, temperature } = await makeDevice();
    const { twin, other, both } = await addMean(device, temperature);
    await send(device, uplink(device.externalId, '1524'));
    await setByHand(twin, other, 7);
    await send(device, uplink(device.externalId, '1624'));
    expect(await currentOf(both)).toBe(14.5);
    expect(await historyOf(both)).toEqual([21, 14, 14.5]);
  });
});

describe('states of twins without a device', () => {
  it('take what is meant for their identifier, from their account’s connectors alone', async () => {
    const { device, account } = await makeDevice();
    const twin = await server.make.twin({ account });
    const plain = await addState(twin, 'plain', { source: 'connector', identifier: 'meter-1', variable: '' });
    const inner = await addState(twin, 'inner', { source: 'connector', identifier: 'meter-1', variable: 'a.b' });
    const stranger = await makeDevice();
    await send(stranger.device, { id: 'meter-1', payload: 1 });
    await send(device, { id: 'meter-1', payload: 5 });
    await send(device, { id: 'meter-1', payload: { a: { b: 6 } } });
    expect(await historyOf(plain)).toEqual([5]);
    expect(await historyOf(inner)).toEqual([6]);
  });

  it('are fed by connectors that are younger than they are, and wherever their account has moved', async () => {
    const { device, account } = await makeDevice();
    await send(device, uplink(device.externalId, '1524'));
    const twin = await server.make.twin({ account });
    const state = await addState(twin, 'late', { source: 'connector', identifier: 'meter-9', variable: '' });
    await send(device, uplink(device.externalId, '1524'));
    const young = await server.make.connector({ account });
    await send({ connector: young }, { id: 'meter-9', payload: 5 });
    const above = await server.make.connector();
    await send({ connector: above }, { id: 'meter-9', payload: 6 });
    expect(await historyOf(state)).toEqual([5]);
    const path = `${above.account.scopePath}.${account.scopeId}`;
    await server.database.pool.query('update scopes set path = $1::ltree where id = $2', [path, account.scopeId]);
    await send({ connector: above }, { id: 'meter-9', payload: 7 });
    expect(await historyOf(state)).toEqual([5, 7]);
  });

  it('are found by reference ids, from messages and from devices that send on', async () => {
    const { device, account, connector } = await makeDevice();
    const { db } = server.database;
    const twin = await server.make.twin({ account });
    await db.insert(twinReferences).values({ twinId: twin.id, name: 'asset', value: 'A-7', position: 0 });
    const temperature = await addState(twin, 'temperature', { source: 'datarouting' });
    await send(device, { routing: { asset: 'A-7' }, variable: 'temperature', data: { value: 11 } });
    expect(await currentOf(temperature)).toBe(11);
    await db
      .update(devices)
      .set({ targetReference: { name: 'asset', value: 'A-7' } })
      .where(eq(devices.twinId, device.id));
    await send(device, uplink(device.externalId, '1524'));
    expect(await currentOf(temperature)).toBe(21);
    await send(device, { routing: { asset: 'none' }, variable: 'temperature', data: { value: 1 } });
    const [newest] = await listPackets(db, { connectorId: connector.id, limit: 1 });
    expect(newest?.reason?.code).toBe('PACKET_NO_TWIN');
  });
});
