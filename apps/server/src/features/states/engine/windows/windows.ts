import type { HistoryPoint } from '../../../../platform/history/history.ts';
import type { StateNode } from '../graph.store.ts';
import { createNewestPair, type NewestPair } from './newest-pair.ts';
import { dayOf, originOf, pointOf } from './read-days.ts';
import { createSeriesPast, type SeriesPast } from './series-past.ts';

/** Each point takes about 32 bytes, so this allows about 100 MB. */
const maxPoints = 3_000_000;
/** Number of uses between two measurements of an entry's memory. */
const usesBetween = 1_000;

/** Number of points held by all caches that share this object. */
export interface WindowMemory {
  points: number;
}

export interface SeriesWindows {
  past: SeriesPast;
  pair: NewestPair;
}

export const emptyWindows = (): SeriesWindows => ({ past: createSeriesPast(), pair: createNewestPair() });

/** The previous state of an entry that an uncommitted unit of work has changed, and the days that the work wrote to. */
interface Journal {
  work: number;
  shard: number | null;
  seq: number | null;
  proofs: Map<number, number | null>;
  days: Set<number>;
}

interface Entry extends SeriesWindows {
  /** Packet of the source's newest value, as of this entry. */
  shard: number | null;
  seq: number | null;
  /** The work that loaded this entry. */
  loadedBy: number;
  /** Per aggregate: its sequence number when this entry was last verified to be complete. */
  proofs: Map<number, number | null>;
  journal: Journal | undefined;
  /** Memory of the entry at its last measurement. */
  cost: number;
  uses: number;
}

type Source = Pick<StateNode, 'id' | 'shard' | 'seq'>;

/**
 * Cached history of the sources of time-series aggregates, updated by every value that is put. Other processes send no
 * notification of their writes: a newer value changes the row of the source, a late one the row of each aggregate that
 * covers it (`bump`). An entry is used only while both rows match it; the write itself verifies this, since it fails
 * unless each row is still as it was read.
 */
export function createWindows(memory: WindowMemory = { points: 0 }) {
  /** Cached windows by source, least recently used first. */
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

  /** Shrinks the least recently used entries to the totals of their days, or drops them if that frees too little. */
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
    /** The history of a source for one of its aggregates; empty if it is not cached or may be outdated. */
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

    /** Counts a use; memory is measured after a read, and regularly otherwise. */
    used(sourceId: number, hasRead: boolean): void {
      const entry = entries.get(sourceId);
      if (!entry) return;
      entry.uses += 1;
      if (!hasRead && entry.uses % usesBetween !== 0) return;
      measure(entry);
      makeRoom();
    },

    /** Adds a point after the node was updated. Returns true if the history of the state is cached. */
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

    /** Marks the entry as verified: writing the row of the aggregate fails if it has changed since it was read. */
    prove(sourceId: number, aggregate: Source, work: number): void {
      const entry = entries.get(sourceId);
      if (!entry) return;
      journalOf(entry, work);
      entry.proofs.set(aggregate.id, aggregate.seq ?? null);
    },

    /** Called after the commit of a unit of work. */
    settle(sourceIds: Iterable<number>, work: number): void {
      for (const id of sourceIds) {
        const entry = entries.get(id);
        if (entry?.journal?.work === work) entry.journal = undefined;
      }
    },

    /** The work was rolled back. Entries that existed before it only read the days again that it wrote to. */
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

    /**
     * Removes and returns the entries of these sources, except those that an uncommitted unit of work has changed. Both
     * caches share one memory limit, so it is not adjusted.
     */
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

    /** Drops the entries that were not released. */
    clear(): void {
      for (const series of [...entries.keys()]) drop(series);
    },
  };
}
export type Windows = ReturnType<typeof createWindows>;
