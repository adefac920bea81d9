import type { Db } from '../../../../platform/db/db.ts';
import type { History, HistorySource, JsonValue } from '../../../../platform/history/history.ts';
import { type BlockPoint, createBlock, type DayBlock, type Origin, putPoint } from './day-block.ts';

export const dayMs = 86_400_000;
export const dayOf = (at: number) => Math.floor(at / dayMs);

export interface PastReader {
  history: Pick<History, 'range' | 'columns'>;
  db: Db | undefined;
  series: number;
}

const sourceRanks: Record<HistorySource, number> = { live: 0, manual: 1, rederived: 2 };
const noOrigin: Origin = { shard: 0, seq: 0, source: 0 };
const all = Number.MAX_SAFE_INTEGER;
/** A year takes a handful of queries, and a year of values per second still fits into memory. */
const pointsAtOnce = 50_000;

export function pointOf(at: number, value: JsonValue): BlockPoint {
  const isNumber = typeof value === 'number' || typeof value === 'boolean';
  return { at, number: isNumber ? Number(value) : Number.NaN, isNull: value === null };
}

export const originOf = ({ shard, seq, source }: { shard: number; seq: number; source: HistorySource }): Origin => ({
  ...{ shard, seq },
  source: sourceRanks[source],
});

/** Yields the days in [from, to) that hold points, several days per read. */
export async function* readDays({ history, db, series }: PastReader, from: number, to: number) {
  const [first] = await history.range({ series, from: from * dayMs, to: to * dayMs, limit: 1, order: 'ascending' }, db);
  if (!first) return;
  for (let [day, days] = [dayOf(first.at), 1]; day < to; ) {
    const end = Math.min(day + days, to);
    const read = await history.columns({ series, from: day * dayMs, to: end * dayMs, limit: all }, db);
    const blocks: DayBlock[] = [];
    for (const [place, at] of read.at.entries()) {
      let block = blocks.at(-1);
      if (block?.day !== dayOf(at)) {
        block = createBlock(dayOf(at), false);
        blocks.push(block);
      }
      const isNull = read.values !== null && (read.values[place] ?? null) === null;
      putPoint(block, { at, number: read.number[place] ?? Number.NaN, isNull }, noOrigin);
    }
    yield blocks;
    day = end;
    // Following days may be much fuller, so the page grows step by step: a huge read would block all others.
    days = Math.max(1, Math.min(4 * days, Math.floor((days * pointsAtOnce) / Math.max(1, read.at.length))));
  }
}

/** One day with the origins of its points. */
export async function readDay({ history, db, series }: PastReader, day: number): Promise<DayBlock> {
  const span = { from: day * dayMs, to: (day + 1) * dayMs };
  const points = await history.range({ series, ...span, limit: all, order: 'ascending' }, db);
  const block = createBlock(day, true);
  for (const point of points) putPoint(block, pointOf(point.at, point.value), originOf(point));
  return block;
}
