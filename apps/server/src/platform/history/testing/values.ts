import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bucketFunctions, type HistoryPoint, type JsonValue } from '../history.ts';
import { createReference } from './reference.ts';
import { day, dayMs, numbers, type Suite } from './suite.ts';

/** Written values are read back unchanged. */
export function testValues({ db, history, newSeries, write, everything }: Suite): void {
  it('keeps values of every type to the last bit, packed or not', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((value) => !value.includes('\0'));
    const anyValue = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer().map((value) => value / 1000),
      fc.boolean(),
      text,
      fc.constant(null),
      fc.array(fc.oneof(fc.integer(), text, fc.boolean()), { maxLength: 3 }),
      fc.dictionary(fc.string({ maxLength: 4 }), fc.oneof(fc.integer(), text), { maxKeys: 3, noNullPrototype: true }),
    ) as fc.Arbitrary<JsonValue>;
    await fc.assert(
      fc.asyncProperty(fc.array(anyValue, { minLength: 1, maxLength: 40 }), async (values) => {
        const series = newSeries();
        const points = values.map((value, index): HistoryPoint => {
          const seq = index % 2 === 0 ? Number.MAX_SAFE_INTEGER - index : index;
          return {
            series,
            at: day + index * 1_000,
            shard: index % 3,
            seq,
            value,
            source: index % 4 === 0 ? 'manual' : 'live',
          };
        });
        await write(points);
        expect(await everything(series)).toEqual(points);
        await history().pack(day);
        expect(await everything(series)).toEqual(points);
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it('keeps the series of one batch apart, also those with very large numbers', async () => {
    const series = [newSeries(), 2 ** 45, newSeries(), 2 ** 32 - 1, 2 ** 32, newSeries()];
    const points = [2, 0, 1].flatMap((place) =>
      series.flatMap((id) => numbers(id, 3, 60_000).filter((_, index) => index === place)),
    );
    await write(points);
    for (const id of series) expect(await everything(id)).toEqual(numbers(id, 3, 60_000));
  });

  it('lets the later packet win at equal times, and the re-derived value of the same packet', async () => {
    const series = newSeries();
    const point = (seq: number, value: number, source: HistoryPoint['source'] = 'live'): HistoryPoint => ({
      series,
      at: day,
      shard: 0,
      seq,
      value,
      source,
    });
    const valueNow = async () => (await everything(series)).map(({ value }) => value);
    await write([point(5, 50), point(4, 40)]);
    expect(await valueNow()).toEqual([50]);
    await history().pack(day);
    await write([point(4, 40)]);
    expect(await valueNow()).toEqual([50]);
    await write([point(5, 55, 'rederived')]);
    expect(await valueNow()).toEqual([55]);
    await history().pack(day);
    await write([point(5, 50)]);
    expect(await valueNow()).toEqual([55]);
    await history().pack(day);
    expect(await valueNow()).toEqual([55]);
    await write([point(6, 60)]);
    expect(await valueNow()).toEqual([60]);
  });

  it('hides a packed value behind a later null at the same time, in every function', async () => {
    const series = newSeries();
    const reference = createReference();
    const points = numbers(series, 3, 3_600_000);
    const later = points.slice(0, 1).map((point) => ({ ...point, seq: 9, value: null }));
    await write(points);
    await history().pack(day);
    await write(later);
    reference.write([...points, ...later]);
    for (const fn of bucketFunctions) {
      const query = { series: [series], from: day, to: day + dayMs, interval: '1h', fn, zone: 'UTC' } as const;
      expect(await history().buckets(query), fn).toEqual(reference.buckets(query));
    }
  });

  it('takes part in the transaction of the caller', async () => {
    const series = newSeries();
    const points = numbers(series, 3, 1_000);
    const cancelled = db().transaction(async (tx) => {
      await history().write(tx, points);
      throw new Error('changed my mind');
    });
    await expect(cancelled).rejects.toThrow('changed my mind');
    expect(await everything(series)).toEqual([]);
    await db().transaction((tx) => history().write(tx, points));
    expect(await everything(series)).toEqual(points);
  });

  it('shows a transaction what it wrote itself, packed or not, and nobody else', async () => {
    const series = newSeries();
    const packed = numbers(series, 5, 3_600_000);
    await write(packed);
    await history().pack(day);
    const own = packed.map((point) => ({ ...point, at: point.at + 1_000, seq: 9, value: 100 }));
    const reference = createReference();
    reference.write([...packed, ...own]);
    const span = { from: day, to: day + dayMs };
    const range = { series, ...span, limit: 100, order: 'ascending' } as const;
    const buckets = { series: [series], ...span, interval: '1h', fn: 'count', zone: 'UTC' } as const;
    const summary = { series, ...span, median: true };
    await db().transaction(async (tx) => {
      await history().write(tx, own);
      expect(await history().range(range, tx)).toEqual(reference.all(series));
      expect((await history().latest([series], 2, tx)).get(series)).toEqual(
        reference.all(series).reverse().slice(0, 2),
      );
      expect(await history().buckets(buckets, tx)).toEqual(reference.buckets(buckets));
      expect(await history().summarise(summary, tx)).toEqual(reference.summarise(summary));
      expect((await history().downsample({ series, ...span, maxPoints: 100 }, tx)).samples).toHaveLength(10);
      expect(await history().range(range)).toEqual(packed);
      expect(await history().range(range, db())).toEqual(packed);
    });
    expect(await history().range(range)).toEqual(reference.all(series));
  });

  it('refuses what it cannot store and leaves the transaction usable', async () => {
    const series = newSeries();
    const [point] = numbers(series, 1, 1);
    if (!point) throw new Error('no point');
    const bad: HistoryPoint[] = [
      { ...point, value: Number.NaN },
      { ...point, value: Number.POSITIVE_INFINITY },
      { ...point, value: 'a\0b' },
      { ...point, at: 1.5 },
      { ...point, at: -1 },
      { ...point, seq: -1 },
      { ...point, shard: 2 ** 31 },
    ];
    await db().transaction(async (tx) => {
      for (const entry of bad) {
        await expect(history().write(tx, [point, entry])).rejects.toMatchObject({
          code: 'HISTORY_VALUE_INVALID',
        });
      }
      await history().write(tx, [point, { ...point, at: day + 1, value: { nested: 'a\0b' } }]);
    });
    expect((await everything(series)).map(({ value }) => value)).toEqual([0, { nested: 'a\0b' }]);
  });
}
