import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  above,
  anAlarm,
  createWatchedWorld,
  metricsOf,
  type Watched,
  type WatchedWorld,
} from '../../src/features/rules/engine/testing/watched.ts';
import { newestValue } from '../../src/ingest/newest/testing/newest.fixture.ts';

/** The clock stands still, so that all messages arrive in the same millisecond. */
let world: WatchedWorld;
beforeAll(async () => {
  world = await createWatchedWorld();
});
afterAll(() => world.close());

const temperatures = (watched: Watched, values: readonly number[]) =>
  values.map((temperature) => world.message(watched, { temperature }));

/** Values with the distance of their time from the arrival, in milliseconds. */
async function historyOf(series: number): Promise<[afterMs: number, value: unknown][]> {
  const points = await world.server.history.range({ series, from: 0, to: 4e12, limit: 100, order: 'ascending' });
  return points.map(({ at, value }) => [at - world.clock.now().getTime(), value]);
}

const newestOf = (stateId: number): Promise<unknown> => newestValue(world.db, stateId);

describe('messages without a time', () => {
  it('that come in one call are measured a millisecond apart, and rules see each in its order', async () => {
    const watched = await world.device();
    const { temperature } = watched.ids;
    const ruleId = await world.rule(watched.device, {
      ...{ metrics: metricsOf(watched.ids, 'temperature'), conditions: above('temperature', 4), alarm: anAlarm },
    });
    await world.send(watched, ...temperatures(watched, [1, 5, 2, 6, 3]));
    expect(await historyOf(temperature)).toEqual([
      [0, 1],
      [1, 5],
      [2, 2],
      [3, 6],
      [4, 3],
    ]);
    expect(await newestOf(temperature)).toBe(3);
    const records = (await world.executions(ruleId)).map(({ result, metrics }) => [result, metrics[0]?.value]);
    expect(records).toEqual([
      ['notMet', 1],
      ['executed', 5],
      ['notMet', 2],
      ['executed', 6],
      ['notMet', 3],
    ]);
  });

  it('that come in different calls of one millisecond don’t overwrite each other either', async () => {
    const watched = await world.device();
    for (const value of [1, 5, 2]) await world.send(watched, ...temperatures(watched, [value]));
    expect((await historyOf(watched.ids.temperature)).map(([, value]) => value)).toEqual([1, 5, 2]);
    expect(await newestOf(watched.ids.temperature)).toBe(2);
  });

  it('of other devices in the same call keep the time of the arrival', async () => {
    const [one, other] = [await world.device(), await world.device()];
    const { connector } = one.device;
    await world.db.execute(`update devices set connector_id = ${connector.id} where twin_id = ${other.device.id}`);
    const sender = { connectorId: connector.id, accountId: connector.account.id };
    const messages = [one, other, one].map((watched) => world.message(watched, { temperature: 7 }));
    expect(await world.server.field.ingestion.accept(sender, messages)).toMatchObject({ accepted: 3 });
    const { rows } = await world.server.database.pool.query<{ identifier: string; at: number }>(
      'select identifier, received_at as at from packets where connector_id = $1 order by received_at, identifier',
      [connector.id],
    );
    const nowMs = world.clock.now().getTime();
    const [first, second] = [one.device.externalId, other.device.externalId].sort();
    expect(rows.map(({ identifier, at }) => [identifier, at - nowMs])).toEqual([
      [first, 0],
      [second, 0],
      [one.device.externalId, 1],
    ]);
  });

  it('are not late when the clock is put back a little', async () => {
    const watched = await world.device();
    await world.send(watched, ...temperatures(watched, [1]));
    world.wait(-2_000);
    await world.send(watched, ...temperatures(watched, [2]));
    expect(await newestOf(watched.ids.temperature)).toBe(2);
    expect(await historyOf(watched.ids.temperature)).toEqual([
      [2_000, 1],
      [2_001, 2],
    ]);
  });

  it('leave those with a time alone', async () => {
    const watched = await world.device();
    const time = world.clock.now().getTime() - 60_000;
    const [timed, timeless] = temperatures(watched, [1, 2]);
    await world.send(watched, { ...timed, time }, { ...timeless }, { ...timed, time: time + 5 });
    expect(await historyOf(watched.ids.temperature)).toEqual([
      [-60_000, 1],
      [-59_995, 1],
      [0, 2],
    ]);
  });
});

describe('several sets of variables without a time that a parser reads from one packet', () => {
  const script = 'module.exports = (payload) => payload.sets;';

  async function sent(sets: Record<string, number>[]) {
    const watched = await world.device({ script });
    await world.send(watched, world.message(watched, { sets }));
    return { temperature: await historyOf(watched.ids.temperature), humidity: await historyOf(watched.ids.humidity) };
  }

  it('are measured a millisecond apart where they repeat a variable', async () => {
    const sets = [{ temperature: 1, humidity: 10 }, { temperature: 2 }, { temperature: 3, humidity: 30 }];
    expect(await sent(sets as Record<string, number>[])).toEqual({
      temperature: [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
      humidity: [
        [0, 10],
        [2, 30],
      ],
    });
  });

  it('are measured at the same time where they don’t', async () => {
    expect(await sent([{ temperature: 1 }, { humidity: 10 }] as Record<string, number>[])).toEqual({
      temperature: [[0, 1]],
      humidity: [[0, 10]],
    });
  });
});
