import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestRules } from '../../../../test/rules.ts';
import { rules } from '../rule.table.ts';
import { ruleSaved } from './saved.ts';
import {
  above,
  anAlarm,
  createWatchedWorld,
  type Draft,
  metricsOf,
  type Watched,
  type WatchedWorld,
} from './testing/watched.ts';

const noon = Date.UTC(2026, 5, 1, 12);
const minuteMs = 60_000;

let world: WatchedWorld;
beforeAll(async () => {
  world = await createWatchedWorld(noon);
});
afterAll(() => world.close());

const turn = () => world.server.field.engine.turn();
const mail = { type: 'mail', options: { to: ['someone@example.org'], subject: 'Hot', body: '' } };

const ruleAbove = (watched: Watched, more: Draft) =>
  world.rule(watched.device, {
    metrics: metricsOf(watched.ids, 'temperature'),
    conditions: above('temperature', 30),
    commands: [mail],
    ...more,
  } as Draft);

const resultsOf = async (ruleId: number) =>
  (await world.executions(ruleId)).map(({ result, count }) => `${result} ${count}`);

describe('a rule that fires on change', () => {
  it('sends its commands once, and again after its conditions were not true', async () => {
    const watched = await world.device();
    const ruleId = await ruleAbove(watched, { fireOn: 'change' });
    await world.tell(watched, ...[20, 31, 32, 33, 20, 35].map((temperature) => ({ temperature })));
    expect(await resultsOf(ruleId)).toEqual(['notMet 1', 'executed 1', 'met 2', 'notMet 1', 'executed 1']);
    expect(await world.commands(ruleId)).toHaveLength(2);
  });

  it('keeps its alarm open while it waits for the next change, and reopens it when it was resolved by hand', async () => {
    const watched = await world.device();
    const ruleId = await ruleAbove(watched, { fireOn: 'change', alarm: anAlarm });
    await world.tell(watched, { temperature: 31 }, { temperature: 32 });
    expect(await world.alarms(ruleId)).toMatchObject([{ message: 'Too hot: 31', resolvedAt: null }]);
  });

  it('gives the all-clear once, if it fires when they are no longer true', async () => {
    const watched = await world.device();
    const ruleId = await ruleAbove(watched, { fireOn: 'cleared' });
    await world.tell(watched, ...[20, 31, 32, 20, 19].map((temperature) => ({ temperature })));
    expect(await resultsOf(ruleId)).toEqual(['notMet 1', 'met 2', 'executed 1', 'notMet 1']);
    expect(await world.commands(ruleId)).toHaveLength(1);
  });

  it('does not fire again for values of the same batch, nor within its hysteresis', async () => {
    const watched = await world.device();
    const tree = { op: 'when', metric: 'temperature', cmp: 'gt', value: 30, hysteresis: 5 } as const;
    const ruleId = await ruleAbove(watched, { fireOn: 'change', conditions: { mode: 'tree', tree } });
    const messages = [31, 29, 31, 26, 25, 31].map((temperature) => world.message(watched, { temperature }));
    await world.send(watched, ...messages);
    await world.tell(watched, { temperature: 26 }, { temperature: 31 });
    expect(await resultsOf(ruleId)).toEqual(['executed 1', 'met 3', 'notMet 1', 'executed 1', 'met 2']);
  });
});

describe('conditions that have to last', () => {
  it('fire at the end of their time without a new value, once, also after a restart', async () => {
    const watched = await world.device();
    const ruleId = await ruleAbove(watched, { fireOn: 'change', forMinutes: 10, alarm: anAlarm });
    await turn();
    await world.tell(watched, { temperature: 31 });
    expect(await world.alarms(ruleId)).toEqual([]);
    world.wait(9 * minuteMs);
    await turn();
    expect(await world.commands(ruleId)).toEqual([]);
    world.wait(minuteMs);
    const { engine } = await createTestRules({ ...world.server, clock: world.clock });
    await engine.turn();
    await turn();
    expect(await resultsOf(ruleId)).toEqual(['notMet 1', 'pending 1', 'executed 1']);
    expect((await world.executions(ruleId)).at(-1)).toMatchObject({ trigger: { kind: 'lasted' } });
    expect(await world.alarms(ruleId)).toMatchObject([{ resolvedAt: null }]);
    expect(await world.wakeups(ruleId)).toEqual([]);
  });

  it('start anew after a break', async () => {
    const watched = await world.device();
    const ruleId = await ruleAbove(watched, { fireOn: 'change', forMinutes: 10 });
    await world.tell(watched, { temperature: 31 });
    world.wait(6 * minuteMs);
    await world.tell(watched, { temperature: 20 }, { temperature: 31 });
    world.wait(6 * minuteMs);
    await turn();
    expect(await world.commands(ruleId)).toEqual([]);
    world.wait(4 * minuteMs);
    await turn();
    expect(await world.commands(ruleId)).toHaveLength(1);
  });
});

describe('a rule that is saved', () => {
  it('is evaluated once with the values that are there', async () => {
    const watched = await world.device();
    await world.tell(watched, { temperature: 31 });
    const ruleId = await ruleAbove(watched, { fireOn: 'change', alarm: anAlarm });
    await turn();
    await turn();
    expect(await world.executions(ruleId)).toMatchObject([
      { result: 'executed', count: 1, trigger: { kind: 'saved' } },
    ]);
    expect(await world.alarms(ruleId)).toHaveLength(1);
    await world.tell(watched, { temperature: 32 });
    expect(await world.commands(ruleId)).toHaveLength(1);
  });

  it('opens its alarm without sending commands, if it acts on every value', async () => {
    const watched = await world.device();
    await world.tell(watched, { temperature: 31 });
    const ruleId = await ruleAbove(watched, { alarm: anAlarm });
    await turn();
    expect(await resultsOf(ruleId)).toEqual(['met 1']);
    expect(await world.alarms(ruleId)).toHaveLength(1);
    await world.tell(watched, { temperature: 32 });
    expect(await world.commands(ruleId)).toHaveLength(1);
  });

  it('does not fire again if its conditions are the same as before', async () => {
    const watched = await world.device();
    await world.tell(watched, { temperature: 31 });
    const ruleId = await ruleAbove(watched, { fireOn: 'change' });
    await turn();
    const [before] = await world.db.select().from(rules).where(eq(rules.id, ruleId));
    if (!before) throw new Error('the rule is gone');
    await world.db
      .update(rules)
      .set({ revision: 2, definition: { ...before.definition, throttleHours: 1 } })
      .where(eq(rules.id, ruleId));
    await ruleSaved(world.db, { ruleId, now: world.clock.now() });
    await turn();
    expect(await world.commands(ruleId)).toHaveLength(1);
  });
});
