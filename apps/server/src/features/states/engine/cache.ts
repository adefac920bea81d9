import { charge, withinBudget } from '../../../platform/clock/work-budget.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type LoadedStates, loadStates, type StateNode } from './graph.store.ts';
import { createGraph, createMemo, pushTo } from './graph.ts';
import { createWindows, type WindowMemory, type Windows } from './windows/windows.ts';

/** Above this size the whole cache is cleared; states are loaded again on demand. */
const maxStates = 3_000_000;

/** Time budget for loading one state with all of its dependents; slower loads count as slow. */
const readMs = 1;

/** Adds each id once; a state may have thousands of dependants. */
function pushAll(lists: Map<number, number[]>, pairs: readonly (readonly [key: number, id: number])[]): void {
  for (const [key, own] of Map.groupBy(pairs, ([key]) => key)) {
    lists.set(key, [...new Set([...(lists.get(key) ?? []), ...own.map(([, id]) => id)])]);
  }
}

/** Devices of one kind share their definitions, so each distinct text and object is kept only once. */
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
 * Cache of states with their newest values, for the pipeline, which applies values continuously. Other writers may
 * outdate an entry at any time, so every write verifies that its rows are unchanged. Changes of definitions must be
 * reported by `forget`.
 */
export function createStateCache(memory?: WindowMemory) {
  const nodes = new Map<number, StateNode>();
  /** States whose dependents, and whose twin's `lastSeen` and coordinate states, are loaded. */
  const whole = new Set<number>();
  const sources = new Map<number, number[]>();
  const dependents = new Map<number, number[]>();
  const lastSeen = new Map<number, number[]>();
  const coordinates = new Map<number, number[]>();
  const byTwin = new Map<number, number[]>();
  const memo = createMemo();
  /** States whose complete reach is cached, so that updating them needs no load. */
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

  /** Clears everything that was derived from the edges between states. */
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

  /** The ids, among these states and their dependents, that have to be loaded. */
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
    /**
     * Whether everything that an update of this state needs is cached. Never true where time-series aggregates depend
     * on it: they read history, which may not be written yet.
     */
    isReady(id: number): boolean {
      if (ready.has(id)) return true;
      if (missingOf([id]).length > 0 || graph.reach(id).some(looksBack)) return false;
      ready.add(id);
      return true;
    },

    /** Loads missing states. Must run outside of transactions: a load over budget is abandoned while its query runs. */
    async ensure(db: Db, ids: ReadonlySet<number>): Promise<void> {
      const missing = missingOf(ids);
      if (missing.length === 0) return;
      const dueMs = performance.now() + missing.length * readMs;
      add(await withinBudget(loadStates(db, missing), missing.length * readMs));
      await charge(Math.min(dueMs, performance.now()));
    },

    /** Returns the cached nodes themselves, not copies: callers that change one must be able to undo the change. */
    graph,

    /** Cached history of the sources of time-series aggregates. */
    windows,

    /** Enters the queue of units of work; each begins when all earlier ones have called `leave`. */
    lineUp(): { before: Promise<void>; leave(): void } {
      const before = lastInLine;
      const own = Promise.withResolvers<void>();
      lastInLine = before.then(() => own.promise);
      return { before, leave: own.resolve };
    },

    /** Another writer has changed the values of these states, so they must be loaded again. */
    outdate,

    /** Takes over the cached windows of an account from another cache; both caches share one memory limit. */
    takeWindows(from: { releaseWindows(accountId: number): ReturnType<Windows['release']> }, accountId: number): void {
      windows.adopt(from.releaseWindows(accountId));
    },

    releaseWindows: (accountId: number) => windows.release((id) => nodes.get(id)?.accountId === accountId),

    /** Takes over the windows of a cache that is being closed; states that the other cache held are loaded again. */
    adopt(other: { ids(): Iterable<number>; windows: Windows }): void {
      outdate(other.ids());
      windows.adopt(other.windows.release(() => true));
      other.windows.clear();
    },

    ids: () => nodes.keys(),

    /** Removes the states of these twins, because their definitions or dependents have changed. */
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
