import { expect, it } from 'vitest';
import type { HistoryPoint } from '../history.ts';
import { createReference } from './reference.ts';
import { day, dayMs, numbers, type Suite } from './suite.ts';

/** Packing changes no query result, whenever it is killed and whichever values arrive late. */
export function testPacking({ db, history, killPackAt, newSeries, write, everything }: Suite): void {
  /** Starts packing and kills it at the n-th step; false if packing had fewer steps. */
  async function packKilledAt(step: number): Promise<boolean> {
    killPackAt(step);
    const killed = await history()
      .pack(day)
      .then(
        () => false,
        (error: unknown) => String(error).includes('killed'),
      );
    killPackAt(undefined);
    return killed;
  }

  it('packs points of past days at once as if they had been written and packed', async () => {
    const [series, other] = [newSeries(), newSeries()];
    const reference = createReference();
    const points = [...numbers(series, 900, 180_000, (index) => Math.sin(index)), ...numbers(other, 40, 600_000)];
    const late = numbers(series, 20, 180_000, (index) => -index).map((point) => ({ ...point, seq: point.seq + 5_000 }));
    const check = async () => {
      const query = { series: [series, other], from: day, to: day + 3 * dayMs, interval: '1h', zone: 'UTC' } as const;
      for (const fn of ['count', 'sum', 'latest'] as const) {
        expect(await history().buckets({ ...query, fn })).toEqual(reference.buckets({ ...query, fn }));
      }
      expect(await everything(series)).toEqual(reference.all(series));
    };
    reference.write(points);
    await history().writePacked(db(), points);
    await history().writePacked(db(), points.slice(0, 500));
    await check();
    reference.write(late);
    await history().writePacked(db(), late.slice(0, 10));
    await write(late.slice(10));
    await check();
    await expect(
      db().transaction(async (tx) => {
        await history().writePacked(tx, numbers(newSeries(), 3, 1_000));
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await history().pack(day);
    await check();
  });

  it('loses and doubles nothing when packing is killed at any of its steps', async () => {
    for (let step = 1, killed = true; killed; step += 1) {
      await history().ensurePartitions(day);
      const [first, second] = [newSeries(), newSeries()];
      const reference = createReference();
      const writeBoth = async (points: HistoryPoint[]) => {
        await write(points);
        reference.write(points);
      };
      const check = async () => {
        const query = {
          series: [first, second],
          from: day,
          to: day + dayMs,
          interval: '1h',
          zone: 'Asia/Tokyo',
        } as const;
        for (const fn of ['count', 'sum', 'latest', 'median'] as const) {
          expect(await history().buckets({ ...query, fn })).toEqual(reference.buckets({ ...query, fn }));
        }
        for (const series of [first, second]) expect(await everything(series)).toEqual(reference.all(series));
      };
      const points = [...numbers(first, 500, 60_000), ...numbers(second, 200, 120_000, (index) => index / 8)];
      await writeBoth(points);
      const inOpenDay = await packKilledAt(step);
      await check();
      await history().pack(day);
      await check();
      await writeBoth([
        ...points,
        ...numbers(first, 50, 90_000, (index) => -index).map((point) => ({ ...point, shard: 2 })),
      ]);
      const inPackedDay = await packKilledAt(step);
      await check();
      await history().pack(day);
      await check();
      killed = inOpenDay || inPackedDay;
      expect(killed || step > 3).toBe(true);
    }
  }, 60_000);

  it('answers right while a day is being packed and late values come in', async () => {
    await history().ensurePartitions(day);
    const series = newSeries();
    const reference = createReference();
    const points = numbers(series, 2_000, 40_000);
    await write(points);
    reference.write(points);
    const packing = history().pack(day);
    let done = false;
    packing.finally(() => {
      done = true;
    });
    for (let round = 1; !done || round < 10; round += 1) {
      const late = numbers(series, 3, 1_000 * round, (index) => -index).map((point) => ({
        ...point,
        shard: 2,
        seq: round,
      }));
      await write(late);
      reference.write(late);
      const query = {
        series: [series],
        from: day,
        to: day + dayMs,
        interval: '1d',
        fn: 'count',
        zone: 'UTC',
      } as const;
      expect(await history().buckets(query)).toEqual(reference.buckets(query));
      expect(await everything(series)).toEqual(reference.all(series));
    }
    await packing;
    await history().pack(day);
    expect(await everything(series)).toEqual(reference.all(series));
  });

  it('finds the first and the last points among packed days and late values', async () => {
    const series = newSeries();
    const reference = createReference();
    const daily = numbers(series, 8, dayMs);
    const late = numbers(series, 8, dayMs / 8).map((point) => ({ ...point, at: point.at + 2 * dayMs + 1 }));
    for (const points of [daily, late]) {
      await write(points);
      reference.write(points);
      for (let index = 0; points === daily && index < 8; index += 1) await history().pack(day + index * dayMs);
    }
    for (const order of ['ascending', 'descending'] as const) {
      for (const limit of [1, 3, 5, 12, 100]) {
        const query = { series, from: day, to: day + 9 * dayMs, limit, order };
        expect(await history().range(query)).toEqual(reference.range(query));
        const newest = (await history().latest([series, newSeries()], limit)).get(series);
        expect(newest).toEqual(reference.all(series).reverse().slice(0, limit));
      }
    }
  });

  it('holds days with very many or very long values', async () => {
    const [many, long] = [newSeries(), newSeries()];
    const points = numbers(many, 80_000, 1_000);
    const texts = numbers(long, 4, 60_000).map((point, index) => ({
      ...point,
      value: String(index).repeat(1_500_000),
    }));
    await write([...points, ...texts]);
    await history().pack(day);
    await write(points.slice(0, 10));
    await history().pack(day);
    const query = {
      series: [many, long],
      from: day,
      to: day + dayMs,
      interval: '1d',
      fn: 'count',
      zone: 'UTC',
    } as const;
    expect((await history().buckets(query)).get(many)).toEqual([{ start: day, value: 80_000 }]);
    expect(await everything(long)).toEqual(texts);
    const newest = await history().range({
      series: many,
      from: day,
      to: day + dayMs,
      limit: 70_000,
      order: 'descending',
    });
    expect(newest.map(({ at }) => at)).toEqual(
      points
        .toReversed()
        .slice(0, 70_000)
        .map(({ at }) => at),
    );
  }, 60_000);

  it('removes whole days of the named series alone', async () => {
    const [short, other] = [newSeries(), newSeries()];
    const threeDays = (series: number) => numbers(series, 72, 3_600_000);
    await write([...threeDays(short), ...threeDays(other)]);
    await history().pack(day);
    await history().dropBefore([short], day + 2 * dayMs + 5_000);
    expect(await everything(short)).toEqual(threeDays(short).slice(48));
    expect(await everything(other)).toEqual(threeDays(other));
    await history().dropBefore([short], Number.MAX_SAFE_INTEGER);
    expect(await everything(short)).toEqual([]);
    expect((await history().latest([short, other], 1)).has(short)).toBe(false);
  });

  it('does not bring back by packing what is removed meanwhile', async () => {
    await history().ensurePartitions(day);
    const [gone, kept] = [newSeries(), newSeries()];
    await write([...numbers(gone, 300, 60_000), ...numbers(kept, 300, 60_000)]);
    const packing = history().pack(day);
    await Promise.all([packing, history().dropBefore([gone], Number.MAX_SAFE_INTEGER), history().pack(day)]);
    await history().pack(day);
    expect(await everything(gone)).toEqual([]);
    expect(await everything(kept)).toHaveLength(300);
  });

  it('finds in the transaction of a caller what is packed under its eyes', async () => {
    const series = newSeries();
    const reference = createReference();
    const points = numbers(series, 400, 200_000);
    const late = numbers(series, 40, 2_000_000, (index) => -index).map((point) => ({ ...point, shard: 2 }));
    await write(points);
    await history().pack(day);
    await write(late);
    reference.write([...points, ...late]);
    const span = { from: day, to: day + dayMs };
    const buckets = { series: [series], ...span, interval: '1h', fn: 'sum', zone: 'UTC' } as const;
    const summary = { series, ...span, median: true };
    await db().transaction(async (tx) => {
      const packing = history().pack(day);
      let isPacked = false;
      packing.finally(() => {
        isPacked = true;
      });
      for (let round = 0; round < 3 || !isPacked; round += 1) {
        const range = { series, ...span, limit: 1_000, order: 'ascending' } as const;
        expect(await history().range(range, tx)).toEqual(reference.all(series));
        expect(await history().buckets(buckets, tx)).toEqual(reference.buckets(buckets));
        expect(await history().summarise(summary, tx)).toEqual(reference.summarise(summary));
      }
    });
  });
}
