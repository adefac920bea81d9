import { type DriverDownlink, driverDownlink } from '@stellwerk/contract/driver';
import { downlinkNews, listDownlinks, sendDownlink } from '@stellwerk/contract/packet';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { outbox } from '../../../platform/outbox/outbox.table.ts';
import { driverVersions } from '../../drivers/index.ts';
import { downlinks } from '../device.table.ts';
import { createDeviceFixture, everything, startDeviceServer } from '../testing/devices.fixture.ts';
import { network } from '../testing/kinds/network/server.ts';
import { listenTo } from '../testing/live.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
let url = '';
let skewMs = 0;
beforeAll(async () => {
  server = await startDeviceServer({ clock: { now: () => new Date(Date.now() + skewMs) } });
  fixture = createDeviceFixture(server);
  url = `${(await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/api/v1/live`;
  await server.connectors.start();
  await server.outbox.start();
});
afterAll(async () => {
  await server.outbox.stop();
  await server.close();
});
afterEach(() => {
  network.sent = [];
  network.answer = 'sent';
  skewMs = 0;
});

let count = 0;
async function connected() {
  const { user, account } = await fixture.manager();
  const connector = await server.make.connector({ account, type: 'network' });
  count += 1;
  const externalId = `70B3D5499001${String(count).padStart(4, '0')}`;
  const driver = await fixture.driver(account, []);
  const open: DriverDownlink = {
    ...{ name: 'open', port: 5, payload: 'AQI=', encoding: 'base64' },
    ...{ confirmed: true, gatewayIds: ['g1'] },
  };
  const broken = { ...open, name: 'broken', payload: '!' };
  await server.database.db
    .update(driverVersions)
    .set({ downlinks: [open, broken] })
    .where(eq(driverVersions.id, driver.versionId));
  const device = await fixture.create(user, connector, { externalId, driverId: driver.id });
  return { user, account, connector, device, driver };
}

type Wanted = z.input<typeof sendDownlink.body>;
const send = (as: TestUser, id: number, body: Wanted) => server.call(sendDownlink, { params: { id }, body }, { as });
const list = async (as: TestUser, id: number) =>
  (await server.call(listDownlinks, { params: { id } }, { as })).body.data;
const failure = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

/** Listens to what becomes of the downlinks of a device. */
async function follow(as: TestUser, id: number) {
  const { said, until } = await listenTo(url, as, `device/${id}/downlinks`);
  return { said, reaches: (state: string) => until(({ data }) => downlinkNews.safeParse(data).data?.state === state) };
}

