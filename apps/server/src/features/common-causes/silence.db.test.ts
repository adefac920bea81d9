import { listAlarms } from '@stellwerk/contract/alarm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/server.ts';
import { createLog } from '../../platform/log/log.ts';
import { type NewAlarm, openAlarms, resolveAlarms } from '../alarms/index.ts';
import { createDeviceFixture, startDeviceServer } from '../devices/testing/devices.fixture.ts';
import { storePackets } from '../devices/testing/packets.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
});
afterAll(() => server.close());

type Device = Awaited<ReturnType<typeof fixture.create>>;

const silenceOf = ({ id, tenantId }: Device): NewAlarm => ({
  ...{ origin: 'health', originId: id, identifier: 'silent', accountId: tenantId, twinId: id },
  ...{ category: 'connectivity', severity: 'error', message: 'silent', code: null, params: null, evidence: {} },
  openedAt: new Date(),
});
const fallSilent = (devices: readonly Device[]) => openAlarms(server.database.db, devices.map(silenceOf));
const comeBack = (devices: readonly Device[]) => resolveAlarms(server.database.db, devices.map(silenceOf), new Date());

/** Does what the job engine does every minute. */
async function tick(): Promise<void> {
  const find = server.schedules.find(({ name }) => name === 'common-causes.find');
  const { db } = server.database;
  const log = createLog('silent');
  await find?.run({ db, scheduledAt: new Date(), signal: new AbortController().signal, log });
}

const alarms = async (as: TestUser, query: Record<string, string> = {}) =>
  (
    await server.call(
      listAlarms,
      { query: { status: 'unresolved', ...query } as never },
      { as, headers: { 'accept-language': 'en' } },
    )
  ).body.data;

async function field(count: number) {
  const { user, connector } = await fixture.manager();
  const devices: Device[] = [];
  for (let index = 0; index < count; index += 1) devices.push(await fixture.create(user, connector));
  return { user, connector, devices };
}

describe('devices that fall silent together', () => {
  it('have one alarm that names what they share; theirs are behind it', async () => {
    const { user, devices } = await field(6);
    await fallSilent(devices);
    await tick();
    await tick();
    const [cause, ...others] = await alarms(user);
    expect(others).toEqual([]);
    expect(cause).toMatchObject({ type: 'silence', category: 'connectivity', severity: 'error', affectedCount: 6 });
    expect(cause?.message).toMatch(/^6 of 6 devices of the connector .* fell silent at the same time/);
    const behind = await alarms(user, { causeId: String(cause?.id) });
    expect(behind.map(({ origin }) => origin?.id).sort()).toEqual(devices.map(({ id }) => id).sort());
    // The log of a device shows its own alarm all the same.
    expect(await alarms(user, { dtwinId: String(devices[0]?.id) })).toMatchObject([{ causeId: cause?.id }]);
  });

  it('take in further ones, and end when most are heard again', async () => {
    const { user, devices } = await field(8);
    await fallSilent(devices.slice(0, 6));
    await tick();
    await fallSilent(devices.slice(6, 7));
    await tick();
    expect(await alarms(user)).toMatchObject([{ affectedCount: 7, message: expect.stringMatching(/^7 of 8/) }]);
    await comeBack(devices.slice(0, 5));
    await tick();
    // Those that stay silent have a reason of their own.
    const left = await alarms(user, { sort: 'date' });
    expect(left.map(({ type, origin }) => [type, origin?.id])).toEqual(
      devices.slice(5, 7).map(({ id }) => ['health', id]),
    );
  });

  it('are no finding where most others are heard, or where they are few', async () => {
    const many = await field(12);
    await fallSilent(many.devices.slice(0, 5));
    const few = await field(4);
    await fallSilent(few.devices);
    await tick();
    expect((await alarms(many.user)).map(({ type }) => type)).toEqual(Array.from({ length: 5 }, () => 'health'));
    expect(await alarms(few.user)).toHaveLength(4);
  });

  it('are a finding about the gateway that received all of them', async () => {
    const { user, devices } = await field(12);
    const silent = devices.slice(0, 5);
    for (const device of silent) {
      const meta = { lora: { gateways: [{ gweui: 'A840411E' }] } };
      await storePackets(server, device, [{ at: new Date(Date.now() - 3_600_000).toISOString(), meta }]);
    }
    await fallSilent(silent);
    await tick();
    expect(await alarms(user)).toMatchObject([{ affectedCount: 5, message: expect.stringContaining('A840411E') }]);
  });
});
