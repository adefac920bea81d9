import { expect, it } from 'vitest';
import { bucketFunctions, bucketIntervals, type HistoryPoint } from '../history.ts';
import { createReference } from './reference.ts';
import { day, dayMs, numbers, type Suite } from './suite.ts';

/** Tests of buckets and downsampled lines. */
export function testCharts({ history, newSeries, write }: Suite): void {
  it('has 23 hours in the spring day of Berlin and 25 in the autumn day', async () => {
    const series = newSeries();
    const hourly = (from: number, hours: number) =>
      Array.from(
        { length: hours },
        (_, hour): HistoryPoint => ({
          series,
          at: from + hour * 3_600_000,
          shard: 0,
          seq: hour,
          value: 1,
          source: 'live',
        }),
      );
    const spring = Date.UTC(2025, 2, 28, 23);
    const autumn = Date.UTC(2025, 9, 24, 22);
    await write([...hourly(spring, 72), ...hourly(autumn, 73)]);
    for (const packed of [false, true]) {
      for (let at = spring; packed && at < autumn + 4 * dayMs; at += dayMs) await history().pack(at);
      const query = { series: [series], interval: '1d', fn: 'count', zone: 'Europe/Berlin' } as const;
      const counts = async (from: number, to: number) =>
        (await history().buckets({ ...query, from, to })).get(series)?.map(({ value }) => value);
      expect(await counts(spring, spring + 71 * 3_600_000)).toEqual([24, 23, 24]);
      expect(await counts(autumn, autumn + 73 * 3_600_000)).toEqual([24, 25, 24]);
    }
  });

  it('keeps every spike, both ends and the gaps when it thins out', async () => {
    const series = newSeries();
    const gap = (index: number) => index > 3_000 && index < 4_200;
    const points = numbers(series, 8_640, 10_000, (index) =>
      index === 5_555 ? 999 : index === 77 ? -999 : Math.sin(index / 200),
    );
    const kept = points.filter((_, index) => !gap(index));
    await write(kept);
    for (const packed of [false, true]) {
      if (packed) await history().pack(day);
      const { samples, binMs = 0 } = await history().downsample({
        series,
        from: 0,
        to: day + 9 * dayMs,
        maxPoints: 1000,
      });
      const times = samples.map(({ at }) => at);
      expect(samples.length).toBeLessThanOrEqual(1000);
      expect(samples.length).toBeGreaterThan(800);
      expect(samples.map(({ value }) => value)).toEqual(expect.arrayContaining([999, -999]));
      for (const index of [0, 3_000, 4_200, 8_639]) expect(times).toContain(day + index * 10_000);
      const gaps = times.flatMap((at, index) => (at - (times[index - 1] ?? at) > 2 * binMs ? [at] : []));
      expect(gaps).toEqual([day + 4_200 * 10_000]);
      const few = await history().downsample({ series, from: day, to: day + 1_000_000, maxPoints: 1000 });
      expect(few).toEqual({ samples: points.slice(0, 100).map(({ at, value }) => ({ at, value })) });
    }
  });

  it('answers all functions and intervals over a dense day alike before and after packing', async () => {
    const series = newSeries();
    const reference = createReference();
    const points = numbers(series, 2_000, 40_000, (index) => ((index * 37) % 1000) / 4);
    await write(points);
    reference.write(points);
    // One span is aligned to full hours and answered by rollups, the other cuts hours; the last zone is off the hour.
    const onHours = { from: day + 7_200_000, to: day + dayMs - 10_800_000 };
    const cut = { from: day + 1_234_567, to: day + dayMs - 7_654_321 };
    const cases = [
      { span: onHours, zone: 'Europe/Berlin', intervals: bucketIntervals },
      { span: cut, zone: 'Europe/Berlin', intervals: bucketIntervals },
      { span: onHours, zone: 'Asia/Kolkata', intervals: ['1h', '1d'] as const },
    ];
    const queries = cases.flatMap(({ span, zone, intervals }) =>
      intervals.flatMap((interval) => bucketFunctions.map((fn) => ({ series: [series], ...span, interval, fn, zone }))),
    );
    for (const packed of [false, true]) {
      if (packed) await history().pack(day);
      for (const query of queries) {
        expect(await history().buckets(query), JSON.stringify(query)).toEqual(reference.buckets(query));
      }
      for (const span of [onHours, cut, { from: day, to: day }, { from: day + dayMs, to: day + 2 * dayMs }]) {
        const query = { series, ...span, median: true };
        expect(await history().summarise(query)).toEqual(reference.summarise(query));
      }
    }
  }, 60_000);

  it('draws and sums up many series at once as it does each of them', async () => {
    const [dense, late, open, texts, empty] = [newSeries(), newSeries(), newSeries(), newSeries(), newSeries()];
    const reference = createReference();
    const keep = async (points: HistoryPoint[]) => {
      await write(points);
      reference.write(points);
    };
    await keep([
      ...numbers(dense, 5_000, 17_000, (index) => ((index * 37) % 1000) / 4),
      ...numbers(late, 300, 60_000),
      ...numbers(texts, 20, 60_000).map((point) => ({ ...point, value: `text ${point.seq}` })),
    ]);
    for (let at = day; at < day + 2 * dayMs; at += dayMs) await history().pack(at);
    // Points after, among and in place of the first and last packed ones, and nulls at both ends.
    const at = (series: number, offsetMs: number, value: number | null): HistoryPoint => ({
      series,
      at: day + offsetMs,
      shard: 2,
      seq: 1,
      value,
      source: 'live',
    });
    await keep([
      ...[at(late, 0, null), at(late, 90_500, 77), at(late, 299 * 60_000, -1), at(late, 300 * 60_000, null)],
      ...[at(dense, dayMs, 3), at(dense, dayMs + 60_000, 4), at(open, 5_000, 1), at(open, 6_000, null)],
    ]);
    const series = [dense, late, open, texts, empty];
    for (const span of [
      { from: 0, to: day + 3 * dayMs },
      { from: day + 61_000, to: day + 60_000 * 298 },
      { from: day + dayMs + 1, to: day + 2 * dayMs },
      { from: day + 3 * dayMs, to: day + 4 * dayMs },
    ]) {
      const lines = await history().lines({ series, ...span, maxPoints: 200 });
      const summaries = await history().summaries({ series, ...span });
      for (const id of series) {
        const alone = await history().downsample({ series: id, ...span, maxPoints: 200 });
        expect(lines.get(id) ?? { samples: [] }).toEqual(alone);
        const expected = reference.summarise({ series: id, ...span });
        expect(summaries.get(id)).toEqual(expected.count > 0 ? expected : undefined);
        const all = reference.range({ series: id, ...span, limit: 10_000, order: 'ascending' });
        const numeric = all.flatMap(({ at, value }) => (typeof value === 'number' ? [{ at, value }] : []));
        expect(all).toEqual(expect.arrayContaining(alone.samples.map((sample) => expect.objectContaining(sample))));
        if (numeric.length <= 200) expect(alone.samples).toEqual(numeric);
        else
          expect(alone.samples.map(({ value }) => value)).toEqual(expect.arrayContaining([expected.min, expected.max]));
      }
    }
  });

  it('keeps every peak of months of values, to the hour', async () => {
    const series = newSeries();
    const spikes = new Map([
      [7_777, 500],
      [20_001, -500],
    ]);
    const gap = (index: number) => index > 30_000 && index < 32_000;
    // Every two minutes for fifty days.
    const points = numbers(
      series,
      36_000,
      120_000,
      (index) => spikes.get(index) ?? Math.round(Math.sin(index / 99) * 9),
    );
    const kept = points.filter((_, index) => !gap(index));
    await write(kept);
    const span = { from: day - dayMs, to: day + 51 * dayMs };
    for (const packed of [false, true]) {
      for (let at = day; packed && at < day + 49 * dayMs; at += dayMs) await history().pack(at);
      const { samples, binMs = 0 } = await history().downsample({ series, ...span, maxPoints: 500 });
      expect(samples.length).toBeLessThanOrEqual(500);
      expect(samples.length).toBeGreaterThan(300);
      for (const [index, value] of spikes) {
        const found = samples.filter((sample) => sample.value === value);
        expect(found).toHaveLength(1);
        expect(Math.abs((found[0]?.at ?? 0) - day - index * 120_000)).toBeLessThan(3_600_000);
      }
      expect([samples[0]?.at, samples.at(-1)?.at]).toEqual([kept[0]?.at, kept.at(-1)?.at]);
      const times = samples.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.filter((at, index) => at - (times[index - 1] ?? at) > 2 * binMs)).toHaveLength(1);
    }
  }, 60_000);
}
