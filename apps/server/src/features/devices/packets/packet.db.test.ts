import { addVariableAsState, updateDevice } from '@stellwerk/contract/device';
import { listDevicePackets } from '@stellwerk/contract/packet';
import { listTwinStates } from '@stellwerk/contract/state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { createDeviceFixture, everything, startDeviceServer } from '../testing/devices.fixture.ts';
import { storePackets } from '../testing/packets.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
});
afterAll(() => server.close());

const script = `module.exports = (payload, meta) => {
  if (payload.bad) throw new Error('bad packet');
  return { temperature: payload.t / 10, deep: { door: payload.d }, who: meta.device.title, port: meta.lora?.fport };
};`;

const list = async (as: TestUser, id: number, query: object = {}) => {
  const { status, body } = await server.call(listDevicePackets, { params: { id }, query }, { as });
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data;
};

async function parsed() {
  const { user, account, connector } = await fixture.manager();
  const driver = await fixture.driver(
    account,
    [{ name: 'temperature' }, { name: 'deep.door', valueType: 'boolean' }],
    script,
  );
  const device = await fixture.create(user, connector, { driverId: driver.id, title: 'Thermometer' });
  return { user, account, connector, driver, device };
}

describe('GET /api/v1/virtualdevice/{id}/packets', () => {
  it('shows what today’s driver reads from each packet, the newest first', async () => {
    const { user, device } = await parsed();
    await storePackets(server, device, [
      { at: '2026-01-01T10:00:00Z', payload: { t: 215, d: true }, meta: { lora: { fport: 2 } } },
      { at: '2026-01-01T10:01:00Z', payload: { bad: true }, fault: 'PARSER_FAILED' },
      { at: '2026-01-01T10:02:00Z', payload: { t: 1 }, fault: 'PACKET_DEVICE_DISABLED', outcome: 'dropped' },
    ]);
    const { packets, hasMore } = await list(user, device.id);
    expect(hasMore).toBe(false);
    expect(packets).toMatchObject([
      { outcome: 'dropped', reason: { code: 'PACKET_DEVICE_DISABLED' }, values: { temperature: 0.1 } },
      { outcome: 'rejected', reason: { code: 'PARSER_FAILED' }, payload: { bad: true }, values: {}, unused: [] },
      {
        receivedAt: '2026-01-01T10:00:00.000Z',
        outcome: 'applied',
        reason: null,
        payload: { t: 215, d: true },
        meta: { lora: { fport: 2 } },
        driverMeta: {
          lora: { fport: 2 },
          time: '2026-01-01T10:00:00.000Z',
          identifier: device.externalId,
          connector: { id: device.connector.id, type: 'plain' },
          device: { id: device.id, title: 'Thermometer', tags: [], keyValue: {}, groups: [] },
        },
        values: { temperature: 21.5, deep_door: true },
        unused: ['who', 'port'],
      },
    ]);
    expect(packets.map(({ id }) => id)).toEqual([...new Set(packets.map(({ id }) => id))]);
  });

  it('takes the payload’s own fields without a driver', async () => {
    const { user, device } = await parsed();
    await server.call(updateDevice, { params: { id: device.id }, body: { driverId: null } }, { as: user });
    await storePackets(server, device, [
      { at: '2026-01-01T10:00:00Z', payload: { temperature: 5, nothing: null } },
      { at: '2026-01-01T10:01:00Z', payload: '00ff' },
    ]);
    expect((await list(user, device.id)).packets).toMatchObject([
      { values: {}, unused: ['value'] },
      { values: { temperature: 5 }, unused: [] },
    ]);
  });

  it('offers variables as states, of the type of their newest value', async () => {
    const { user, device } = await parsed();
    await storePackets(server, device, [{ at: '2026-01-01T10:00:00Z', payload: { t: 1 } }]);
    const variables = ['who', 'port'];
    await server.call(addVariableAsState, { params: { id: device.id }, body: { variables } }, { as: user });
    const states = await server.call(listTwinStates, { params: { id: device.id } }, { as: user });
    expect(states.body.data).toMatchObject([
      {},
      {},
      {},
      { key: 'who', valueType: 'string' },
      { key: 'port', valueType: 'json' },
    ]);
    const [packet] = (await list(user, device.id)).packets;
    expect(packet).toMatchObject({ values: { who: 'Thermometer', temperature: 0.1 }, unused: [] });
  });

  it('filters and pages without losing what came at the same moment', async () => {
    const { user, device } = await parsed();
    const at = (minute: number, t: number) => ({ at: `2026-01-01T10:0${minute}:00Z`, payload: { t } });
    await storePackets(server, device, [at(0, 0), at(1, 1), at(2, 2), at(2, 3), at(2, 4), at(3, 5)]);
    const shown = async (query: object) => {
      const { packets, hasMore } = await list(user, device.id, query);
      const ts = packets.map(({ payload }) => (payload as { t: number }).t).sort();
      return { ts, hasMore, last: packets.at(-1)?.receivedAt };
    };
    const first = await shown({ limit: 2 });
    expect(first).toMatchObject({ ts: [5], hasMore: true });
    const second = await shown({ limit: 2, before: first.last });
    expect(second).toMatchObject({ ts: [2, 3, 4], hasMore: true });
    expect(await shown({ limit: 2, before: second.last })).toMatchObject({ ts: [0, 1], hasMore: false });
    expect((await shown({ startDate: '2026-01-01T10:02:00Z', before: '2026-01-01T10:03:00Z' })).ts).toEqual([2, 3, 4]);
    expect((await shown({ outcome: 'rejected' })).ts).toEqual([]);
    expect((await shown({ outcome: 'applied', limit: 100 })).ts).toHaveLength(6);
  });

  it('shows packets that wait as such', async () => {
    const { user, device } = await parsed();
    await storePackets(server, device, [{ at: '2026-01-01T10:00:00Z', payload: { t: 1 } }]);
    await server.database.pool.query('update ingest_cursors set cursor = 0');
    expect((await list(user, device.id)).packets).toMatchObject([{ outcome: 'pending' }]);
  });

  it('is for readers, and hides the devices of others', async () => {
    const { account, device } = await parsed();
    const reader = await server.make.user({ account, permissions: ['VirtualDevice.read'] });
    expect((await list(reader, device.id)).packets).toEqual([]);
    const call = (as: TestUser, query: object = {}) =>
      server.call(listDevicePackets, { params: { id: device.id }, query }, { as });
    const stranger = await server.make.user({ permissions: everything });
    expect((await call(stranger)).body.code).toBe('VDEVICE_NOT_FOUND');
    const nobody = await server.make.user({ account, permissions: ['DigitalTwin.manage'] });
    expect((await call(nobody)).status).toBe(403);
    expect((await call(reader, { limit: 101 })).body.code).toBe('PARAMETER_VALIDATION_ERROR');
    expect((await call(reader, { before: 'then' })).body.code).toBe('PARAMETER_VALIDATION_ERROR');
  });
});
