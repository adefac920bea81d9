import type pg from 'pg';
import { type Client, inTransaction, onConnectionOf, withConnection } from '../db/connection.ts';
import type { Db } from '../db/db.ts';
import {
  appendRow,
  type Columns,
  checkPoint,
  dayOf,
  emptyColumns,
  kindOf,
  letterOfSource,
  mergeColumns,
  numberOf,
  type Row,
  type SeriesColumns,
  textOf,
} from './columns.ts';
import type { HistoryPoint } from './history.ts';
import { takeLate } from './late.store.ts';
import { readDay, replaceDay } from './packed.store.ts';
import {
  closeDay,
  closedTable,
  dropClosedDay,
  lockDay,
  lockPacking,
  readClosed,
  unlockPacking,
} from './partitions.store.ts';

/** Steps of packing; tests kill it at each of them. */
export type PackStep =
  | 'closed'
  | 'written'
  | 'committed'
  | 'packed'
  | 'dropped'
  | 'lateTaken'
  | 'lateWritten'
  | 'lateCommitted';

interface Packer {
  pool: pg.Pool;
  day: number;
  onStep(step: PackStep): void | Promise<void>;
}

const batchPoints = 50_000;

const samePoints = (a: Columns, b: Columns) =>
  a.at.length === b.at.length &&
  a.at.every(
    (at, index) =>
      at === b.at[index] &&
      a.seq[index] === b.seq[index] &&
      a.shard[index] === b.shard[index] &&
      a.source[index] === b.source[index],
  );

/** Merges points into the packed ones of a day. Adding the same points again writes nothing. */
async function addToDay(client: Client, day: number, entries: readonly SeriesColumns[]): Promise<void> {
  const packed = new Map<number, Columns>();
  for (const { series, columns } of await readDay(
    client,
    day,
    entries.map((entry) => entry.series),
  )) {
    packed.set(series, mergeColumns(packed.get(series) ?? emptyColumns(), columns));
  }
  const changed: SeriesColumns[] = [];
  for (const { series, columns } of entries) {
    const before = packed.get(series) ?? emptyColumns();
    const merged = mergeColumns(before, columns);
    if (!samePoints(before, merged)) changed.push({ series, columns: merged });
  }
  if (changed.length > 0) await replaceDay(client, day, changed);
}

async function packBatch({ pool, day, onStep }: Packer, entries: readonly SeriesColumns[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockDay(client, day);
    await addToDay(client, day, entries);
    await onStep('written');
  });
  await onStep('committed');
}

/** Reads the closed partition once, in order, while batches are committed on another connection. */
async function packClosed(packer: Packer, reader: Client, table: string): Promise<void> {
  let entries: SeriesColumns[] = [];
  let points = 0;
  for await (const found of readClosed(reader, table)) {
    for (const entry of found) {
      entries.push(entry);
      points += entry.columns.at.length;
      if (points < batchPoints) continue;
      await packBatch(packer, entries);
      entries = [];
      points = 0;
    }
  }
  if (entries.length > 0) await packBatch(packer, entries);
}

async function packLate({ pool, day, onStep }: Packer): Promise<void> {
  for (;;) {
    const taken = await inTransaction(pool, async (client) => {
      await lockDay(client, day);
      const entries = await takeLate(client, day);
      await onStep('lateTaken');
      await addToDay(client, day, entries);
      await onStep('lateWritten');
      return entries.length;
    });
    await onStep('lateCommitted');
    if (taken === 0) return;
  }
}

const rowOf = ({ at, shard, seq, source, value }: HistoryPoint): Row => ({
  at,
  shard,
  seq,
  source: letterOfSource(source),
  kind: kindOf(value),
  number: numberOf(value),
  text: textOf(value),
});

function entriesOf(points: readonly HistoryPoint[]): SeriesColumns[] {
  const bySeries = Map.groupBy(
    points.toSorted((a, b) => a.at - b.at),
    ({ series }) => series,
  );
  return [...bySeries].map(([series, members]) => {
    const columns = emptyColumns();
    for (const point of members) appendRow(columns, rowOf(point));
    return { series, columns };
  });
}

/** Points of past days are stored directly as packed rows, without being written and read one by one first. */
export async function packPoints(db: Db, points: readonly HistoryPoint[]): Promise<void> {
  for (const point of points) checkPoint(point);
  const byDay = [...Map.groupBy(points, ({ at }) => dayOf(at))].sort(([a], [b]) => a - b);
  // Day locks are held until the end of the transaction.
  await db.transaction((tx) =>
    onConnectionOf(tx, async (client) => {
      for (const [day, members] of byDay) {
        await lockDay(client, day);
        await addToDay(client, day, entriesOf(members));
      }
    }),
  );
}

/**
 * Packs a closed day in steps and may be killed after each: the partition is moved aside, its points are packed batch
 * by batch, and it is dropped when all are packed. In between, a point may exist twice; readers skip duplicates.
 */
export async function packDay(packer: Packer): Promise<void> {
  const { pool, day, onStep } = packer;
  await withConnection(pool, async (client) => {
    await lockPacking(client, day);
    await closeDay(pool, day);
    await onStep('closed');
    const table = await closedTable(pool, day);
    if (table) {
      await packClosed(packer, client, table);
      await onStep('packed');
      await dropClosedDay(pool, day);
      await onStep('dropped');
    }
    await packLate(packer);
    await unlockPacking(client, day);
  });
}
