import type pg from 'pg';
import { inTransaction } from '../db/connection.ts';
import { readBuckets } from './buckets.ts';
import { dayMs, dayOf, pointAt } from './columns.ts';
import type { History, HistoryPoint } from './history.ts';
import { readLatest } from './latest.ts';
import { readLines } from './lines.ts';
import { deleteOpenBefore, writePoints } from './open.store.ts';
import { type PackStep, packDay, packPoints } from './pack.ts';
import { deletePackedBefore } from './packed.store.ts';
import { ensureDay, lockRemoval, unpackedDays } from './partitions.store.ts';
import { readColumns, readSome } from './read.ts';
import { reading } from './reading.ts';
import { readSummaries, readSummary } from './summary.ts';

interface PostgresHistoryOptions {
  pool: pg.Pool;
  /** Called between the steps of packing, so that tests can abort it there. */
  onPackStep?: (step: PackStep) => void | Promise<void>;
}

/** Today and some further days: partitions exist even if the worker is down over a weekend. */
const daysAhead = 4;

export function createPostgresHistory({ pool, onPackStep = () => {} }: PostgresHistoryOptions): History {
  return {
    write: writePoints,
    writePacked: packPoints,

    range: ({ series, ...query }, db) =>
      reading(pool, db, async (client) => {
        const columns = await readSome(client, { series, ...query });
        const points = columns.at.map((_, index) => pointAt(series, columns, index));
        return query.order === 'ascending' ? points : points.reverse();
      }),

    columns: (query, db) => reading(pool, db, (client) => readColumns(client, query)),

    latest: (series, count, db) =>
      reading(pool, db, async (client) => {
        const answer = new Map<number, HistoryPoint[]>();
        for (const [id, columns] of await readLatest(client, series, count)) {
          answer.set(id, columns.at.map((_, index) => pointAt(id, columns, index)).reverse());
        }
        return answer;
      }),

    buckets: (query, db) => reading(pool, db, (client) => readBuckets(client, query)),

    downsample: ({ series, ...query }, db) =>
      reading(pool, db, async (client) => {
        const lines = await readLines(client, { ...query, series: [series] });
        return lines.get(series) ?? { samples: [] };
      }),

    lines: (query, db) => reading(pool, db, (client) => readLines(client, query)),

    summarise: (query, db) => reading(pool, db, (client) => readSummary(client, query)),

    summaries: (query, db) => reading(pool, db, (client) => readSummaries(client, query)),

    pack: (day) => packDay({ pool, day: dayOf(day), onStep: onPackStep }),

    daysToPack: async (before) => (await unpackedDays(pool, dayOf(before))).map((day) => day * dayMs),

    dropBefore: (series, before) =>
      inTransaction(pool, async (client) => {
        await lockRemoval(client);
        await deleteOpenBefore(client, series, dayOf(before) * dayMs);
        await deletePackedBefore(client, series, dayOf(before));
      }),

    async ensurePartitions(now) {
      for (let day = dayOf(now); day < dayOf(now) + daysAhead; day += 1) await ensureDay(pool, day);
    },
  };
}
