import { totalOf } from '../../../../platform/history/sum.ts';
import type { WindowTotals } from '../../compute/timeseries.ts';
import {
  addTotals,
  type BlockPoint,
  createBlock,
  type DayBlock,
  emptyTotals,
  type NumberChange,
  type Origin,
  placeOf,
  putPoint,
  totalsOf,
} from './day-block.ts';
import { dayOf, type PastReader, readDay, readDays } from './read-days.ts';
import { createSortedNumbers, type SortedNumbers } from './sorted-numbers.ts';

export interface Span {
  start: number;
  end: number;
}

interface MedianWindow extends Span {
  numbers: SortedNumbers;
}

/** Maximum number of points kept from one read. */
const mostRead = 1_000_000;
/** Memory overhead of a day, expressed in points. */
const blockCost = 16;

/**
 * Cached history of one series, in blocks of UTC days. A day entirely within a window contributes its totals, so the
 * cost of a window depends on its days, not its points. Every written point must be passed to `put`.
 */
export function createSeriesPast() {
  /** Ascending; days without points have no block. */
  let blocks: DayBlock[] = [];
  /** The days [from, to) that have been read, with or without points; days in `unknown` must be read again. */
  let known: { from: number; to: number } | undefined;
  const unknown = new Set<number>();
  const medians = new Map<string, MedianWindow>();

  const indexOf = (day: number) => {
    let [low, high] = [0, blocks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((blocks[middle]?.day ?? 0) < day) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const isKnown = (day: number) => known !== undefined && day >= known.from && day < known.to;

  function setBlock(block: DayBlock): void {
    const index = indexOf(block.day);
    const isThere = blocks[index]?.day === block.day;
    if (block.lastAt >= block.firstAt) blocks.splice(index, isThere ? 1 : 0, block);
    else if (isThere) blocks.splice(index, 1);
  }

  async function readAll(reader: PastReader, from: number, to: number): Promise<void> {
    const found: DayBlock[] = [];
    let points = 0;
    for await (const some of readDays(reader, from, to)) {
      found.push(...some);
      points += some.reduce((sum, block) => sum + (block.points?.at.length ?? 0), 0);
      // Where the history is too large for memory, only the totals of its days are kept.
      if (points > mostRead) for (const block of some) block.points = null;
    }
    blocks = [...blocks, ...found].sort((a, b) => a.day - b.day);
  }

  async function ensureDays(reader: PastReader, { start, end }: Span): Promise<void> {
    const [from, to] = [Math.max(0, dayOf(start)), dayOf(end - 1) + 1];
    if (to <= from) return;
    if (!known) {
      await readAll(reader, from, to);
      known = { from, to };
    }
    // Days between two windows are read as well: both windows move forward with every value.
    if (from < known.from) {
      await readAll(reader, from, known.from);
      known = { ...known, from };
    }
    if (to > known.to) {
      await readAll(reader, known.to, to);
      known = { ...known, to };
    }
    for (const day of unknown) {
      if (day < from || day >= to) continue;
      setBlock(await readDay(reader, day));
      unknown.delete(day);
    }
  }

  const blocksOf = ({ start, end }: Span) => blocks.slice(indexOf(dayOf(start)), indexOf(dayOf(end - 1) + 1));

  /** Returns the block with its points, reading them again if they were dropped. */
  async function withPoints(reader: PastReader, block: DayBlock): Promise<DayBlock> {
    if (block.points) return block;
    const read = await readDay(reader, block.day);
    setBlock(read);
    return read;
  }

  async function eachNumber(reader: PastReader, span: Span, call: (number: number) => void): Promise<void> {
    if (span.start >= span.end) return;
    for (const block of blocksOf(span)) {
      const { points } = await withPoints(reader, block);
      if (!points) continue;
      const end = placeOf(points.at, span.end);
      for (let place = placeOf(points.at, span.start); place < end; place += 1) {
        const number = points.number[place] ?? Number.NaN;
        if (!Number.isNaN(number)) call(number);
      }
    }
  }

  /** A window usually moves by a few numbers, which are removed and added. After a jump it is built again. */
  async function medianOf(reader: PastReader, { start, end }: Span, key: string): Promise<number | null> {
    const before = medians.get(key);
    // Stored again only after both edges have moved, so that a failed read leaves no half-moved window.
    medians.delete(key);
    let numbers = before?.numbers;
    if (before && numbers && start >= before.start && start <= before.end && end >= before.end) {
      const { add, remove } = numbers;
      await ensureDays(reader, { start: before.start, end });
      await eachNumber(reader, { start: before.start, end: start }, remove);
      await eachNumber(reader, { start: before.end, end }, add);
    } else if (!numbers || before?.start !== start || before.end !== end) {
      const all: number[] = [];
      await eachNumber(reader, { start, end }, (number) => all.push(number));
      numbers = createSortedNumbers(all);
    }
    medians.set(key, { start, end, numbers });
    return numbers.median();
  }

  function noteChange(at: number, { removed, added }: NumberChange): void {
    for (const { start, end, numbers } of medians.values()) {
      if (at < start || at >= end) continue;
      if (!Number.isNaN(removed)) numbers.remove(removed);
      if (!Number.isNaN(added)) numbers.add(added);
    }
  }

  function putFirst(day: number, point: BlockPoint, origin: Origin) {
    const block = createBlock(day, true);
    const change = putPoint(block, point, origin);
    setBlock(block);
    return change;
  }

  return {
    put(point: BlockPoint, origin: Origin): void {
      const day = dayOf(point.at);
      if (!isKnown(day) || unknown.has(day)) return;
      const block = blocks[indexOf(day)];
      const change = block?.day === day ? putPoint(block, point, origin) : putFirst(day, point, origin);
      if (change === 'unknown') {
        unknown.add(day);
        medians.clear();
      } else if (change !== 'same') noteChange(point.at, change);
    },

    /** With `medianKey`, the name of the window, the median is computed too. */
    async totals(reader: PastReader, span: Span, medianKey?: string): Promise<WindowTotals> {
      await ensureDays(reader, span);
      const sum = emptyTotals();
      for (let index = indexOf(dayOf(span.start)), last = dayOf(span.end - 1); ; index += 1) {
        const block = blocks[index];
        if (!block || block.day > last) break;
        const own =
          totalsOf(block, span.start, span.end) ??
          totalsOf(await withPoints(reader, block), span.start, span.end) ??
          emptyTotals();
        addTotals(sum, own);
      }
      const hasNumbers = sum.numericCount > 0;
      return {
        count: sum.count,
        numericCount: sum.numericCount,
        sum: totalOf(sum),
        min: hasNumbers ? sum.min : null,
        max: hasNumbers ? sum.max : null,
        median: hasNumbers && medianKey !== undefined ? await medianOf(reader, span, medianKey) : null,
      };
    },

    /** Marks days as unknown whose points were rolled back. */
    forget(days: Iterable<number>): void {
      for (const day of days) if (isKnown(day)) unknown.add(day);
      medians.clear();
    },

    /** Approximate memory use, in points. */
    cost(): number {
      let cost = blocks.length * blockCost;
      for (const { points } of blocks) cost += points?.at.length ?? 0;
      for (const { numbers } of medians.values()) cost += numbers.size();
      return cost;
    },

    /** Drops the points of all days except the newest, and keeps their totals. */
    shrink(): void {
      for (const block of blocks.slice(0, -1)) block.points = null;
      medians.clear();
    },
  };
}
export type SeriesPast = ReturnType<typeof createSeriesPast>;
