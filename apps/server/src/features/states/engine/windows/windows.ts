import type { HistoryPoint } from '../../../../platform/history/history.ts';
import type { StateNode } from '../graph.store.ts';
import { createNewestPair, type NewestPair } from './newest-pair.ts';
import { dayOf, originOf, pointOf } from './read-days.ts';
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

/** A past as it was before a work that is not committed yet, and the days that the work has written to. */
interface Journal {
  work: number;
  shard: number | null;
  seq: number | null;
  proofs: Map<number, number | null>;
  days: Set<number>;
}

interface Entry extends SeriesWindows {
  /** The packet of the source's newest value, as far as this past knows. */
  shard: number | null;
  seq: number | null;
  /** The work that has read it. */
  loadedBy: number;
  /** For each aggregate the number of its value when this past was last proven to be whole. */
  proofs: Map<number, number | null>;
  journal: Journal | undefined;
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

  function journalOf(entry: Entry, work: number): Journal {
    if (entry.journal?.work === work) return entry.journal;
    const { shard, seq, proofs } = entry;
    entry.journal = { work, shard, seq, proofs: new Map(proofs), days: new Set() };
    return entry.journal;
  }

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
            ...{ loadedBy: work, proofs: new Map(), journal: undefined, cost: 0, uses: 0 },
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
    put(node: Source, point: HistoryPoint | undefined, work: number): boolean {
      const entry = entries.get(node.id);
      if (!entry) return false;
      const { days } = journalOf(entry, work);
      [entry.shard, entry.seq] = [node.shard, node.seq];
      if (!point) return true;
      days.add(dayOf(point.at));
      const [value, origin] = [pointOf(point.at, point.value), originOf(point)];
      entry.past.put(value, origin);
      entry.pair.put(value, origin);
      return true;
    },

    /** The row of the aggregate will be written: whatever has changed since it was read makes that fail. */
    prove(sourceId: number, aggregate: Source, work: number): void {
      const entry = entries.get(sourceId);
      if (!entry) return;
      journalOf(entry, work);
      entry.proofs.set(aggregate.id, aggregate.seq ?? null);
    },

    /** The work was committed. */
    settle(sourceIds: Iterable<number>, work: number): void {
      for (const id of sourceIds) {
        const entry = entries.get(id);
        if (entry?.journal?.work === work) entry.journal = undefined;
      }
    },

    /** The work was rolled back: of a past that was known before, only the days that it has written to are read again. */
    undo(sourceIds: Iterable<number>, work: number): void {
      for (const id of sourceIds) {
        const entry = entries.get(id);
        if (!entry) continue;
        const { journal } = entry;
        if (journal?.work !== work || entry.loadedBy === work) {
          drop(id);
          continue;
        }
        const { shard, seq, proofs, days } = journal;
        entry.past.forget(days);
        Object.assign(entry, { shard, seq, proofs, pair: createNewestPair(), journal: undefined });
      }
    },

    /** Hands over the pasts of these sources, without those that a work under way has changed. Both share one memory. */
    release(isWanted: (sourceId: number) => boolean): Map<number, Entry> {
      const released = new Map<number, Entry>();
      for (const [series, entry] of entries) if (!entry.journal && isWanted(series)) released.set(series, entry);
      for (const series of released.keys()) entries.delete(series);
      return released;
    },

    adopt(released: ReadonlyMap<number, Entry>): void {
      for (const [series, entry] of released) {
        drop(series);
        entries.set(series, entry);
      }
    },

    /** Forgets what was not handed over. */
    clear(): void {
      for (const series of [...entries.keys()]) drop(series);
    },
  };
}
export type Windows = ReturnType<typeof createWindows>;
