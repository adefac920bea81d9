import {
  ignoreProblem,
  readDriverHealth,
  synchroniseHealth,
  testHealthCheck,
  updateHealthConfig,
} from '@stellwerk/contract/device-health';
import { type HealthEntry, healthEntry } from '@stellwerk/contract/health';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestDevice, TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { readDeviceStatus, setNewest } from '../../../ingest/newest/testing/newest.fixture.ts';
import { alarms } from '../../alarms/index.ts';
import { driverVersions } from '../../drivers/index.ts';
import { twins } from '../../twins/index.ts';
import { devices } from '../device.table.ts';

let server: TestServer;
let now = new Date();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } });
});
afterAll(() => server.close());

const permissions = ['VirtualDevice.manage', 'DigitalTwin.read'];
const check = (more: Partial<HealthEntry> = {}): HealthEntry =>
  healthEntry.parse({
    ...{ identifier: 'battery', category: 'battery', severity: 'error', message: 'The battery is low' },
    ...{ check: 'return states.battery < 3', ...more },
  });

/** A driver whose published version has these checks. */
async function driverWith(health: HealthEntry[], account: TestAccount) {
  const driver = await server.make.driver({ account });
  const { db } = server.database;
  await db.update(driverVersions).set({ health }).where(eq(driverVersions.driverId, driver.id));
  return driver;
}

/** A device with a state `battery` at 2.5 V, and somebody who manages it. */
async function setUp(options: { checks?: HealthEntry[]; driverChecks?: HealthEntry[] } = {}) {
  const user = await server.make.user({ permissions });
  const { account } = user;
  const driver = options.driverChecks ? await driverWith(options.driverChecks, account) : undefined;
  const device = await server.make.device({ account, ...(driver ? { driver } : {}) });
  const state = await server.make.state({ twin: device, key: 'battery' });
  await setBattery(state.id, 2.5);
  const { db } = server.database;
  if (options.checks)
    await db.update(devices).set({ healthConfig: options.checks }).where(eq(devices.twinId, device.id));
  return { user, device, driver, stateId: state.id };
}
const setBattery = (stateId: number, value: number) =>
  setNewest(server.database.db, stateId, { value, measuredAt: now });

const evaluateHealth = async (as: TestUser, { id }: TestDevice) => {
  const { body } = await server.call(synchroniseHealth, { params: { id } }, { as });
  return body.data;
};
const configure = (as: TestUser, { id }: TestDevice, healthConfig: HealthEntry[], x: 'own' | 'driver' = 'own') =>
  server.call(updateHealthConfig, { params: { id, x }, body: { healthConfig } }, { as });
const ignore = (as: TestUser, { id }: TestDevice, identifier: string, flag: 'true' | 'false') =>
  server.call(ignoreProblem, { params: { id, identifier, flag } }, { as });
const attempt = (as: TestUser, { id }: TestDevice, entry: HealthEntry) =>
  server.call(testHealthCheck, { params: { id }, body: { entry } }, { as, headers: { 'accept-language': 'en' } });
const openAlarms = ({ id }: TestDevice) => server.database.db.select().from(alarms).where(eq(alarms.originId, id));
const statusOf = async ({ id }: TestDevice) => (await readDeviceStatus(server.database.db, id))?.health;

describe('evaluating a device by hand', () => {
  it('answers its health and its problems', async () => {
    const { user, device, stateId } = await setUp({ checks: [check()] });
    expect(await evaluateHealth(user, device)).toMatchObject({
      health: 'error',
      problems: [{ identifier: 'battery', message: 'The battery is low', since: now.toISOString(), isIgnored: false }],
    });
    expect(await statusOf(device)).toBe(3);
    expect(await openAlarms(device)).toMatchObject([{ resolvedAt: null }]);
    await setBattery(stateId, 3.6);
    expect(await evaluateHealth(user, device)).toEqual({ health: 'ok', problems: [] });
    expect(await statusOf(device)).toBe(1);
  });

  it('counts time by the clock of the server, also when that jumps', async () => {
    const { user, device } = await setUp({ checks: [check({ durationMinutes: 60 })] });
    const start = now;
    try {
      expect(await evaluateHealth(user, device)).toEqual({ health: 'ok', problems: [] });
      now = new Date(start.getTime() - 86_400_000);
      expect(await evaluateHealth(user, device)).toMatchObject({ health: 'ok' });
      now = new Date(now.getTime() + 60 * 60_000);
      expect(await evaluateHealth(user, device)).toMatchObject({ health: 'error' });
    } finally {
      now = start;
    }
  });

  it('is for those who manage devices here', async () => {
    const { user, device } = await setUp();
    const { account } = user;
    const reader = await server.make.user({ account, permissions: ['VirtualDevice.read'] });
    const stranger = await server.make.user({ permissions });
    const call = (as: TestUser) => server.call(synchroniseHealth, { params: { id: device.id } }, { as });
    expect((await call(reader)).status).toBe(403);
    expect((await call(stranger)).body.code).toBe('VDEVICE_NOT_FOUND');
    expect((await server.call(synchroniseHealth, { params: { id: device.id } })).status).toBe(401);
  });
});

