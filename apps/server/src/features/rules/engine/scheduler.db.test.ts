import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestRules } from '../../../../test/rules.ts';
import { newestValue, setNewest } from '../../../ingest/newest/testing/newest.fixture.ts';
import { OverBudgetError } from '../../../platform/clock/work-budget.ts';
import { createLog } from '../../../platform/log/log.ts';
import { stateEdges } from '../../states/index.ts';
import { rules } from '../rule.table.ts';
import { createScheduler } from './scheduler.ts';
import {
  above,
  anAlarm,
  createWatchedWorld,
  inside,
  metricsOf,
  outside,
  type WatchedWorld,
} from './testing/watched.ts';

const noon = new Date();
noon.setUTCHours(12, 0, 0, 0);

let world: WatchedWorld;
beforeAll(async () => {
  world = await createWatchedWorld(noon.getTime());
});
afterAll(() => world.close());

const hourMs = 3_600_000;
const turn = () => world.server.field.engine.turn();
const daily = (hour: number, minute = 0) => ({ hour, minute, zone: 'UTC' });

/** A new engine, as after a restart: only the database is kept. */
const anotherEngine = async () => (await createTestRules({ ...world.server, clock: world.clock })).engine;

describe('a time trigger', () => {
  it('sets its rule off when it is due, once, and knows when it comes next', async () => {
    const watched = await world.device();
    await world.tell(watched, { temperature: 5 });
    const ruleId = await world.rule(watched.device, {
      metrics: metricsOf(watched.ids, 'temperature'),
      timeTriggers: [daily(13), daily(15, 30)],
      onlyTimeTriggers: true,
      alarm: anAlarm,
    });
    await turn();
    await world.tell(watched, { temperature: 6 });
    expect(await world.executions(ruleId)).toEqual([]);
    world.wait(hourMs);
    await turn();
    await turn();
    expect(await world.executions(ruleId)).toMatchObject([
      { result: 'executed', trigger: { kind: 'time' }, metrics: [{ value: 6 }] },
    ]);
    const next = (await world.wakeups(ruleId)).map(({ at }) => at.getTime() - noon.getTime()).sort((a, b) => a - b);
    expect(next).toEqual([3.5 * hourMs, 25 * hourMs]);
  });

  it('sets many rules off at the same moment, each of them once', async () => {
    const watched = await world.device();
    const timeTriggers = [{ hourly: true, hour: 1, minute: 30, zone: 'UTC' }];
    const ruleIds: number[] = [];
    for (let n = 0; n < 30; n += 1) ruleIds.push(await world.rule(watched.device, { timeTriggers, alarm: anAlarm }));
    world.wait(hourMs);
    await turn();
    for (const ruleId of ruleIds) expect(await world.status(ruleId)).toMatchObject({ executions: 1, evaluations: 1 });
  });

  it('does not wait for slow scripts of another account', { timeout: 120_000 }, async () => {
    const [slow, other] = [await world.device(), await world.device()];
    const timeTriggers = [{ hourly: true, hour: 1, minute: 45, zone: 'UTC' }];
    const slowIds: number[] = [];
    for (let n = 0; n < 2; n += 1) {
      const conditions = { mode: 'script' as const, script: `for (;;) {} // ${n}` };
      slowIds.push(await world.rule(slow.device, { timeTriggers, conditions }));
    }
    const quickId = await world.rule(other.device, { timeTriggers, alarm: anAlarm });
    world.wait(hourMs);
    const turning = turn();
    await expect.poll(async () => (await world.executions(quickId)).length, { timeout: 60_000, interval: 5 }).toBe(1);
    const countSlow = async () => (await Promise.all(slowIds.map(world.executions))).flat().length;
    expect(await countSlow()).toBe(0);
    await turning;
    expect(await countSlow()).toBe(slowIds.length);
    // The following tests move the clock, and would run these rules again.
    await world.db.delete(rules).where(inArray(rules.id, slowIds));
  });

  it('takes turns with slow accounts, so that none waits for all rules of another', async () => {
    const timeTriggers = [{ hourly: true, hour: 1, minute: 50, zone: 'UTC' }];
    const [first, second] = [await world.device(), await world.device()];
    const ruleIds: number[] = [];
    for (const { device } of [first, second]) {
      for (let n = 0; n < 30; n += 1) ruleIds.push(await world.rule(device, { timeTriggers, alarm: anAlarm }));
    }
    world.wait(hourMs);
    const tried = new Set<number>();
    const served: [accountId: number, rules: number][] = [];
    const { database } = world.server;
    const bothSlow = Promise.withResolvers<void>();
    let rolledBack = 0;
    const transaction: typeof database.db.transaction = async (...how) => {
      try {
        return await database.db.transaction(...how);
      } catch (error) {
        rolledBack += 1;
        // The account asks for its next turn before this callback runs.
        if (rolledBack === 2) setImmediate(bothSlow.resolve);
        throw error;
      }
    };
    const scheduler = createScheduler({
      database: { ...database, db: Object.assign(Object.create(database.db), { transaction }) },
      ...{ clock: world.clock, log: createLog('silent'), onApplied() {} },
      values: { recompute: async () => [] },
      step: {
        run: async () => ({ settle() {} }),
        async judge(_, dues) {
          const [accountId = 0] = dues.map(({ rule }) => rule.accountId);
          // Other tests have left rules, too.
          if (accountId !== first.account.id && accountId !== second.account.id) return;
          // Over budget at first, so that both accounts are slow.
          if (!tried.has(accountId)) {
            tried.add(accountId);
            throw new OverBudgetError();
          }
          await bothSlow.promise;
          served.push([accountId, dues.length]);
        },
      },
    });
    await scheduler.turn();
    const [a, b] = served.map(([accountId]) => accountId);
    expect([a, b].sort()).toEqual([first.account.id, second.account.id].sort());
    expect(served).toEqual([
      [a, 20],
      [b, 20],
      [a, 10],
      [b, 10],
    ]);
    await world.db.delete(rules).where(inArray(rules.id, ruleIds));
  });

  it('is made up for once after a long standstill, by whoever comes first', async () => {
    const watched = await world.device();
    const hourly = { hourly: true, hour: 1, minute: 0, zone: 'UTC' };
    const ruleId = await world.rule(watched.device, { timeTriggers: [hourly], alarm: anAlarm });
    world.wait(10 * hourMs);
    const [one, other] = [await anotherEngine(), await anotherEngine()];
    await Promise.all([turn(), one.turn(), other.turn()]);
    const [made, ...more] = await world.executions(ruleId);
    expect([made?.count, more]).toEqual([1, []]);
    const hour = Math.floor(world.clock.now().getTime() / hourMs) * hourMs;
    expect(made?.trigger).toEqual({ kind: 'time', dueAt: new Date(hour).toISOString() });
  });
});

