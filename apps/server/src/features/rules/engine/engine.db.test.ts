import { setStateValue } from '@stellwerk/contract/state';
import { updateTwin } from '@stellwerk/contract/twin';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createValues } from '../../states/index.ts';
import { twins } from '../../twins/index.ts';
import { rules } from '../rule.table.ts';
import { ruleSaved } from './saved.ts';
import {
  above,
  anAlarm,
  createWatchedWorld,
  inside,
  metricsOf,
  outside,
  type WatchedWorld,
} from './testing/watched.ts';

let world: WatchedWorld;
beforeAll(async () => {
  world = await createWatchedWorld();
});
afterAll(() => world.close());

describe('a rule with an alarm', () => {
  it('opens one while its conditions are met, counts repetitions, and resolves it', async () => {
    const watched = await world.device();
    const conditions = above('temperature', 30);
    const ruleId = await world.rule(watched.device, {
      ...{ metrics: metricsOf(watched.ids, 'temperature'), conditions, alarm: anAlarm },
    });
    await world.tell(watched, { temperature: 20 }, { temperature: 21 }, { temperature: 31 }, { temperature: 32 });
    expect(await world.alarms(ruleId)).toMatchObject([
      { severity: 'error', message: 'Too hot: 31', origin: 'rule', twinId: watched.device.id, resolvedAt: null },
    ]);
    await world.tell(watched, { temperature: 29 });
    expect(await world.executions(ruleId)).toMatchObject([
      { result: 'notMet', count: 2, isMet: false },
      { result: 'executed', count: 2, isMet: true, metrics: [{ alias: 'temperature', value: 31, count: 1 }] },
      { result: 'notMet', count: 1, trigger: { kind: 'value', aliases: ['temperature'] } },
    ]);
    const [alarm] = await world.alarms(ruleId);
    expect(alarm?.resolvedAt).not.toBeNull();
    const [, executed] = await world.executions(ruleId);
    expect(executed?.alarmId).toBe(alarm?.id);
    expect(alarm?.evidence).toMatchObject({ executionId: executed?.id, revision: 1, shard: expect.any(Number) });
    expect(await world.status(ruleId)).toMatchObject({
      evaluations: 5,
      executions: 2,
      errors: 0,
      lastResult: 'notMet',
    });
  });

  it('opens one for two messages of the same millisecond, and one each where it was well in between', async () => {
    const watched = await world.device();
    const ruleId = await world.rule(watched.device, {
      ...{ metrics: metricsOf(watched.ids, 'temperature'), conditions: above('temperature', 30), alarm: anAlarm },
    });
    const hot = world.message(watched, { temperature: 40 });
    await world.send(watched, hot, hot);
    expect(await world.alarms(ruleId)).toHaveLength(1);
    const cold = world.message(watched, { temperature: 10 });
    await world.send(watched, cold, hot, cold, hot, cold);
    expect(await world.alarms(ruleId)).toHaveLength(3);
    expect((await world.alarms(ruleId)).every(({ resolvedAt }) => resolvedAt !== null)).toBe(true);
  });

  it('is resolved when the rule is switched off, and when its twin goes', async () => {
    const watched = await world.device();
    const definition = {
      ...{ metrics: metricsOf(watched.ids, 'temperature'), conditions: above('temperature', 30), alarm: anAlarm },
    };
    const off = await world.rule(watched.device, definition);
    await world.tell(watched, { temperature: 31 });
    await world.db.update(rules).set({ active: false, revision: 2 }).where(eq(rules.id, off));
    await ruleSaved(world.db, { ruleId: off, now: world.clock.now() });
    expect((await world.alarms(off))[0]?.resolvedAt).not.toBeNull();
    await world.tell(watched, { temperature: 33 });
    expect(await world.alarms(off)).toHaveLength(1);
    const gone = await world.rule(watched.device, definition);
    await world.tell(watched, { temperature: 34 });
    expect((await world.alarms(gone))[0]?.resolvedAt).toBeNull();
    await world.db.delete(twins).where(eq(twins.id, watched.device.id));
    const [left] = await world.alarms(gone);
    expect(left).toMatchObject({ twinId: null, resolvedAt: expect.any(Date) });
  });
});

