import { charge, withinBudget } from '../../../platform/clock/work-budget.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type LoadedStates, loadStates, type StateNode } from './graph.store.ts';
import { createGraph, createMemo, pushTo } from './graph.ts';
import { createWindows, type WindowMemory, type Windows } from './windows/windows.ts';

/** Beyond, everything is thrown away and read again as it is needed. */
const maxStates = 3_000_000;

/** What reading one state, with all that depends on it, may take before it counts as slow. */
const readMs = 1;

/** Adds each id once; a state may have thousands of dependants. */
function pushAll(lists: Map<number, number[]>, pairs: readonly (readonly [key: number, id: number])[]): void {
  for (const [key, own] of Map.groupBy(pairs, ([key]) => key)) {
    lists.set(key, [...new Set([...(lists.get(key) ?? []), ...own.map(([, id]) => id)])]);
  }
}

/** Devices of one kind have the same definitions: each text and object is kept once. */
function createInterning() {
  const known = new Map<string, unknown>();
  return <T>(value: T): T => {
    const key = typeof value === 'string' ? `"${value}` : JSON.stringify(value);
    const found = known.get(key);
    if (found !== undefined) return found as T;
    if (known.size > 200_000) known.clear();
    known.set(key, value);
    return value;
  };
}

/**
 * States in memory with their newest values, for whoever applies values without pause. What is here may be outdated by
 * somebody else's write at any time: writers prove with each write that it was not. Changes of definitions must be told
 * by `forget`.
 */
export function createStateCache(memory?: WindowMemory) {
  const nodes = new Map<number, StateNode>();
  /** Whose dependents and whose twin's special states are known. */
  const whole = new Set<number>();
  const sources = new Map<number, number[]>();
  const dependents = new Map<number, number[]>();
  const lastSeen = new Map<number, number[]>();
  const coordinates = new Map<number, number[]>();
  const byTwin = new Map<number, number[]>();
  const memo = createMemo();
  /** States whose change was found to need nothing else than what is here. */
  const ready = new Set<number>();
  const none: readonly number[] = [];
  const graph = createGraph(
    {
      node: (id) => nodes.get(id),
      sources: (id) => sources.get(id),
      dependents: (id) => dependents.get(id) ?? none,
      lastSeen: (twinId) => lastSeen.get(twinId) ?? none,
      coordinates: (twinId) => coordinates.get(twinId) ?? none,
    },
    memo,
  );

  /** What follows from the links must be found anew. */
  function relink(): void {
    memo.reach.clear();
    memo.level.clear();
    ready.clear();
  }

  function clear(): void {
    for (const each of [nodes, whole, sources, dependents, lastSeen, coordinates, byTwin]) each.clear();
    relink();
  }

  const intern = createInterning();
  let lastInLine = Promise.resolve();

  function put(node: StateNode): void {
    if (!nodes.has(node.id)) pushTo(byTwin, node.twinId, node.id);
    node.key = intern(node.key);
    node.title = intern(node.title);
    node.unit = intern(node.unit);
    node.transformer = intern(node.transformer);
    node.visualisation = intern(node.visualisation);
    node.config = intern(node.config);
    nodes.set(node.id, node);
  }

  function add({ fed, outside, edges }: LoadedStates): void {
    if (nodes.size > maxStates) clear();
    for (const node of [...fed, ...outside]) put(node);
    const fresh = fed.filter(({ id }) => !whole.has(id));
    for (const { id, source } of fresh) {
      whole.add(id);
      if (source.endsWith('aggregate')) sources.set(id, []);
    }
    const ofTwins = (some: readonly StateNode[]) => some.map(({ id, twinId }) => [twinId, id] as const);
    pushAll(lastSeen, ofTwins(fresh.filter(({ source }) => source === 'system')));
    pushAll(coordinates, ofTwins(fresh.filter(({ geoLink }) => geoLink)));
    pushAll(
      sources,
      edges.map(({ stateId, sourceStateId }) => [stateId, sourceStateId] as const),
    );
    pushAll(
      dependents,
      edges.map(({ stateId, sourceStateId }) => [sourceStateId, stateId] as const),
    );
    relink();
  }

  /** Those among these, and among what depends on them, that must be read. */
  function missingOf(ids: Iterable<number>): number[] {
    const missing: number[] = [];
    const seen = new Set<number>();
    const open = [...ids];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      if (!whole.has(id)) {
        missing.push(id);
        continue;
      }
      if (memo.reach.has(id)) continue;
      for (const next of dependents.get(id) ?? none) open.push(next);
      for (const next of sources.get(id) ?? none) if (!nodes.has(next)) missing.push(next);
    }
    return missing;
  }

  const windows = createWindows(memory);

  function outdate(ids: Iterable<number>): void {
    for (const id of ids) whole.delete(id);
    relink();
  }

  const looksBack = (id: number) => nodes.get(id)?.source === 'timeseries-aggregate';

  return {
    /** Is everything here that a change of this state needs? Time-series aggregates need a past, which may not be written yet. */
    isReady(id: number): boolean {
      if (ready.has(id)) return true;
      if (missingOf([id]).length > 0 || graph.reach(id).some(looksBack)) return false;
      ready.add(id);
      return true;
    },

    /** Outside of any transaction: a read that takes too long is given up while its query still runs. */
    async ensure(db: Db, ids: ReadonlySet<number>): Promise<void> {
      const missing = missingOf(ids);
      if (missing.length === 0) return;
      const dueMs = performance.now() + missing.length * readMs;
      add(await withinBudget(loadStates(db, missing), missing.length * readMs));
      await charge(Math.min(dueMs, performance.now()));
    },

    /** The states themselves: whoever changes one must be able to change it back. */
    graph,

    /** The past that time-series aggregates of these states look at. */
    windows,

    /** A place in the line of those who change states: they begin when those before them have left. */
    lineUp(): { before: Promise<void>; leave(): void } {
      const before = lastInLine;
      const own = Promise.withResolvers<void>();
      lastInLine = before.then(() => own.promise);
      return { before, leave: own.resolve };
    },

    /** Their values were changed by somebody else. */
    outdate,

    /** Takes the cached windows of an account; both caches share one memory. */
    takeWindows(from: { releaseWindows(accountId: number): ReturnType<Windows['release']> }, accountId: number): void {
      windows.adopt(from.releaseWindows(accountId));
    },

    releaseWindows: (accountId: number) => windows.release((id) => nodes.get(id)?.accountId === accountId),

    /** Takes over from a cache that ends: the states that it has changed are read again, their windows are not. */
    adopt(other: { ids(): Iterable<number>; windows: Windows }): void {
      outdate(other.ids());
      windows.adopt(other.windows.release(() => true));
      other.windows.clear();
    },

    ids: () => nodes.keys(),

    /** Their definitions, or what depends on them, have changed. */
    forget(twinIds: Iterable<number>): void {
      for (const twinId of twinIds) {
        for (const id of byTwin.get(twinId) ?? none) {
          for (const each of [nodes, sources, dependents]) each.delete(id);
          whole.delete(id);
        }
        for (const each of [lastSeen, coordinates, byTwin]) each.delete(twinId);
      }
      relink();
    },

    size: () => nodes.size,
  };
}
export type StateCache = ReturnType<typeof createStateCache>;