describe('the checks of a driver', () => {
  it('are those of its newest published version', async () => {
    const { user, driver } = await setUp({ driverChecks: [check()] });
    const read = (id: number, as = user) => server.call(readDriverHealth, { params: { id } }, { as });
    expect((await read(driver?.id ?? 0)).body.data).toEqual([check()]);
    const { db } = server.database;
    await db.insert(driverVersions).values([
      { driverId: driver?.id ?? 0, number: 0, parser: { type: 'none' }, health: [check({ identifier: 'draft' })] },
      { driverId: driver?.id ?? 0, number: 2, parser: { type: 'none' }, health: [check({ identifier: 'second' })] },
    ]);
    expect((await read(driver?.id ?? 0)).body.data).toMatchObject([{ identifier: 'second' }]);
    const stranger = await server.make.user({ permissions });
    expect((await read(driver?.id ?? 0, stranger)).body.code).toBe('DEVICEDRIVER_NOT_FOUND');
    const nobody = await server.make.user({ account: user.account });
    expect((await read(driver?.id ?? 0, nobody)).status).toBe(403);
  });

  it('apply to its devices beside their own checks, which replace those with the same name', async () => {
    const driverChecks = [check(), check({ identifier: 'second', check: 'return "driver"', severity: 'warning' })];
    const { user, device } = await setUp({ driverChecks });
    expect((await evaluateHealth(user, device)).problems).toHaveLength(2);
    await configure(user, device, [check({ check: 'return false' })]);
    expect((await evaluateHealth(user, device)).problems).toMatchObject([{ identifier: 'second', message: 'driver' }]);
  });
});

describe('changing the checks of a device', () => {
  it('evaluates it at once', async () => {
    const { user, device } = await setUp();
    const set = await configure(user, device, [check()]);
    expect(set.status).toBe(200);
    expect(set.body.data).toMatchObject({ health: 'error', problems: [{}], healthConfig: [check()] });
    const cleared = await configure(user, device, []);
    // It never sent anything, and now there is nothing to evaluate.
    expect(cleared.body.data).toMatchObject({ health: 'unknown', problems: [], healthConfig: [] });
    expect(await openAlarms(device)).toMatchObject([{ resolvedAt: now }]);
  });

  it('takes a copy of the driver’s', async () => {
    const { user, device } = await setUp({ driverChecks: [check()] });
    expect((await configure(user, device, [], 'driver')).body.data.healthConfig).toEqual([check()]);
    expect((await evaluateHealth(user, device)).problems).toHaveLength(1);
    const other = await setUp();
    expect((await configure(other.user, other.device, [], 'driver')).body.code).toBe('VDEVICE_NO_DRIVER');
  });

  it('refuses checks that can’t run, names that come twice, and what is no check', async () => {
    const { user, device } = await setUp();
    const broken = await configure(user, device, [check(), check({ identifier: 'b', check: 'return 1 +\nconst' })]);
    expect([broken.status, broken.body.code]).toEqual([422, 'SCRIPT_ERROR']);
    expect(broken.body.message).toContain('line 2');
    expect(broken.body).toMatchObject({ issues: [{ path: 'healthConfig.1.check' }] });
    const twice = await configure(user, device, [check(), check()]);
    expect(twice.body).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: 'healthConfig.1.identifier' }] });
    const bad = [{ identifier: 'no spaces', check: '' }] as unknown as HealthEntry[];
    expect((await configure(user, device, bad)).body.code).toBe('VALIDATION_ERROR');
    const many = Array.from({ length: 51 }, (_, n) => check({ identifier: `n${n}` }));
    expect((await configure(user, device, many)).status).toBe(400);
    expect((await evaluateHealth(user, device)).problems).toEqual([]);
  });

  it('is for those who manage devices here', async () => {
    const { user, device } = await setUp();
    const reader = await server.make.user({ account: user.account, permissions: ['VirtualDevice.read'] });
    const stranger = await server.make.user({ permissions });
    expect((await configure(reader, device, [])).status).toBe(403);
    expect((await configure(stranger, device, [])).body.code).toBe('VDEVICE_NOT_FOUND');
  });
});