describe('POST /api/v1/virtualdevice/{id}/downlinks', () => {
  it('sends a payload through the connector and reports what became of it', async () => {
    const { user, device } = await connected();
    const live = await follow(user, device.id);
    const { status, body } = await send(user, device.id, { payload: '00fF', port: 7 });
    expect([status, body.data]).toMatchObject([
      201,
      {
        name: null,
        port: 7,
        payload: '00fF',
        encoding: 'base16',
        state: 'pending',
        reason: null,
        createdBy: 'Test User',
      },
    ]);
    await live.reaches('sent');
    expect(network.sent).toMatchObject([
      {
        deviceId: device.externalId,
        twinId: device.id,
        port: 7,
        confirmed: false,
        connectorData: { region: 'EU868' },
      },
    ]);
    expect(network.sent[0]?.payload.toString('hex')).toBe('00ff');
    expect(await list(user, device.id)).toMatchObject([{ id: body.data.id, state: 'sent', reason: null }]);
  });

  it('sends one of the driver’s by name, and knows when the peer confirms', async () => {
    const { user, device } = await connected();
    const live = await follow(user, device.id);
    network.answer = 'confirmed';
    const { body } = await send(user, device.id, { name: 'open' });
    expect(body.data).toMatchObject({ name: 'open', port: 5, payload: 'AQI=', encoding: 'base64', confirmed: true });
    await live.reaches('confirmed');
    expect(network.sent).toMatchObject([{ port: 5, confirmed: true, gatewayIds: ['g1'] }]);
    expect(network.sent[0]?.payload).toEqual(Buffer.from([1, 2]));
  });

  it('sends base64 that a driver was saved with, padded or not', async () => {
    const { user, device, driver } = await connected();
    const live = await follow(user, device.id);
    const bare = { name: 'bare', port: 5, payload: 'AQI', encoding: 'base64' };
    const saved = driverDownlink.parse(bare);
    await server.database.db
      .update(driverVersions)
      .set({ downlinks: [saved] })
      .where(eq(driverVersions.id, driver.versionId));
    expect((await send(user, device.id, { name: 'bare' })).status).toBe(201);
    await live.reaches('sent');
    expect(network.sent[0]?.payload).toEqual(Buffer.from([1, 2]));
    expect((await send(user, device.id, { payload: 'AQI', encoding: 'base64' })).status).toBe(201);
    await expect.poll(() => network.sent.length).toBe(2);
    expect(network.sent[1]?.payload).toEqual(Buffer.from([1, 2]));
  });

  it.each(['A_8=', 'AQI==', 'A', 'AQ I'])('refuses %j as base64, as drivers do', async (payload) => {
    const { user, device } = await connected();
    const refused = await send(user, device.id, { payload, encoding: 'base64' });
    expect(failure(refused)).toEqual([400, 'VDEVICE_DOWNLINK_PAYLOAD']);
    expect(driverDownlink.safeParse({ name: 'x', payload, encoding: 'base64' }).success).toBe(false);
  });

  it('tries again after a passing failure, in order, and shows the reason meanwhile', async () => {
    const { user, device } = await connected();
    network.answer = { fails: 'BRIDGE_CONNECTION_LOST' };
    const live = await follow(user, device.id);
    await send(user, device.id, { payload: '01' });
    await send(user, device.id, { payload: '02' });
    const isTold = async () => (await list(user, device.id)).some(({ reason }) => reason !== null);
    await expect.poll(isTold, { timeout: 20_000 }).toBe(true);
    expect(await list(user, device.id)).toMatchObject([
      { payload: '02', state: 'pending' },
      { payload: '01', state: 'pending', reason: { code: 'BRIDGE_CONNECTION_LOST' } },
    ]);
    network.answer = 'sent';
    await live.reaches('sent');
    const areSent = async () => (await list(user, device.id)).every(({ state }) => state === 'sent');
    await expect.poll(areSent, { timeout: 20_000 }).toBe(true);
    expect(network.sent.map(({ payload }) => payload.toString('hex'))).toEqual(['01', '02']);
  });

  it('gives up what can’t be sent at all, and what came too late', async () => {
    const { user, device } = await connected();
    const live = await follow(user, device.id);
    network.answer = { fails: 'VDEVICE_NO_DOWNLINKS' };
    await send(user, device.id, { payload: '01' });
    await live.reaches('failed');
    expect(await list(user, device.id)).toMatchObject([{ state: 'failed', reason: { code: 'VDEVICE_NO_DOWNLINKS' } }]);
    network.answer = { fails: 'BRIDGE_CONNECTION_LOST' };
    skewMs = 16 * 60_000;
    const late = await send(user, device.id, { payload: '02' });
    const stateOf = async () => (await list(user, device.id)).find(({ id }) => id === late.body.data.id)?.state;
    await expect.poll(stateOf, { timeout: 20_000 }).toBe('failed');
    network.answer = 'sent';
    expect(network.sent).toEqual([]);
  });

  it('keeps row and delivery together, and the last hundred', async () => {
    const { user, device } = await connected();
    const values = Array.from({ length: 120 }, () => ({
      ...{ twinId: device.id, port: 1, payload: '', encoding: 'utf8' as const, confirmed: false },
      state: 'sent' as const,
    }));
    await server.database.db.insert(downlinks).values(values);
    const { body } = await send(user, device.id, { payload: 'hello', encoding: 'utf8' });
    const kept = await list(user, device.id);
    expect([kept.length, kept[0]?.id]).toEqual([100, body.data.id]);
    expect(await server.database.db.$count(downlinks, eq(downlinks.twinId, device.id))).toBeLessThanOrEqual(101);
    const isDelivered = () => server.database.db.$count(outbox, eq(outbox.target, `connector/${device.connector.id}`));
    await expect.poll(isDelivered, { timeout: 20_000 }).toBe(0);
  });

  it('refuses what is no payload', async () => {
    const { user, device } = await connected();
    const wrong: [Wanted, unknown[]][] = [
      [{ payload: '0' }, [400, 'VDEVICE_DOWNLINK_PAYLOAD']],
      [{ payload: 'zz' }, [400, 'VDEVICE_DOWNLINK_PAYLOAD']],
      [{ payload: '=', encoding: 'base64' }, [400, 'VDEVICE_DOWNLINK_PAYLOAD']],
      [{ name: 'broken' }, [400, 'VDEVICE_DOWNLINK_PAYLOAD']],
      [{ name: 'unheard of' }, [404, 'VDEVICE_DOWNLINK_UNKNOWN']],
      [{}, [400, 'VALIDATION_ERROR']],
      [{ name: 'open', payload: '00' }, [400, 'VALIDATION_ERROR']],
      [{ payload: '00', port: 224 }, [400, 'VALIDATION_ERROR']],
    ];
    for (const [body, expected] of wrong) expect(failure(await send(user, device.id, body))).toEqual(expected);
    expect(await list(user, device.id)).toEqual([]);
  });

  it('needs a connector that can send, and the permission', async () => {
    const { user, account, device } = await connected();
    const plain = await server.make.connector({ account, type: 'plain' });
    const mute = await fixture.create(user, plain);
    expect(failure(await send(user, mute.id, { payload: '00' }))).toEqual([409, 'VDEVICE_NO_DOWNLINKS']);
    const reader = await server.make.user({ account, permissions: ['VirtualDevice.read'] });
    expect(failure(await send(reader, device.id, { payload: '00' }))).toEqual([403, 'PERMISSION_DENIED']);
    expect(await list(reader, device.id)).toEqual([]);
    const stranger = await server.make.user({ permissions: everything });
    expect(failure(await send(stranger, device.id, { payload: '00' }))).toEqual([404, 'VDEVICE_NOT_FOUND']);
    const hidden = await server.call(listDownlinks, { params: { id: device.id } }, { as: stranger });
    expect(failure(hidden)).toEqual([404, 'VDEVICE_NOT_FOUND']);
    const { said } = await follow(stranger, device.id);
    expect(said).toMatchObject([{ error: { code: 'LIVE_TOPIC_NOT_FOUND' } }]);
  });
});