describe('a geofence', () => {
  it('is entered and left with the positions of packets', async () => {
    const watched = await world.device();
    const zone = await world.zone(watched.account);
    const ruleId = await world.rule(watched.device, {
      geofenceTriggers: [
        { dtwinId: zone.id, mode: 'enter' },
        { dtwinId: zone.id, mode: 'exit' },
      ],
      commands: [{ type: 'mail', options: { to: ['a@example.com'], subject: 'x', body: '' } }],
    });
    await world.tell(watched, outside, inside, inside, outside);
    expect((await world.executions(ruleId)).map(({ trigger }) => trigger)).toMatchObject([
      { kind: 'geofence', mode: 'enter', zone: { id: zone.id, title: 'Depot' } },
      { kind: 'geofence', mode: 'exit' },
    ]);
  });

  it('keeps the time of a stay over a restart, and tells of it once', async () => {
    const watched = await world.device();
    const zone = await world.zone(watched.account);
    const ruleId = await world.rule(watched.device, {
      geofenceTriggers: [{ dtwinId: zone.id, mode: 'dwelltime', durationHours: 2 }],
      alarm: anAlarm,
    });
    await world.tell(watched, outside, inside);
    world.wait(hourMs);
    await turn();
    expect(await world.executions(ruleId)).toEqual([]);
    world.wait(hourMs);
    const engine = await anotherEngine();
    await engine.turn();
    await turn();
    expect(await world.executions(ruleId)).toMatchObject([{ trigger: { mode: 'dwelltime' }, count: 1 }]);
    await world.tell(watched, inside);
    world.wait(3 * hourMs);
    await turn();
    expect((await world.status(ruleId)).executions).toBe(1);
  });
});

it('computes aggregates first where the rule asks for it, whatever sets it off', async () => {
  const watched = await world.device();
  const twin = await world.server.make.twin({ account: watched.account });
  const timeseries = { stateId: watched.ids.temperature, operation: 'sum', durationLength: 1, durationUnit: 'day' };
  const sum = await world.addState(twin, 'sum', { config: { source: 'timeseries-aggregate', timeseries } });
  await world.db.insert(stateEdges).values({ stateId: sum, sourceStateId: watched.ids.temperature });
  await world.tell(watched, { temperature: 2 }, { temperature: 3 });
  await setNewest(world.db, sum, { value: 0 });
  const looks = await world.rule(twin, {
    ...{ metrics: [{ alias: 'sum', stateId: sum }], conditions: above('sum', 8), alarm: anAlarm },
  });
  const computes = await world.rule(twin, {
    aggregateTrigger: [sum],
    timeTriggers: [{ ...daily(0), hourly: true, hour: 1 }],
  });
  world.wait(hourMs);
  await turn();
  expect(await newestValue(world.db, sum)).toBe(5);
  expect(await world.executions(computes)).toMatchObject([{ result: 'executed', trigger: { kind: 'time' } }]);
  expect(await world.executions(looks)).toMatchObject([{ result: 'notMet', metrics: [{ value: 5 }] }]);
});

it('keeps a throttle over a restart', async () => {
  const watched = await world.device();
  const ruleId = await world.rule(watched.device, {
    timeTriggers: [{ hourly: true, hour: 1, minute: 0, zone: 'UTC' }],
    throttleHours: 3,
    alarm: anAlarm,
  });
  for (let hour = 0; hour < 5; hour += 1) {
    world.wait(hourMs);
    const engine = await anotherEngine();
    await engine.turn();
  }
  expect((await world.executions(ruleId)).map(({ result, count }) => [result, count])).toEqual([
    ['executed', 1],
    ['throttled', 2],
    ['executed', 1],
    ['throttled', 1],
  ]);
});
