import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { above, anAlarm, createWatchedWorld, metricsOf, type Watched, type WatchedWorld } from './testing/watched.ts';

const hourMs = 3_600_000;

let world: WatchedWorld;
beforeAll(async () => {
  world = await createWatchedWorld();
});
afterAll(() => world.close());

/** The result of each recorded evaluation, and the values of its metrics. */
const recordsOf = async (ruleId: number) =>
  (await world.executions(ruleId)).map(({ result, metrics }) => [result, ...metrics.map(({ value }) => value)]);

/** A rule for hot and humid, whose humidity metric may look back. */
async function hotAndHumid(watched: Watched, window: Record<string, unknown> = {}): Promise<number> {
  const [temperature, humidity] = metricsOf(watched.ids, 'temperature', 'humidity');
  const children = [above('temperature', 30).tree, above('humidity', 40).tree];
  return world.rule(watched.device, {
    metrics: [temperature, { ...humidity, ...window }] as never,
    conditions: { mode: 'tree', tree: { op: 'and', children } },
    alarm: anAlarm,
  });
}

describe('after the clock has jumped back, a rule', () => {
  it('sees the newest value of a state that has sent nothing since', async () => {
    const watched = await world.device();
    const ruleId = await hotAndHumid(watched);
    await world.tell(watched, { temperature: 20, humidity: 50 });
    world.wait(-hourMs);
    await world.tell(watched, { temperature: 31 });
    expect(await recordsOf(ruleId)).toEqual([
      ['notMet', 20, 50],
      ['executed', 31, 50],
    ]);
  });

  it('sees the value of before of a state whose next one is in the same batch', async () => {
    const watched = await world.device();
    const ruleId = await hotAndHumid(watched);
    await world.tell(watched, { temperature: 20, humidity: 50 });
    world.wait(-hourMs);
    const [hot, dry, humid] = [{ temperature: 31 }, { humidity: 10 }, { humidity: 60 }];
    await world.send(watched, ...[hot, dry, humid].map((payload) => world.message(watched, { ...payload })));
    expect(await recordsOf(ruleId)).toEqual([
      ['notMet', 20, 50],
      ['executed', 31, 50],
      ['notMet', 31, 10],
      ['executed', 31, 60],
    ]);
  });

  it.each([
    ['the last two values', { historyCount: 2 }],
    ['the last ten minutes', { historyMinutes: 10 }],
    ['the last two values of ten minutes', { historyCount: 2, historyMinutes: 10 }],
  ])('sees %s of a state that has sent nothing since', async (_name, window) => {
    const watched = await world.device();
    const ruleId = await hotAndHumid(watched, { ...window, operation: 'avg' });
    await world.tell(watched, { temperature: 20, humidity: 50 }, { humidity: 60 });
    world.wait(-hourMs);
    await world.tell(watched, { temperature: 31 });
    expect((await recordsOf(ruleId)).at(-1)).toEqual(['executed', 31, 55]);
  });

  it('sees its own new value behind many that lie ahead', async () => {
    const watched = await world.device();
    const ruleId = await hotAndHumid(watched, { historyMinutes: 30, operation: 'latest' });
    const cold = Array.from({ length: 100 }, () => world.message(watched, { temperature: 31, humidity: 10 }));
    const startMs = world.clock.now().getTime();
    await world.send(watched, ...cold.map((message, index) => ({ ...message, time: startMs - index * 1_000 })));
    world.wait(-hourMs);
    await world.tell(watched, { humidity: 60 });
    expect((await recordsOf(ruleId)).at(-1)).toEqual(['executed', 31, 60]);
  });

  it('ends with the packet that came last, also where the jump lies within a batch', async () => {
    const watched = await world.device();
    const ruleId = await hotAndHumid(watched);
    await world.tell(watched, { temperature: 20, humidity: 50 });
    const { connector } = watched.device;
    const sender = { connectorId: connector.id, accountId: connector.account.id };
    const { accept, idle } = world.server.field.ingestion;
    const hot = accept(sender, [world.message(watched, { temperature: 40 })]);
    world.wait(-hourMs);
    await Promise.all([hot, accept(sender, [world.message(watched, { temperature: 10 })])]);
    await idle();
    expect(await recordsOf(ruleId)).toEqual([
      ['notMet', 20, 50],
      ['executed', 40, 50],
      ['notMet', 10, 50],
    ]);
  });
});

describe('a value from a sender whose clock is fast', () => {
  it('is not taken for a newest value', async () => {
    const watched = await world.device();
    const ruleId = await hotAndHumid(watched, { historyCount: 2, operation: 'avg' });
    await world.tell(watched, { temperature: 20, humidity: 50 });
    const time = world.clock.now().getTime() + hourMs;
    await world.send(watched, { ...world.message(watched, { humidity: 99 }), time });
    await world.tell(watched, { temperature: 31 });
    expect((await recordsOf(ruleId)).at(-1)).toEqual(['executed', 31, 50]);
  });
});
