import { maxClockSkewMs } from '@stellwerk/contract/state';
import type { AppliedWork, OnSealed, Place } from '../../../ingest/apply/ports.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { charge } from '../../../platform/clock/work-budget.ts';
import type { Db, LazyDb } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { History } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { placeTwin } from '../../twins/index.ts';
import { refuse } from '../compute/problem.ts';
import type { StateCache } from './cache.ts';
import { findIntakes, lockGraph } from './graph.store.ts';
import type { Graph } from './graph.ts';
import { type Incoming, readIncoming } from './incoming.ts';
import { placesOf } from './places.ts';
import { stepsOf, wavesOf } from './plan.ts';
import { type Numbers, type PropagateDeps, propagate } from './propagate.ts';
import { takeSeqs } from './value.store.ts';
import type { AppliedValue, ValueUpdate } from './value.ts';
import { createWindows } from './windows/windows.ts';
import { createWriteSet, type WriteSet } from './write-set.ts';

interface ValuesDeps {
  history: History;
  sandbox: Sandbox;
  clock: Clock;
  /** Evaluates rules in the same transaction. Not called for `begin`: its callers run rules themselves. */
  follow?(db: Db, work: AppliedWork): Promise<void>;
}

interface ApplyOptions {
  /** Throws the problem of a value instead of storing it with the state, for callers that wait for the result. */
  strict?: boolean;
  /** Chain depth, for values that a rule has set. */
  depth?: number;
}

/** A unit of work that applies values to cached states, without locks. */
export interface CachedWork {
  /** Appends updates, which are computed as soon as earlier units of work have been computed. */
  add(updates: readonly ValueUpdate[]): void;
  /**
   * Stores the work, with further updates, in the caller's transaction. `onSealed` receives the result before it is
   * written. Throws OutdatedError if another writer has changed one of the states: the caller must roll back, discard,
   * and retry.
   */
  apply(turn: LazyDb, further?: readonly ValueUpdate[], onSealed?: OnSealed): Promise<AppliedWork>;
  /** To be called after the commit. */
  settle(): void;
  /** Restores the cached states. Later units of work must be discarded first. */
  discard(): Promise<void>;
}

export interface Values {
  /** Stores values and everything that depends on them, in one transaction. */
  apply(db: Db, updates: readonly ValueUpdate[], options?: ApplyOptions): Promise<AppliedValue[]>;
  /** The same as `apply`, in two steps. `db` is for reads outside of the transaction. */
  begin(db: Db, cache: StateCache): CachedWork;
  /** After a change of definitions: computes computed states again, and converts the others to their new type. */
  recompute(db: Db, stateIds: readonly number[], sourceIds?: readonly number[]): Promise<AppliedValue[]>;
}

/** Sequence numbers for computed values, reserved on demand; usually one reservation covers all levels. */
function createNumbers(db: Db): Numbers {
  const free: number[] = [];
  let at = 0;
  return {
    async reserve(count) {
      const missing = at + count - free.length;
      if (missing > 0) free.push(...(await takeSeqs(db, missing)));
    },
    next() {
      at += 1;
      return free[at - 1] ?? fail('INTERNAL_ERROR', {}, { internal: 'no number was reserved for a value' });
    },
  };
}

/** Writes twins in the order of their ids, to avoid deadlocks, and each place once per time. */
async function writePlaces(db: Db, places: readonly Place[]): Promise<void> {
  const distinct = new Map(places.map((place) => [`${place.twinId} ${place.measuredAt.getTime()}`, place]));
  const inOrder = [...distinct.values()].sort((a, b) => a.twinId - b.twinId);
  for (const { twinId, ...place } of inOrder) await placeTwin(db, twinId, place);
}

