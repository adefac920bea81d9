import type pg from 'pg';
import { readBuckets } from './buckets.ts';
import { dayMs, dayOf, pointAt } from './columns.ts';
import { inTransaction, reading } from './connection.ts';
import { createDownsampler } from './downsample.ts';
import type { History, HistoryPoint } from './history.ts';
import { deleteOpenBefore, readBounds, writePoints } from './open.store.ts';
import { type PackStep, packDay } from './pack.ts';
import { deletePackedBefore } from './packed.store.ts';
import { ensureDay, unpackedDays } from './partitions.store.ts';
import { readPoints, readSome } from './read.ts';

export interface PostgresHistoryOptions {
  pool: pg.Pool;
  /** Called between the steps of packing, so that tests can end it there. */
  onPackStep?: (step: PackStep) => void | Promise<void>;
}

/** Today and some days more: a worker that is down over a week-end finds its partitions. */
const daysAhead = 4;
const forever = 2 ** 47;

export function createPostgresHistory({ pool, onPackStep = () => {} }: PostgresHistoryOptions): History {
  return {
    write: writePoints,

    range: ({ series, ...query }) =>
      reading(pool, async (client) => {
        const columns = await readSome(client, { series, ...query });
        const points = columns.at.map((_, index) => pointAt(series, columns, index));
        return query.order === 'ascending' ? points : points.reverse();
      }),

    latest: (series, count) =>
      reading(pool, async (client) => {
        const answer = new Map<number, HistoryPoint[]>();
        for (const id of new Set(series)) {
          const query = { series: id, from: 0, to: forever, order: 'descending', limit: count } as const;
          const columns = await readSome(client, query);
          const points = columns.at.map((_, index) => pointAt(id, columns, index));
          if (points.length > 0) answer.set(id, points.reverse());
        }
        return answer;
      }),

    buckets: (query) => reading(pool, (client) => readBuckets(client, query)),

    downsample: ({ series, maxPoints, ...span }) =>
      reading(pool, async (client) => {
        const bounds = await readBounds(client, series, span);
        if (!bounds) return { samples: [] };
        const downsampler = createDownsampler(bounds, maxPoints);
        for await (const block of readPoints(client, { series, ...bounds, order: 'ascending' })) downsampler.add(block);
        return downsampler.finish();
      }),

    pack: (day) => packDay({ pool, day: dayOf(day), onStep: onPackStep }),

    daysToPack: async (before) => (await unpackedDays(pool, dayOf(before))).map((day) => day * dayMs),

    dropBefore: (series, before) =>
      inTransaction(pool, async (client) => {
        await deleteOpenBefore(client, series, dayOf(before) * dayMs);
        await deletePackedBefore(client, series, dayOf(before));
      }),

    async ensurePartitions(now) {
      for (let day = dayOf(now); day < dayOf(now) + daysAhead; day += 1) await ensureDay(pool, day);
    },
  };
}
