import type { TimeseriesOptions } from '@stellwerk/contract/state-source';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../../test/server.ts';
import { systemClock } from '../../../../platform/clock/clock.ts';
import type { History } from '../../../../platform/history/history.ts';
import { createStateFixture, type StateFixture } from '../../testing/states.fixture.ts';
import { createStateCache, type StateCache } from '../cache.ts';
import type { ValueUpdate } from '../value.ts';
import { createValues, type Values } from '../values.ts';
import { OutdatedError } from '../write-set.ts';
import { noteRemoval } from './removal.store.ts';

let server: TestServer;
let make: StateFixture;
let values: Values;
/** Number of reads from the history. */
let reads = 0;
beforeAll(async () => {
  server = await startTestServer();
  make = createStateFixture(server);
  const counted =
    <A extends unknown[], R>(call: (...args: A) => R) =>
    (...args: A) => {
      reads += 1;
      return call(...args);
    };
  const { history } = server;
  const counting: History = {
    ...history,
    range: counted(history.range),
    columns: counted(history.columns),
    latest: counted(history.latest),
    summarise: counted(history.summarise),
    summaries: counted(history.summaries),
  };
  values = createValues({ history: counting, sandbox: server.sandbox, clock: systemClock });
});
afterAll(() => server.close());

type Options = Partial<Omit<TimeseriesOptions, 'stateId'>>;

async function series(...options: Options[]) {
  const twin = await server.make.twin();
  const source = await make.state(twin);
  const results: number[] = [];
  for (const each of options) {
    const timeseries = { operation: 'sum' as const, zone: 'UTC', ...each, stateId: source };
    results.push(await make.state(twin, { config: { source: 'timeseries-aggregate', timeseries } }));
  }
  return { twin, source, results };
}

/** Retries with the stored values after a write conflict, as the pipeline does. */
async function send(cache: StateCache, updates: readonly ValueUpdate[]): Promise<void> {
  for (;;) {
    const work = values.begin(make.db, cache);
    work.add(updates);
    try {
      await make.db.transaction((tx) => work.apply(tx));
      return;
    } catch (error) {
      await work.discard();
      if (!(error instanceof OutdatedError)) throw error;
      cache.outdate(error.stateIds);
    }
  }
}

async function remove(source: number, before: Date): Promise<void> {
  await server.history.dropBefore([source], before.getTime());
  await noteRemoval(make.db, [source], before);
}

const operations = ['avg', 'min', 'max', 'sum', 'median', 'count', 'differencePeriod', 'differenceValue'] as const;

/** A value every ten minutes for a year. */
async function fillYear(source: number, count: number): Promise<void> {
  const points = Array.from({ length: count }, (_, index) => ({
    ...{ series: source, at: make.timeOf(index * 10).getTime(), shard: 1, seq: index },
    ...{ value: index % 97, source: 'live' as const },
  }));
  await server.history.write(make.db, points);
}

describe('time-series aggregates over a year', () => {
  it('read their window once, however many values come', async () => {
    const year: Options = { mode: 'duration', durationLength: 1, durationUnit: 'year' };
    const { source, results } = await series(...operations.map((operation) => ({ ...year, operation })));
    await fillYear(source, 9_000);
    const cache = createStateCache();
    await send(cache, [make.update(source, 1, 90_000)]);
    const before = reads;
    for (let batch = 0; batch < 5; batch += 1) {
      const updates = Array.from({ length: 100 }, (_, index) => make.update(source, 2, 90_001 + batch * 100 + index));
      await send(cache, updates);
    }
    expect(reads - before).toBeLessThan(5);
    const span = { from: make.timeOf(0).getTime(), to: make.timeOf(90_501).getTime() };
    const { sum, min, max, median, count } = await server.history.summarise({ series: source, ...span, median: true });
    const expected = [sum / count, min, max, sum, median, count, null, 0];
    for (const [index, id] of results.entries()) {
      const live = await make.read(id);
      await make.values.recompute(make.db, [id]);
      expect([live.value, (await make.read(id)).value]).toEqual([expected[index], expected[index]]);
    }
  });
});

describe('a transaction that was rolled back', () => {
  it('costs the days that it has written to, not the whole window', async () => {
    const year: Options = { mode: 'duration', durationLength: 1, durationUnit: 'year' };
    const { source, results } = await series(...operations.map((operation) => ({ ...year, operation })));
    await fillYear(source, 9_000);
    const cache = createStateCache();
    await send(cache, [make.update(source, 1, 90_000)]);
    const work = values.begin(make.db, cache);
    work.add([make.update(source, 100, 90_001), make.update(source, 100, 90_002)]);
    const broken = make.db.transaction(async (tx) => {
      await work.apply(tx);
      throw new Error('the database went away');
    });
    await expect(broken).rejects.toThrow('went away');
    await work.discard();
    const before = reads;
    await send(cache, [make.update(source, 2, 90_001)]);
    // One read for that day, and one for the last two values.
    expect(reads - before).toBe(2);
    for (const id of results) {
      const live = await make.read(id);
      await make.values.recompute(make.db, [id]);
      expect((await make.read(id)).value).toEqual(live.value);
    }
  });
});

