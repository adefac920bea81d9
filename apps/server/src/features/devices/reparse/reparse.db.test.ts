import type { Device } from '@stellwerk/contract/device';
import { readJob } from '@stellwerk/contract/job';
import { previewReparse, startReparse } from '@stellwerk/contract/packet';
import { listTwinStates } from '@stellwerk/contract/state';
import { searchHistory } from '@stellwerk/contract/state-history';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { packPacketDay } from '../../../ingest/log/pack-days.ts';
import { ensurePacketDays } from '../../../ingest/log/partitions.store.ts';
import { driverVersions } from '../../drivers/index.ts';
import { createDeviceFixture, everything, startDeviceServer } from '../testing/devices.fixture.ts';
import { storePackets } from '../testing/packets.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
  await server.jobs.start();
});
afterAll(async () => {
  await server.jobs.stop();
  await server.close();
});

const scaled = (factor: number) => `module.exports = (payload) => {
  if (payload.t === null) throw new Error('no value');
  return { t: payload.t * ${factor} };
};`;
const day = { startDate: '2026-01-01T00:00:00Z', endDate: '2026-01-02T00:00:00Z' };
const at = (minute: number, t: number | null, more: object = {}) => ({
  at: `2026-01-01T10:${String(minute).padStart(2, '0')}:00Z`,
  payload: { t },
  ...more,
});
const failure = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

/** A device whose driver multiplies by ten. */
async function measured(packets: Parameters<typeof storePackets>[2] = [at(0, 1), at(1, 2), at(2, 3)]) {
  const { user, account, connector } = await fixture.manager();
  const driver = await fixture.driver(account, [{ name: 't' }], scaled(10));
  const device = await fixture.create(user, connector, { driverId: driver.id });
  await storePackets(server, device, packets);
  return { user, account, connector, driver, device };
}

/** A published version never changes; the next one is another. */
async function publish(driverId: number, number: number, script: string) {
  await server.database.db.insert(driverVersions).values({
    ...{ driverId, number, parser: { type: 'javascript', script } },
    variables: [{ name: 't', title: '', valueType: 'number', unit: '', expression: '' }],
    publishedAt: new Date(),
  });
}

const start = (as: TestUser, devices: Pick<Device, 'id'>[], more: object = {}) =>
  server.call(startReparse, { body: { deviceIds: devices.map(({ id }) => id), ...day, ...more } }, { as });

async function run(as: TestUser, devices: Pick<Device, 'id'>[], more: object = {}) {
  const { status, body } = await start(as, devices, more);
  expect([status, body.code]).toEqual([202, undefined]);
  const { id } = body.data.job;
  const job = async () => (await server.call(readJob, { params: { id } }, { as })).body.data;
  await expect.poll(async () => (await job()).state, { timeout: 20_000 }).toBe('done');
  return job();
}

const stateOf = async (as: TestUser, device: Pick<Device, 'id'>) => {
  const { body } = await server.call(listTwinStates, { params: { id: device.id } }, { as });
  return body.data.find(({ key }) => key === 't');
};
async function historyOf(as: TestUser, device: Pick<Device, 'id'>) {
  const stateId = (await stateOf(as, device))?.id ?? 0;
  const { body } = await server.call(searchHistory, { query: { stateId, order: 'ascending' } }, { as });
  return body.data.points.map(({ value, origin, timestamp }) => [timestamp.slice(14, 16), value, origin]);
}

describe('a re-parse', () => {
  it('writes values again, marked as such, as often as drivers get better', async () => {
    const { user, driver, device } = await measured();
    const job = await run(user, [device]);
    expect(job).toMatchObject({
      type: 'virtualdevice-reparse',
      title: device.title,
      progress: { done: 3, total: 3 },
      errorCount: 0,
    });
    expect(await historyOf(user, device)).toEqual([
      ['00', 10, 'rederived'],
      ['01', 20, 'rederived'],
      ['02', 30, 'rederived'],
    ]);
    expect(await stateOf(user, device)).toMatchObject({ value: 30, origin: 'rederived' });
    for (const [number, factor] of [
      [2, 100],
      [3, -1],
    ] as const) {
      await publish(driver.id, number, scaled(factor));
      await run(user, [device]);
      const values = (await historyOf(user, device)).map(([, value]) => value);
      expect(values).toEqual([factor, 2 * factor, 3 * factor]);
      expect(await stateOf(user, device)).toMatchObject({ value: 3 * factor });
    }
  });

  it('keeps to the span, and leaves out what nobody wanted when it came', async () => {
    const { user, device } = await measured([
      at(0, 1),
      { at: '2025-12-31T23:59:59Z', payload: { t: 9 } },
      { at: '2026-01-02T00:00:00Z', payload: { t: 9 } },
      at(1, 2, { fault: 'PACKET_DEVICE_DISABLED', outcome: 'dropped' }),
      at(2, 3, { fault: 'PARSER_FAILED' }),
      at(3, 4, { time: '2026-01-01T09:59:00Z' }),
    ]);
    expect(await run(user, [device])).toMatchObject({ progress: { done: 4, total: 4 } });
    expect(await historyOf(user, device)).toEqual([
      ['59', 40, 'rederived'],
      ['00', 10, 'rederived'],
      ['02', 30, 'rederived'],
    ]);
  });

  it('reports what failed by device, and can be tried again', async () => {
    const good = await measured();
    const bad = await fixture.create(good.user, good.connector, { driverId: good.driver.id });
    await storePackets(server, bad, [at(0, null), at(1, 5)]);
    const job = await run(good.user, [good.device, bad]);
    expect(job).toMatchObject({ progress: { done: 5 }, errorCount: 1, abilities: { retry: true } });
    expect(job.errors).toMatchObject([{ entityId: bad.id, code: 'PARSER_FAILED' }]);
    expect(job.title).toBe(`${good.device.title} +1`);
    expect(await historyOf(good.user, bad)).toEqual([['01', 50, 'rederived']]);
    expect(await historyOf(good.user, good.device)).toHaveLength(3);
  });

  it('works through many packets', async () => {
    const packets = Array.from({ length: 1_203 }, (_, index) => ({
      at: new Date(Date.UTC(2026, 0, 1, 1) + index * 1_000).toISOString(),
      payload: { t: index },
    }));
    const { user, device } = await measured(packets);
    expect(await run(user, [device])).toMatchObject({ progress: { done: 1_203, total: 1_203 } });
    const points = await server.history.range({
      ...{ series: (await stateOf(user, device))?.id ?? 0, from: 0, to: Date.UTC(2027, 0), limit: 5_000 },
      order: 'ascending',
    });
    expect(points.map(({ value }) => value)).toEqual(packets.map(({ payload }) => payload.t * 10));
  });

  it('needs a span, devices and the permission', async () => {
    const { user, account, device } = await measured();
    const backwards = { startDate: day.endDate, endDate: day.startDate };
    expect(failure(await start(user, [device], backwards))).toEqual([400, 'HISTORY_SPAN_INVALID']);
    expect(failure(await start(user, []))).toEqual([400, 'VALIDATION_ERROR']);
    const reader = await server.make.user({ account, permissions: ['VirtualDevice.read'] });
    expect(failure(await start(reader, [device]))).toEqual([403, 'PERMISSION_DENIED']);
    const stranger = await server.make.user({ permissions: everything });
    expect(failure(await start(stranger, [device]))).toEqual([404, 'VDEVICE_NOT_FOUND']);
    const body = { deviceIds: [device.id], ...day };
    expect(failure(await server.call(previewReparse, { body }, { as: reader }))).toEqual([403, 'PERMISSION_DENIED']);
    expect(failure(await server.call(previewReparse, { body }, { as: stranger }))).toEqual([404, 'VDEVICE_NOT_FOUND']);
    const wrong = { ...body, ...backwards };
    expect(failure(await server.call(previewReparse, { body: wrong }, { as: user }))).toEqual([
      400,
      'HISTORY_SPAN_INVALID',
    ]);
  });
});

