import { listTraffic } from '@stellwerk/contract/connector';
import { readDeviceStatistics } from '@stellwerk/contract/device-statistics';
import { listDevicePackets } from '@stellwerk/contract/packet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeviceFixture, startDeviceServer } from '../../src/features/devices/testing/devices.fixture.ts';
import type { JsonValue } from '../../src/platform/history/history.ts';
import type { TestServer } from '../server.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
  await server.field.ingestion.start();
});
afterAll(() => server.close());

const variables = [{ name: 'temperature' }, { name: 'humidity' }];
const parser = `module.exports = (payload) => payload.sets ?? payload;`;

/** A device with a driver that returns its input, or without a driver. */
async function thermometer({ isParsed }: { isParsed: boolean }) {
  const { user, account, connector } = await fixture.manager({ permissions: ['all.manage'] });
  const driver = await fixture.driver(account, variables, parser);
  const device = await fixture.create(user, connector, { driverId: driver.id });
  if (!isParsed) {
    await server.database.pool.query(
      'update devices set driver_id = null, driver_version_id = null where twin_id = $1',
      [device.id],
    );
  }
  const sender = { connectorId: connector.id, accountId: account.id };
  const list = async (query: object = {}) => {
    const headers = { 'accept-language': 'en' };
    const { body } = await server.call(listDevicePackets, { params: { id: device.id }, query }, { as: user, headers });
    return body.data.packets;
  };
  return {
    list,
    user,
    device,
    connector,
    /** Takes JSON text, because JSON.stringify can't write infinite numbers. */
    async send(payload: string, more: Record<string, JsonValue> = {}) {
      const message = { id: device.externalId, ...more, payload: JSON.parse(payload) };
      expect(await server.field.ingestion.accept(sender, [message])).toMatchObject({ accepted: 1 });
      await server.field.ingestion.idle();
      return (await list())[0];
    },
  };
}

const timeReason = {
  code: 'DTWINSTATE_TIME_OUT_OF_RANGE',
  message: 'The time lies before the year 2000 or too far in the future.',
};
const numberReason = {
  code: 'PACKET_NUMBER_OUT_OF_RANGE',
  message: 'The number is outside the range that can be represented.',
};

describe.each([
  ['with a driver', true],
  ['without a driver', false],
])('the packet list of a device %s', (_name, isParsed) => {
  it.each(['1900-01-01T00:00:00Z', '9999-12-31T00:00:00Z'])('shows values of %s as refused', async (time) => {
    const { send } = await thermometer({ isParsed });
    expect(await send('{"temperature":20,"humidity":50}', { time })).toMatchObject({
      outcome: 'rejected',
      reason: timeReason,
      refused: [
        { key: 'temperature', reason: timeReason },
        { key: 'humidity', reason: timeReason },
      ],
    });
  });

  it('shows a number beyond every bound as refused', async () => {
    const { send } = await thermometer({ isParsed });
    expect(await send('{"temperature":1e999}')).toMatchObject({
      outcome: 'rejected',
      reason: numberReason,
      refused: [{ key: 'temperature', reason: numberReason }],
    });
  });

  it('shows which values were refused beside others that were taken', async () => {
    const { send } = await thermometer({ isParsed });
    expect(await send('{"temperature":20,"humidity":-1e999}')).toMatchObject({
      outcome: 'partial',
      reason: { code: 'PACKET_VALUES_REFUSED', message: 'Not taken: humidity.' },
      refused: [{ key: 'humidity', reason: numberReason }],
      values: { temperature: 20 },
    });
    expect(await send('{"temperature":"warm","humidity":51}')).toMatchObject({
      outcome: 'partial',
      reason: { message: 'Not taken: temperature.' },
      refused: [{ key: 'temperature', reason: { code: 'DTWINSTATE_VALUE_TYPE' } }],
    });
  });
});

describe('refused values', () => {
  it('of one time among several a driver reads leave the others alone', async () => {
    const { send } = await thermometer({ isParsed: true });
    const sets = '{"sets":[{"time":"1900-01-01T00:00:00Z","temperature":1},{"temperature":2}]}';
    expect(await send(sets)).toMatchObject({
      outcome: 'partial',
      refused: [{ key: 'temperature', reason: timeReason }],
    });
  });

  it('are found by their outcome, counted, and told at the connector', async () => {
    const { send, list, user, device, connector } = await thermometer({ isParsed: true });
    await send('{"temperature":20}', { time: '1900-01-01T00:00:00Z' });
    await send('{"temperature":20,"humidity":1e999}');
    await send('{"temperature":20}');
    const countOf = async (outcome: string) => (await list({ outcome })).length;
    expect([await countOf('rejected'), await countOf('partial'), await countOf('applied')]).toEqual([1, 1, 1]);
    const startDate = new Date(Date.now() - 3_600_000).toISOString();
    const { body } = await server.call(
      readDeviceStatistics,
      { params: { id: device.id }, query: { startDate } },
      { as: user },
    );
    const sum = (of: 'accepted' | 'rejected') => body.data.buckets.reduce((total, bucket) => total + bucket[of], 0);
    expect([sum('accepted'), sum('rejected')]).toEqual([3, 2]);
    const traffic = await server.call(listTraffic, { params: { id: connector.id }, query: {} }, { as: user });
    expect(traffic.body.data.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'partial', 'rejected']);
  });
});