export function createValues({ history, sandbox, clock, follow }: ValuesDeps): Values {
  const depsOf = (db: Db, graph: Graph, writeSet: WriteSet): PropagateDeps => ({
    ...{ db, history, sandbox, writeSet, graph },
    numbers: createNumbers(db),
  });

  /** Returns the new places of twins. */
  async function compute(deps: PropagateDeps, incoming: readonly Incoming[]): Promise<Place[]> {
    const { graph } = deps;
    const places: Place[] = [];
    for (const wave of wavesOf(stepsOf(incoming), graph.reach)) {
      const begunMs = performance.now();
      places.push(...placesOf(graph, await propagate(deps, wave)));
      await charge(begunMs);
    }
    return places;
  }

  function begin(db: Db, cache: StateCache): CachedWork {
    const { graph } = cache;
    const { before, leave } = cache.lineUp();
    const writeSet = createWriteSet({ history, clock, windows: cache.windows, isUnlocked: true });
    const places: Place[] = [];
    /** Updates that need loads or history, and all updates behind them; computed in `apply`. */
    const late: ValueUpdate[] = [];
    const discarded = Promise.withResolvers<void>();
    let isDiscarded = false;
    let computed = Promise.resolve();

    const canBeAhead = (updates: readonly ValueUpdate[]) =>
      late.length === 0 && updates.every(({ stateId }) => cache.isReady(stateId));

    async function take(on: Db, updates: readonly ValueUpdate[]): Promise<void> {
      const begunMs = performance.now();
      const incoming = await readIncoming(sandbox, { get: graph.node }, updates);
      await charge(begunMs);
      if (!isDiscarded) places.push(...(await compute(depsOf(on, graph, writeSet), incoming)));
    }

    return {
      add(updates) {
        computed = computed.then(async () => {
          await Promise.race([before, discarded.promise]);
          if (isDiscarded) return;
          if (canBeAhead(updates)) await take(db, updates);
          else late.push(...updates);
        });
        // `apply` awaits this promise and reports the error.
        computed.catch(() => {});
      },

      async apply(turn, further = [], onSealed) {
        await computed;
        await before;
        const rest = [...late, ...further];
        if (rest.length > 0) {
          await cache.ensure(db, new Set(rest.map(({ stateId }) => stateId)));
          await take(await turn, rest);
        }
        const { applied, write } = writeSet.seal();
        const tx = await turn;
        const writing = write(tx);
        // The next work is computed while the database writes this one.
        leave();
        onSealed?.(applied);
        await writing;
        await writePlaces(tx, places);
        return { applied, places, depth: 0 };
      },

      settle: writeSet.settle,

      async discard() {
        isDiscarded = true;
        discarded.resolve();
        await computed.catch(() => {});
        writeSet.undo();
        leave();
      },
    };
  }

  return {
    async apply(db, updates, { strict = false, depth = 0 } = {}) {
      if (updates.length === 0) return [];
      const latest = clock.now().getTime() + maxClockSkewMs;
      if (strict && updates.some(({ measuredAt }) => measuredAt.getTime() > latest)) {
        fail('DTWINSTATE_TIME_OUT_OF_RANGE');
      }
      return db.transaction(async (tx) => {
        const ids = [...new Set(updates.map(({ stateId }) => stateId))];
        const intakes = new Map((await findIntakes(tx, ids)).map((intake) => [intake.id, intake]));
        const incoming = await readIncoming(sandbox, intakes, updates);
        const refused = incoming.find(({ problem }) => problem);
        if (strict && refused?.problem) refuse(refused.problem);
        const graph = await lockGraph(tx, ids);
        const writeSet = createWriteSet({ history, clock, windows: createWindows() });
        const places = await compute(depsOf(tx, graph, writeSet), incoming);
        const { applied, write } = writeSet.seal();
        await write(tx);
        await writePlaces(tx, places);
        await follow?.(tx, { applied, places, depth });
        return applied;
      });
    },

    begin,

    recompute: (db, stateIds, sourceIds = []) =>
      db.transaction(async (tx) => {
        const graph = await lockGraph(tx, stateIds, sourceIds);
        const writeSet = createWriteSet({ history, clock, windows: createWindows() });
        const cause = { receivedAt: clock.now(), origin: 'live' as const, shard: 0, seq: 0 };
        const forced = new Map(stateIds.map((id) => [id, cause]));
        const places = placesOf(graph, await propagate(depsOf(tx, graph, writeSet), [], forced));
        const { applied, write } = writeSet.seal();
        await write(tx);
        await writePlaces(tx, places);
        return applied;
      }),
  };
}