describe('what sets a rule off', () => {
  it('is a packet as a whole, not each of its values', async () => {
    const watched = await world.device();
    const ruleId = await world.rule(watched.device, {
      metrics: metricsOf(watched.ids, 'temperature', 'humidity'),
      alarm: anAlarm,
    });
    await world.tell(watched, { temperature: 1, humidity: 2 });
    expect(await world.executions(ruleId)).toMatchObject([
      { count: 1, trigger: { aliases: ['temperature', 'humidity'] }, metrics: [{ value: 1 }, { value: 2 }] },
    ]);
  });

  it('sees other metrics as they were at that moment, however packets are put together', async () => {
    const watched = await world.device();
    const tree = {
      op: 'and' as const,
      children: [
        above('temperature', 30).tree,
        { op: 'when' as const, metric: 'humidity', cmp: 'lt' as const, value: 5 },
      ],
    };
    const ruleId = await world.rule(watched.device, {
      metrics: metricsOf(watched.ids, 'temperature', 'humidity'),
      conditions: { mode: 'tree', tree },
      alarm: anAlarm,
    });
    await world.tell(watched, { temperature: 40, humidity: 50 });
    world.wait(10);
    // The first message makes it hot and dry; the second one cools it down in the same batch.
    await world.send(watched, world.message(watched, { humidity: 1 }), world.message(watched, { temperature: 10 }));
    expect(await world.executions(ruleId)).toMatchObject([
      { result: 'notMet', count: 1 },
      { result: 'executed', metrics: [{ value: 40 }, { value: 1 }] },
      { result: 'notMet', metrics: [{ value: 10 }, { value: 1 }] },
    ]);
  });

  it('is also a value set by hand, but none that comes too late or is derived anew', async () => {
    const watched = await world.device();
    const user = await world.server.make.user({ account: watched.account, permissions: ['DigitalTwin.write'] });
    const place = { id: watched.device.id, stateId: watched.ids.temperature };
    const ruleId = await world.rule(watched.device, {
      metrics: metricsOf(watched.ids, 'temperature'),
      conditions: above('temperature', 30),
      alarm: anAlarm,
    });
    const set = await world.server.call(setStateValue, { params: place, body: { value: 50 } }, { as: user });
    expect(set.status).toBe(200);
    expect(await world.alarms(ruleId)).toHaveLength(1);
    const old = new Date(world.clock.now().getTime() - 3_600_000).toISOString();
    await world.send(watched, { ...world.message(watched, { temperature: 1 }), timestamp: old });
    expect((await world.alarms(ruleId))[0]?.resolvedAt).toBeNull();
    const update = {
      stateId: watched.ids.temperature,
      value: 1,
      measuredAt: world.clock.now(),
      receivedAt: world.clock.now(),
    };
    const { history, sandbox, field } = world.server;
    const values = createValues({ history, sandbox, clock: world.clock, follow: field.engine.follow });
    await values.apply(world.db, [{ ...update, origin: 'rederived', shard: 1, seq: 99_999 }]);
    expect((await world.alarms(ruleId))[0]?.resolvedAt).toBeNull();
  });

  it('is nothing while the twin is disabled', async () => {
    const watched = await world.device();
    const ruleId = await world.rule(watched.device, { metrics: metricsOf(watched.ids, 'temperature'), alarm: anAlarm });
    await world.db.update(twins).set({ disabled: true }).where(eq(twins.id, watched.device.id));
    await world.tell(watched, { temperature: 31 });
    expect(await world.executions(ruleId)).toEqual([]);
    await world.db.update(twins).set({ disabled: false }).where(eq(twins.id, watched.device.id));
    await world.tell(watched, { temperature: 31 });
    expect(await world.executions(ruleId)).toMatchObject([{ result: 'executed' }]);
  });

  it('takes a change of the rule with the very next packet', async () => {
    const watched = await world.device();
    const definition = {
      metrics: metricsOf(watched.ids, 'temperature'),
      conditions: above('temperature', 30),
      alarm: anAlarm,
    };
    const ruleId = await world.rule(watched.device, definition);
    await world.tell(watched, { temperature: 25 });
    const [row] = await world.db.select().from(rules).where(eq(rules.id, ruleId));
    if (!row) throw new Error('the rule is gone');
    const changed = { ...row.definition, conditions: above('temperature', 20) };
    await world.db.update(rules).set({ definition: changed, revision: 2 }).where(eq(rules.id, ruleId));
    await world.tell(watched, { temperature: 25 });
    expect(await world.executions(ruleId)).toMatchObject([
      { result: 'notMet', revision: 1 },
      { result: 'executed', revision: 2 },
    ]);
  });
});

