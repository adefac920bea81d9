import type pg from 'pg';
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
  type SeriesRow,
} from './columns.ts';
import { type Client, inTransaction, onConnectionOf, withConnection } from './connection.ts';
import type { HistoryPoint } from './history.ts';
import { takeLate } from './late.store.ts';
import { readDay, replaceDay, type SeriesColumns } from './packed.store.ts';
import {
  closeDay,
  closedTable,
  dropClosedDay,
  lockDay,
  lockPacking,
  readClosed,
  unlockPacking,
} from './partitions.store.ts';

/** Where packing stands; tests kill it at each of these. */
export type PackStep =
  | 'closed'
  | 'written'
  | 'committed'
  | 'packed'
  | 'dropped'
  | 'lateTaken'
  | 'lateWritten'
  | 'lateCommitted';

export interface Packer {
  pool: pg.Pool;
  day: number;
  onStep(step: PackStep): void | Promise<void>;
}

const batchPoints = 50_000;

/** Consecutive rows of one series become its columns. */
function collect(into: SeriesColumns[], rows: readonly SeriesRow[]): void {
  for (const row of rows) {
    let last = into.at(-1);
    if (last?.series !== row.series) {
      last = { series: row.series, columns: emptyColumns() };
      into.push(last);
    }
    appendRow(last.columns, row);
  }
}

const samePoints = (a: Columns, b: Columns) =>
  a.at.length === b.at.length &&
  a.at.every(
    (at, index) =>
      at === b.at[index] &&
      a.seq[index] === b.seq[index] &&
      a.shard[index] === b.shard[index] &&
      a.source[index] === b.source[index],
  );

/** Adds points to what is packed already. Adding the same points again writes nothing. */
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

/** The closed partition is read once, in order, while batches are committed on another connection. */
async function packClosed(packer: Packer, reader: Client, table: string): Promise<void> {
  let entries: SeriesColumns[] = [];
  let points = 0;
  for await (const rows of readClosed(reader, table)) {
    collect(entries, rows);
    points += rows.length;
    // The last series may go on in the next rows: it stays behind.
    if (points < batchPoints || entries.length < 2) continue;
    await packBatch(packer, entries.slice(0, -1));
    entries = entries.slice(-1);
    points = entries[0]?.columns.at.length ?? 0;
  }
  if (entries.length > 0) await packBatch(packer, entries);
}

async function packLate({ pool, day, onStep }: Packer): Promise<void> {
  for (;;) {
    const taken = await inTransaction(pool, async (client) => {
      await lockDay(client, day);
      const rows = await takeLate(client, day);
      await onStep('lateTaken');
      const entries: SeriesColumns[] = [];
      collect(entries, rows);
      await addToDay(client, day, entries);
      await onStep('lateWritten');
      return rows.length;
    });
    await onStep('lateCommitted');
    if (taken === 0) return;
  }
}

function rowOf({ series, at, shard, seq, source, value }: HistoryPoint): SeriesRow {
  const kind = kindOf(value);
  const isNumeric = typeof value === 'number' || typeof value === 'boolean';
  const text = isNumeric || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);
  return {
    series,
    at,
    shard,
    seq,
    source: letterOfSource(source),
    kind,
    number: isNumeric ? Number(value) : null,
    text,
  };
}

/** Points of days that lie behind go straight to packed rows: neither written nor read one by one. */
export async function packPoints(db: Db, points: readonly HistoryPoint[]): Promise<void> {
  for (const point of points) checkPoint(point);
  const inOrder = points.toSorted((a, b) => a.series - b.series || a.at - b.at);
  const byDay = [...Map.groupBy(inOrder, ({ at }) => dayOf(at))].sort(([a], [b]) => a - b);
  // Locks of days hold until the end of a transaction.
  await db.transaction((tx) =>
    onConnectionOf(tx, async (client) => {
      for (const [day, members] of byDay) {
        await lockDay(client, day);
        const entries: SeriesColumns[] = [];
        collect(entries, members.map(rowOf));
        await addToDay(client, day, entries);
      }
    }),
  );
}

/**
 * Closed days move in steps, each of which may be the last: the partition is set aside, its points are packed batch by
 * batch, and it is dropped when all are packed. In between a point may be in both places; readers drop the double.
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