describe('what is known of the past', () => {
  const hours: Options = { operation: 'sum', mode: 'period', periodUnit: 'hour' };

  it('is read again when somebody else has added a late value that no window held then', async () => {
    const { source, results } = await series(hours);
    const [result = 0] = results;
    const cache = createStateCache();
    await send(cache, [make.update(source, 1, 70), make.update(source, 2, 100)]);
    await make.apply(make.update(source, 10, 80));
    await send(cache, [make.update(source, 4, 121)]);
    expect((await make.read(result)).value).toBe(13);
  });

  it('is read again when somebody else has added the newest value', async () => {
    const { source, results } = await series(hours);
    const [result = 0] = results;
    const cache = createStateCache();
    await send(cache, [make.update(source, 1, 10), make.update(source, 1, 70)]);
    await make.apply(make.update(source, 10, 80));
    await send(cache, [make.update(source, 4, 90), make.update(source, 4, 121)]);
    expect((await make.read(result)).value).toBe(15);
  });

  it('is read again when retention has taken a part of it', async () => {
    const { source, results } = await series({ operation: 'sum', durationLength: 3, durationUnit: 'day' });
    const [result = 0] = results;
    const cache = createStateCache();
    const day = 24 * 60;
    await send(cache, [make.update(source, 1, 0), make.update(source, 2, day), make.update(source, 4, day + 1)]);
    expect((await make.read(result)).value).toBe(7);
    await remove(source, make.timeOf(day));
    await send(cache, [make.update(source, 8, day + 2)]);
    expect((await make.read(result)).value).toBe(14);
  });

  it('forgets values of a transaction that was rolled back', async () => {
    const { source, results } = await series({ operation: 'sum', durationLength: 3 });
    const [result = 0] = results;
    const cache = createStateCache();
    await send(cache, [make.update(source, 1, 10)]);
    const work = values.begin(make.db, cache);
    work.add([make.update(source, 100, 20)]);
    const broken = make.db.transaction(async (tx) => {
      await work.apply(tx);
      throw new Error('the database went away');
    });
    await expect(broken).rejects.toThrow('went away');
    await work.discard();
    await send(cache, [make.update(source, 2, 30)]);
    expect((await make.read(result)).value).toBe(3);
  });
});

describe('live values of time-series aggregates', () => {
  /** Windows to test around both clock changes in Berlin, with values some hours apart and some repeated times. */
  const windows: Options[] = [
    { mode: 'duration', durationLength: 30, durationUnit: 'minute' },
    { mode: 'duration', durationLength: 2, durationUnit: 'day', zone: 'Europe/Berlin' },
    { mode: 'duration', durationLength: 1, durationUnit: 'month', zone: 'Europe/Berlin' },
    { mode: 'duration', fixedTimestamp: true, durationUnit: 'hour' },
    { mode: 'period', periodUnit: 'day', zone: 'Europe/Berlin' },
    { mode: 'period', periodUnit: 'week', zone: 'Europe/Berlin', offset: 1, offsetUnit: 'day' },
    { mode: 'period', periodUnit: 'hour', offset: 15, offsetUnit: 'minute', zone: 'Asia/Kolkata' },
  ];
  const starts = [Date.UTC(2024, 2, 30, 20), Date.UTC(2024, 9, 26, 20)];
  const value = fc.oneof(
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom<boolean | null>(true, false, null),
  );
  const moment = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 12 }));
  const sent = fc.record({
    value,
    at: moment,
    /** Written by the pipeline, by another writer, or in a transaction that fails. */
    by: fc.constantFrom('pipeline', 'pipeline', 'pipeline', 'other', 'failing'),
    isRestarted: fc.boolean(),
    /** Whether retention removes the earlier days. */
    isRemoved: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  });

  it('are those that the history gives, with late values, equal times, removal, restarts and failures', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...starts),
        fc.array(fc.tuple(fc.constantFrom(...operations), fc.constantFrom(...windows)), { minLength: 1, maxLength: 4 }),
        fc.array(fc.array(sent, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
        async (start, kinds, steps) => {
          const { source, results } = await series(...kinds.map(([operation, window]) => ({ operation, ...window })));
          let cache = createStateCache();
          const toUpdate = ({ value, at }: { value: number | boolean | null; at: number }) =>
            make.update(source, value, new Date(start + at * 20 * 60_000).toISOString());
          for (const step of steps) {
            const [first] = step;
            if (first?.isRestarted) cache = createStateCache();
            if (first?.isRemoved) await remove(source, new Date(start + 86_400_000));
            if (first?.by === 'other') await make.apply(...step.map(toUpdate));
            else if (first?.by === 'failing') {
              const work = values.begin(make.db, cache);
              work.add(step.map(toUpdate));
              const failing = make.db.transaction(async (tx) => {
                await work.apply(tx);
                throw new OutdatedError([]);
              });
              await failing.catch(() => {});
              await work.discard();
              cache.outdate([source, ...results]);
            } else await send(cache, step.map(toUpdate));
          }
          const last = steps.flat().length;
          await send(cache, [toUpdate({ value: last, at: 401 })]);
          const hasRemoved = steps.some(([first]) => first?.isRemoved);
          for (const [index, id] of results.entries()) {
            const window = kinds[index]?.[1];
            // Removal triggers no computation: an aligned window that was computed before keeps its value.
            if (hasRemoved && (window?.mode === 'period' || window?.fixedTimestamp)) continue;
            const live = await make.read(id);
            await make.values.recompute(make.db, [id]);
            const again = await make.read(id);
            expect([live.value, live.measuredAt]).toEqual([again.value, again.measuredAt]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
