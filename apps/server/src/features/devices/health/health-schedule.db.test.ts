import { type HealthEntry, healthEntry } from '@stellwerk/contract/health';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { createFactories, type TestDevice } from '../../../../test/factories.ts';
import { completeNewest, readDeviceStatus, setDeviceStatus } from '../../../ingest/newest/testing/newest.fixture.ts';
import { createPostgresHistory } from '../../../platform/history/postgres-history.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createSandbox } from '../../../platform/sandbox/sandbox.ts';
import { alarms } from '../../alarms/index.ts';
import {
  createHealth,
  deviceProblems,
  evaluateDevices,
  evaluateEveryFiveMinutes,
  type HealthOutcome,
} from '../../device-health/index.ts';
import { driverVersions } from '../../drivers/index.ts';
import { twins } from '../../twins/index.ts';
import { devices } from '../device.table.ts';
import { healthDevices } from './health-devices.store.ts';

const log = createLog('silent');
const sandbox = createSandbox({ log, processes: 1 });
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let make: ReturnType<typeof createFactories>;
let run: (minutes: number) => Promise<HealthOutcome[]>;
beforeAll(async () => {
  database = await createTestDatabase();
  make = createFactories(database.db);
  const history = createPostgresHistory({ pool: database.pool });
  const health = createHealth({ sandbox, history, log });
  run = async (minutes) => {
    const changed: HealthOutcome[] = [];
    const clock = { now: () => at(minutes) };
    const onChange = (outcomes: readonly HealthOutcome[]) => changed.push(...outcomes);
    const schedule = evaluateEveryFiveMinutes(evaluateDevices({ health, devices: healthDevices, clock, onChange }));
    await schedule.run({ db: database.db, log, scheduledAt: at(minutes), signal: new AbortController().signal });
    return changed;
  };
});
afterAll(async () => {
  await sandbox.close();
  await database.drop();
});

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000);
const entry = (check: string, more: Partial<HealthEntry> = {}): HealthEntry =>
  healthEntry.parse({
    ...{ identifier: 'silence', category: 'connectivity', severity: 'error', message: 'Nothing was heard', check },
    ...more,
  });
const silence = 'return !lastSeen || now - lastSeen > 60 * 60000';

async function device(healthConfig: HealthEntry[], lastSeenAt: Date | null = at(0)): Promise<TestDevice> {
  const made = await make.device();
  await database.db.update(devices).set({ healthConfig }).where(eq(devices.twinId, made.id));
  await setDeviceStatus(database.db, made.id, { lastSeenAt, health: 1 });
  return made;
}
const healthOf = async ({ id }: TestDevice) => (await readDeviceStatus(database.db, id))?.health;
const alarmsOf = ({ id }: TestDevice) => database.db.select().from(alarms).where(eq(alarms.originId, id));

describe('every five minutes', () => {
  it('devices that fell silent are noticed, and those that speak again', async () => {
    const silent = await device([entry(silence)]);
    await run(59);
    expect(await healthOf(silent)).toBe(1);
    const changed = await run(61);
    expect(changed).toMatchObject([{ twinId: silent.id, health: 3 }]);
    expect(await healthOf(silent)).toBe(3);
    expect(await alarmsOf(silent)).toMatchObject([{ openedAt: at(61), resolvedAt: null }]);
    expect(await run(66)).toEqual([]);
    await setDeviceStatus(database.db, silent.id, { lastSeenAt: at(70) });
    await run(71);
    expect([await healthOf(silent), (await alarmsOf(silent)).length]).toEqual([1, 1]);
    expect(await alarmsOf(silent)).toMatchObject([{ resolvedAt: at(71) }]);
  });

  it('the checks of drivers count, and pending problems become active', async () => {
    const driver = await make.driver();
    const health = [entry('return "always"', { durationMinutes: 10 })];
    await database.db.update(driverVersions).set({ health }).where(eq(driverVersions.driverId, driver.id));
    const own = await make.device({ driver });
    // Never evaluated before.
    await run(100);
    expect(await healthOf(own)).toBe(1);
    await run(105);
    expect(await alarmsOf(own)).toEqual([]);
    await run(110);
    expect([await healthOf(own), (await alarmsOf(own)).length]).toEqual([3, 1]);
    // A version without the check: what is left of it goes.
    await database.db
      .insert(driverVersions)
      .values({ driverId: driver.id, number: 2, parser: { type: 'none' }, publishedAt: at(111) });
    await run(115);
    expect(await alarmsOf(own)).toMatchObject([{ resolvedAt: at(115) }]);
  });

  it('nobody is asked whose answer only a packet can change', async () => {
    const still = await device([entry('return states.battery === undefined')]);
    await run(200);
    expect([await healthOf(still), (await alarmsOf(still)).length]).toEqual([1, 0]);
  });

  it('disabled devices are left alone, and lose what they had', async () => {
    const never = await device([entry(silence)], null);
    const before = await device([entry(silence)], null);
    await database.db.update(twins).set({ disabled: true }).where(eq(twins.id, never.id));
    await run(300);
    expect([(await alarmsOf(never)).length, (await alarmsOf(before)).length]).toEqual([0, 1]);
    await database.db.update(twins).set({ disabled: true }).where(eq(twins.id, before.id));
    await run(305);
    expect(await alarmsOf(before)).toMatchObject([{ resolvedAt: at(305) }]);
    expect(await healthOf(before)).toBe(0);
    expect(await database.db.$count(deviceProblems, eq(deviceProblems.twinId, before.id))).toBe(0);
  });

  it('more than a page of devices gets its turn', async () => {
    const home = await make.account();
    const connector = await make.connector({ account: home });
    const checks = JSON.stringify([entry(silence)]);
    await database.db.execute(sql`
      with made as (
        insert into twins (account_id, path, scope_id, category, title, search_text)
        select ${home.id}, '0'::ltree, ${home.scopeId}, 'virtualDevice', 'd' || n, '' from generate_series(1, 1100) n
        returning id
      ) insert into devices (twin_id, connector_id, external_id, health_config)
        select id, ${connector.id}, 'x' || id, ${checks}::jsonb from made`);
    await completeNewest(database.pool);
    await run(400);
    expect(await database.db.$count(alarms, eq(alarms.accountId, home.id))).toBe(1_100);
    await Promise.all([run(405), run(405)]);
    expect(await database.db.$count(alarms, eq(alarms.accountId, home.id))).toBe(1_100);
  });
});