describe('ignoring a problem', () => {
  it('lasts until it is gone, or heeded again', async () => {
    const { user, device, stateId } = await setUp({ checks: [check()] });
    await evaluateHealth(user, device);
    const ignored = await ignore(user, device, 'battery', 'true');
    expect(ignored.body.data).toMatchObject({ health: 'ok', problems: [{ isIgnored: true }] });
    expect([await statusOf(device), (await openAlarms(device)).length]).toEqual([1, 1]);
    expect(await openAlarms(device)).toMatchObject([{ resolvedAt: now }]);
    expect(await evaluateHealth(user, device)).toMatchObject({ health: 'ok', problems: [{ isIgnored: true }] });
    expect((await ignore(user, device, 'battery', 'false')).body.data).toMatchObject({ health: 'error' });
    expect(await openAlarms(device)).toMatchObject([{}, { resolvedAt: null, evidence: { values: { battery: 2.5 } } }]);
    await ignore(user, device, 'battery', 'true');
    await setBattery(stateId, 3.6);
    await evaluateHealth(user, device);
    await setBattery(stateId, 2.5);
    expect(await evaluateHealth(user, device)).toMatchObject({ health: 'error', problems: [{ isIgnored: false }] });
  });

  it('works for a check that itself fails', async () => {
    const { user, device } = await setUp({ checks: [check({ check: 'throw new Error("no")' })] });
    const { problems, health } = await evaluateHealth(user, device);
    expect(problems).toMatchObject([{ identifier: 'battery.failed', severity: 'warning', category: 'device' }]);
    // Nobody can say how the device is; its twin shows a warning.
    const [twin] = await server.database.db.select().from(twins).where(eq(twins.id, device.id));
    expect([health, twin?.status]).toEqual(['invalid', 2]);
    expect((await ignore(user, device, 'battery.failed', 'true')).body.data).toMatchObject({ health: 'ok' });
  });

  it('needs a problem, and somebody who manages devices here', async () => {
    const { user, device } = await setUp({ checks: [check({ durationMinutes: 5 })] });
    await evaluateHealth(user, device);
    expect((await ignore(user, device, 'battery', 'true')).body.code).toBe('VDEVICE_PROBLEM_NOT_FOUND');
    const reader = await server.make.user({ account: user.account, permissions: ['VirtualDevice.read'] });
    const stranger = await server.make.user({ permissions });
    expect((await ignore(reader, device, 'battery', 'true')).status).toBe(403);
    expect((await ignore(stranger, device, 'battery', 'true')).body.code).toBe('VDEVICE_NOT_FOUND');
    expect((await ignore(user, device, 'battery', 'maybe' as 'true')).status).toBe(400);
  });
});

describe('trying a check', () => {
  it('reports what it says now, and keeps nothing', async () => {
    const { user, device } = await setUp();
    const own = 'console.log("looking", states.battery); return states.battery < 3 && "only " + states.battery + " V"';
    expect((await attempt(user, device, check({ check: own }))).body.data).toEqual({
      ...{ message: 'only 2.5 V', logs: ['looking 2.5'], error: null },
    });
    expect((await attempt(user, device, check())).body.data).toMatchObject({ message: 'The battery is low' });
    const seen = 'return lastSeen === null ? null : "seen"';
    expect((await attempt(user, device, check({ check: seen }))).body.data).toMatchObject({
      message: null,
      error: null,
    });
    expect(await evaluateHealth(user, device)).toMatchObject({ problems: [] });
  });

  it('reports why it failed', async () => {
    const { user, device } = await setUp();
    const errorOf = async (text: string) => (await attempt(user, device, check({ check: text }))).body.data;
    expect(await errorOf('\nreturn states.missing.value')).toMatchObject({
      error: { code: 'SCRIPT_ERROR', message: expect.stringContaining('line 2: TypeError') },
    });
    expect(await errorOf('return ]')).toMatchObject({ error: { code: 'SCRIPT_ERROR' } });
    expect(await errorOf('for (;;) {}')).toMatchObject({
      ...{ message: null, error: { code: 'SCRIPT_TIMEOUT', message: 'The script was stopped after 200 ms.' } },
    });
  });

  it('is for those who manage devices here', async () => {
    const { user, device } = await setUp();
    const reader = await server.make.user({ account: user.account, permissions: ['VirtualDevice.read'] });
    const stranger = await server.make.user({ permissions });
    expect((await attempt(reader, device, check())).status).toBe(403);
    expect((await attempt(stranger, device, check())).body.code).toBe('VDEVICE_NOT_FOUND');
    expect((await attempt(user, device, { ...check(), category: 'weather' as 'device' })).body.code).toBe(
      'VALIDATION_ERROR',
    );
  });
});