describe('a re-parse of packed days', () => {
  it('writes the values of packed and of open days again, without a difference', async () => {
    const { pool } = server.database;
    const packedDay = Date.UTC(2026, 1, 5);
    await ensurePacketDays(pool, packedDay);
    const on = (date: string, t: number) => ({ at: `2026-02-${date}Z`, payload: { t } });
    const { user, driver, device } = await measured([on('05T10:01:00', 1), on('05T23:02:00', 2), on('06T00:03:00', 3)]);
    const span = { startDate: '2026-02-05T00:00:00Z', endDate: '2026-02-07T00:00:00Z' };
    await run(user, [device], span);
    expect(await packPacketDay({ pool, day: packedDay, signal: new AbortController().signal })).toBe(true);
    await publish(driver.id, 2, scaled(100));
    const body = { deviceIds: [device.id], ...span };
    const preview = (await server.call(previewReparse, { body }, { as: user })).body.data;
    expect(preview).toMatchObject({ packets: 3, keptSince: '2026-02-05T10:01:00.000Z', changed: 3 });
    expect((await run(user, [device], span)).progress).toEqual({ done: 3, total: 3 });
    expect(await historyOf(user, device)).toEqual([
      ['01', 100, 'rederived'],
      ['02', 200, 'rederived'],
      ['03', 300, 'rederived'],
    ]);
  });
});

describe('POST /api/v1/virtualdevice/reparse/preview', () => {
  const preview = async (as: TestUser, devices: Pick<Device, 'id'>[], more: object = {}) => {
    const body = { deviceIds: devices.map(({ id }) => id), ...day, ...more };
    return (await server.call(previewReparse, { body }, { as })).body.data;
  };

  it('shows what would change, and writes nothing', async () => {
    const { user, driver, device } = await measured();
    await run(user, [device]);
    expect(await preview(user, [device])).toEqual({
      packets: 3,
      keptSince: '2026-01-01T10:00:00.000Z',
      changed: 0,
      samples: [],
    });
    await publish(driver.id, 2, 'module.exports = ({ t }) => ({ t: t > 1 ? t : t * 10, more: { x: 1 } });');
    const { changed, samples } = await preview(user, [device]);
    expect(changed).toBe(2);
    expect(samples).toEqual([
      {
        deviceId: device.id,
        receivedAt: '2026-01-01T10:01:00.000Z',
        before: { t: 20 },
        after: { variables: [{ time: null, values: { t: 2, 'more.x': 1 } }], error: null },
      },
      expect.objectContaining({ before: { t: 30 } }),
    ]);
    expect((await historyOf(user, device)).map(([, value]) => value)).toEqual([10, 20, 30]);
  });

  it('looks at values as the states take them', async () => {
    const { user, device } = await measured([at(0, 1)]);
    const state = await stateOf(user, device);
    await server.database.pool.query('update states set transformer = $1 where id = $2', [
      'return value + 1',
      state?.id,
    ]);
    expect((await preview(user, [device])).changed).toBe(1);
    await run(user, [device]);
    expect((await historyOf(user, device)).map(([, value]) => value)).toEqual([11]);
    expect((await preview(user, [device])).changed).toBe(0);
  });

  it('says from when on packets are kept', async () => {
    const { user, connector } = await fixture.manager();
    const device = await fixture.create(user, connector);
    expect(await preview(user, [device])).toEqual({ packets: 0, keptSince: null, changed: 0, samples: [] });
  });
});
