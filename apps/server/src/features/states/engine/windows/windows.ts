import type { HistoryPoint } from '../../../../platform/history/history.ts';
import type { StateNode } from '../graph.store.ts';
import { createNewestPair, type NewestPair } from './newest-pair.ts';
import { originOf, pointOf } from './read-days.ts';
import { createSeriesPast, type SeriesPast } from './series-past.ts';

/** About 32 bytes each: some 100 MB at most. */
const maxPoints = 3_000_000;
/** Uses of a past between two looks at how much memory it takes. */
const usesBetween = 1_000;

/** How much all that share it keep together. */
export interface WindowMemory {
  points: number;
}

export interface SeriesWindows {
  past: SeriesPast;
  pair: NewestPair;
}

export const emptyWindows = (): SeriesWindows => ({ past: createSeriesPast(), pair: createNewestPair() });

interface Entry extends SeriesWindows {
  /** The packet of the source's newest value, as far as this past knows. */
  shard: number | null;
  seq: number | null;
  /** The work that has read it. */
  loadedBy: number;
  /** For each aggregate the number of its value when this past was last proven to be whole. */
  proofs: Map<number, number | null>;
  /** As measured last. */
  cost: number;
  uses: number;
}

type Source = Pick<StateNode, 'id' | 'shard' | 'seq'>;

/**
 * The past of the sources of time-series aggregates in memory, kept up to date by every value that is put. Other processes
 * send no notification of their writes: a newer value changes the row of the source, a late one the row of each aggregate that
 * looks at it (`bump`). A past is used only while both rows are as it knows them; that they still are is proven by the
 * write itself, which finds each row as it was read or fails.
 */
export function createWindows(memory: WindowMemory = { points: 0 }) {
  /** The least recently used first. */
  const entries = new Map<number, Entry>();

  function drop(series: number): void {
    memory.points -= entries.get(series)?.cost ?? 0;
    entries.delete(series);
  }

  function measure(entry: Entry): void {
    const cost = entry.past.cost();
    memory.points += cost - entry.cost;
    entry.cost = cost;
  }

  /** Those that were not used for the longest time keep the totals of their days, and then nothing. */
  function makeRoom(): void {
    for (const [series, entry] of entries) {
      if (memory.points <= maxPoints) return;
      const before = entry.cost;
      entry.past.shrink();
      measure(entry);
      if (entry.cost > before / 2) drop(series);
    }
  }

  const isWhole = (entry: Entry, source: Source, aggregate: Source, work: number) =>
    entry.shard === source.shard &&
    entry.seq === source.seq &&
    (entry.loadedBy === work || entry.proofs.get(aggregate.id) === (aggregate.seq ?? null));

  return {
    /** The past of a source for one of its aggregates; empty, to be read, where nothing is known or it may be outdated. */
    of(source: Source, aggregate: Source, work: number): SeriesWindows {
      const found = entries.get(source.id);
      const isFound = found !== undefined && isWhole(found, source, aggregate, work);
      const entry: Entry = isFound
        ? found
        : {
            ...emptyWindows(),
            ...{ shard: source.shard, seq: source.seq },
            ...{ loadedBy: work, proofs: new Map(), cost: 0, uses: 0 },
          };
      drop(source.id);
      entries.set(source.id, entry);
      memory.points += entry.cost;
      return entry;
    },

    /** It was used, and grew where more of it had to be read. */
    used(sourceId: number, hasRead: boolean): void {
      const entry = entries.get(sourceId);
      if (!entry) return;
      entry.uses += 1;
      if (!hasRead && entry.uses % usesBetween !== 0) return;
      measure(entry);
      makeRoom();
    },

    /** A value was put to the state, whose row is as it will be. True: its past is in memory, and changed. */
    put(node: Source, point: HistoryPoint | undefined): boolean {
      const entry = entries.get(node.id);
      if (!entry) return false;
      [entry.shard, entry.seq] = [node.shard, node.seq];
      if (!point) return true;
      const [value, origin] = [pointOf(point.at, point.value), originOf(point)];
      entry.past.put(value, origin);
      entry.pair.put(value, origin);
      return true;
    },

    /** The row of the aggregate will be written: whatever has changed since it was read makes that fail. */
    prove(sourceId: number, aggregate: Source): void {
      entries.get(sourceId)?.proofs.set(aggregate.id, aggregate.seq ?? null);
    },

    /** Hands over everything; who gets it shares the same memory. */
    release(): Map<number, Entry> {
      const released = new Map(entries);
      entries.clear();
      return released;
    },

    adopt(others: { release(): Map<number, Entry> }): void {
      for (const [series, entry] of others.release()) {
        drop(series);
        entries.set(series, entry);
      }
    },

    /** Discards cached windows of sources whose transaction was rolled back. */
    drop(sourceIds: Iterable<number>): void {
      for (const id of sourceIds) drop(id);
    },
  };
}
export type Windows = ReturnType<typeof createWindows>;
