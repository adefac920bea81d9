import { listDevicePackets } from '@stellwerk/contract/packet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../../test/server.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import { createDeviceFixture, startDeviceServer } from '../testing/devices.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
  await server.field.ingestion.start();
});
afterAll(() => server.close());

const script = 'module.exports = (payload) => payload;';

async function thermometer() {
  const { user, account, connector } = await fixture.manager();
  const driver = await fixture.driver(account, [{ name: 'temperature' }, { name: 'humidity' }], script);
  const device = await fixture.create(user, connector, { driverId: driver.id });
  const sender = { connectorId: connector.id, accountId: account.id };
  return {
    /** Each in a call of its own. */
    async send(...messages: { time: string; payload: JsonValue }[]) {
      for (const { time, payload } of messages) {
        await server.field.ingestion.accept(sender, [{ id: device.externalId, time, payload }]);
      }
      await server.field.ingestion.idle();
    },
    /** The oldest first. */
    async packets() {
      const { body } = await server.call(listDevicePackets, { params: { id: device.id }, query: {} }, { as: user });
      return body.data.packets.toSorted((a, b) => Number(a.id.split('-')[1]) - Number(b.id.split('-')[1]));
    },
  };
}

const ten = '2026-01-01T10:00:00Z';
const eleven = '2026-01-01T11:00:00Z';

describe('two packets with the same time', () => {
  it('keep the value of the last, and the first one says which took its place', async () => {
    const { send, packets } = await thermometer();
    await send(
      { time: ten, payload: { temperature: 20, humidity: 50 } },
      { time: ten, payload: { temperature: 21, humidity: 50 } },
    );
    const [first, last] = await packets();
    expect(first).toMatchObject({ outcome: 'applied', values: { temperature: 20 } });
    expect([first?.replaced, last?.replaced]).toEqual([[{ key: 'temperature', by: last?.id }], []]);
  });

  it('say so also where both come late', async () => {
    const { send, packets } = await thermometer();
    await send({ time: eleven, payload: { temperature: 1 } });
    await send({ time: ten, payload: { temperature: 2 } }, { time: ten, payload: { temperature: 3 } });
    const [newest, first, last] = await packets();
    expect([newest?.replaced, first?.replaced, last?.replaced]).toEqual([
      [],
      [{ key: 'temperature', by: last?.id }],
      [],
    ]);
  });

  it('say nothing where the second repeats the first, or brings other values', async () => {
    const { send, packets } = await thermometer();
    const message = { time: ten, payload: { temperature: 20 } };
    await send(message, message, { time: ten, payload: { humidity: 50 } });
    expect((await packets()).map(({ replaced }) => replaced)).toEqual([[], [], []]);
  });
});