describe('a twin that is watched', () => {
  it('notices a twin that is put there by hand, and an area that is drawn anew', async () => {
    const watched = await world.device();
    const zone = await world.zone(watched.account);
    const ruleId = await world.rule(watched.device, {
      ...{ geofenceTriggers: [{ dtwinId: zone.id, mode: 'enter' }], alarm: anAlarm },
    });
    await world.tell(watched, outside);
    const user = await world.server.make.user({
      account: watched.account,
      permissions: ['DigitalTwin.read', 'DigitalTwin.write'],
    });
    world.wait(1_000);
    const moved = await world.server.call(
      updateTwin,
      { params: { id: watched.device.id }, body: inside },
      { as: user },
    );
    expect(moved.status).toBe(200);
    expect(await world.executions(ruleId)).toHaveLength(1);
    await world.tell(watched, outside);
    const wide = { kind: 'circle' as const, radiusMeters: 1_000 };
    await world.db
      .update(twins)
      .set({ geoPolygon: wide, ...outside })
      .where(eq(twins.id, zone.id));
    await world.tell(watched, { latitude: 52.001, longitude: 8.5 });
    expect((await world.status(ruleId)).executions).toBe(2);
  });
});

describe('history in a metric', () => {
  it('is read as it was at each evaluation', async () => {
    const watched = await world.device();
    const [metric] = metricsOf(watched.ids, 'temperature');
    const last3 = {
      ...metric,
      alias: 'mean',
      stateId: watched.ids.temperature,
      operation: 'avg' as const,
      historyCount: 3,
    };
    const ruleId = await world.rule(watched.device, {
      metrics: [last3],
      conditions: above('mean', 20),
      alarm: anAlarm,
    });
    await world.tell(watched, { temperature: 10 }, { temperature: 20 });
    world.wait(10);
    const early = world.message(watched, { temperature: 30 });
    const at = world.clock.now().getTime();
    const late = { ...world.message(watched, { temperature: 60 }), timestamp: new Date(at + 5).toISOString() };
    await world.send(watched, early, late);
    const means = (await world.executions(ruleId)).map(({ result, metrics }) => [result, metrics[0]?.value]);
    expect(means).toEqual([
      ['notMet', 10],
      ['executed', (20 + 30 + 60) / 3],
    ]);
    expect((await world.executions(ruleId))[0]?.count).toBe(3);
  });

  it('reaches back by minutes', async () => {
    const watched = await world.device();
    const count = { alias: 'n', stateId: watched.ids.temperature, operation: 'count' as const, historyMinutes: 60 };
    const ruleId = await world.rule(watched.device, { metrics: [count], alarm: anAlarm });
    for (let n = 0; n < 3; n += 1) {
      await world.tell(watched, { temperature: n });
      world.wait(25 * 60_000);
    }
    await world.tell(watched, { temperature: 9 });
    const all = await world.executions(ruleId);
    expect(all).toMatchObject([{ count: 4, metrics: [{ value: 1 }] }]);
  });
});
