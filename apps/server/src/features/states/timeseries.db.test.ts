import type { TimeseriesOptions } from '@stellwerk/contract/state-source';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createStateFixture, type StateFixture } from './testing/states.fixture.ts';

let server: TestServer;
let make: StateFixture;
beforeAll(async () => {
  server = await startTestServer();
  make = createStateFixture(server);
});
afterAll(() => server.close());

type Options = Partial<Omit<TimeseriesOptions, 'stateId'>>;

async function series(options: Options) {
  const twin = await server.make.twin();
  const source = await make.state(twin);
  const timeseries = { operation: 'sum' as const, zone: 'UTC', ...options, stateId: source };
  const result = await make.state(twin, { config: { source: 'timeseries-aggregate', timeseries } });
  const send = (value: number, at: number | string) => make.apply(make.update(source, value, at));
  return { twin, source, result, send, value: async () => (await make.read(result)).value };
}

describe('a time-series aggregate over the last hour', () => {
  it.each([
    ['avg', 4],
    ['min', 1],
    ['max', 9],
    ['sum', 12],
    ['median', 2],
    ['count', 3],
  ] as const)('gives %s', async (operation, expected) => {
    const { send, value, result } = await series({ operation });
    await send(100, 0);
    for (const [number, at] of [
      [1, 60],
      [9, 61],
      [2, 119],
    ] as const) {
      await send(number, at);
    }
    expect(await value()).toBe(expected);
    expect((await make.read(result)).measuredAt).toEqual(make.timeOf(119));
  });

  it('takes late values that its window holds, and no others', async () => {
    const { send, value, result } = await series({ operation: 'sum' });
    await send(1, 120);
    await send(10, 90);
    expect(await value()).toBe(11);
    const points = (await make.history(result)).length;
    await send(100, 60);
    expect(await value()).toBe(11);
    expect((await make.history(result)).length).toBe(points);
  });

  it('passes its result on to what is computed from it', async () => {
    const { twin, result, send } = await series({ operation: 'sum' });
    const config = { source: 'aggregate' as const, stateIds: [result] };
    const next = await make.state(twin, { config, transformer: 'return value[0] * 2' });
    await send(1, 120);
    await send(10, 90);
    expect((await make.read(next)).value).toBe(22);
  });

  it('hands its result to its transformer', async () => {
    const twin = await server.make.twin();
    const source = await make.state(twin);
    const timeseries = { stateId: source, operation: 'sum' as const };
    const config = { source: 'timeseries-aggregate' as const, timeseries };
    const result = await make.state(twin, { config, transformer: 'return value / 2' });
    await make.apply(make.update(source, 8, 1));
    expect((await make.read(result)).value).toBe(4);
  });

  it('sees the values of the same call in their turn', async () => {
    const { source, result } = await series({ operation: 'count' });
    await make.apply(make.update(source, 1, 1), make.update(source, 1, 2), make.update(source, 1, 3));
    expect(await make.history(result)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });
});

describe('differences', () => {
  it('to the last value are those of the two newest, late ones included', async () => {
    const { send, value } = await series({ operation: 'differenceValue' });
    await send(100, 10);
    expect(await value()).toBeNull();
    await send(130, 20);
    expect(await value()).toBe(30);
    await send(125, 15);
    expect(await value()).toBe(5);
    await send(1, 5);
    expect(await value()).toBe(5);
  });

  it('to the last period are those of the greatest values', async () => {
    const { send, value } = await series({
      operation: 'differencePeriod',
      mode: 'period',
      periodUnit: 'hour',
    });
    await send(100, 10);
    await send(140, 70);
    await send(190, 110);
    expect(await value()).toBeNull();
    await send(200, 121);
    expect(await value()).toBe(90);
    await send(110, 50);
    expect(await value()).toBe(80);
  });
});

describe('a window on the clock', () => {
  it('is computed when something sets it off, once, with its end as time', async () => {
    const { send, value, result } = await series({ operation: 'sum', fixedTimestamp: true });
    await send(1, 30);
    expect(await value()).toBe(0);
    await send(2, 59);
    await send(4, 60);
    expect([await value(), (await make.read(result)).measuredAt]).toEqual([3, make.timeOf(60)]);
    const applied = await send(8, 61);
    expect(applied.map(({ stateId }) => stateId)).not.toContain(result);
    await send(16, 45);
    expect(await value()).toBe(19);
    expect(await make.history(result)).toEqual([
      [0, 0],
      [60, 19],
    ]);
  });

  it('leaves the state as it is when nothing lies in it, but sums and counts are zero then', async () => {
    const mean = await series({ operation: 'avg', mode: 'period', periodUnit: 'hour' });
    await mean.send(5, 30);
    await mean.send(6, 70);
    expect(await mean.value()).toBe(5);
    await mean.send(7, 300);
    expect(await mean.value()).toBe(5);
    const count = await series({ operation: 'count', mode: 'period', periodUnit: 'hour' });
    await count.send(5, 30);
    await count.send(6, 300);
    expect(await count.value()).toBe(0);
  });

  it('covers the 25 hours of the day on which clocks go back', async () => {
    const { send, value, result } = await series({
      operation: 'count',
      mode: 'period',
      periodUnit: 'day',
      zone: 'Europe/Berlin',
    });
    for (let hour = 0; hour < 26; hour += 1) {
      await send(1, new Date(Date.UTC(2024, 9, 26, 22) + hour * 3_600_000).toISOString());
    }
    expect(await value()).toBe(25);
    expect((await make.read(result)).measuredAt).toEqual(new Date('2024-10-27T23:00:00Z'));
  });
});

describe('values in any order', () => {
  const operations = ['avg', 'min', 'max', 'sum', 'median', 'count', 'differencePeriod', 'differenceValue'] as const;
  const modes: Options[] = [
    { mode: 'duration', durationLength: 30, durationUnit: 'minute' },
    { mode: 'duration', fixedTimestamp: true, durationUnit: 'hour' },
    { mode: 'period', periodUnit: 'hour', periodLength: 2 },
    { mode: 'period', periodUnit: 'hour', offset: 15, offsetUnit: 'minute', zone: 'Asia/Kolkata' },
  ];

  it('come to what the history gives at the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...operations),
        fc.constantFrom(...modes),
        fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 0, max: 300 })), {
          minLength: 1,
          maxLength: 10,
        }),
        fc.integer({ min: 1, max: 4 }),
        async (operation, mode, sent, batch) => {
          const { source, result } = await series({ operation, ...mode });
          const updates = sent.map(([value, at]) => make.update(source, value, at));
          for (let start = 0; start < updates.length; start += batch) {
            await make.apply(...updates.slice(start, start + batch));
          }
          const live = await make.read(result);
          await make.values.recompute(make.db, [result]);
          const replayed = await make.read(result);
          expect([live.value, live.measuredAt]).toEqual([replayed.value, replayed.measuredAt]);
        },
      ),
      { numRuns: 20 },
    );
  });
});
