import { maxClockSkewMs } from '@stellwerk/contract/state';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { History } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { placeTwin } from '../../twins/index.ts';
import { refuse } from '../compute/problem.ts';
import type { StateCache } from './cache.ts';
import { findIntakes, lockGraph } from './graph.store.ts';
import type { Graph } from './graph.ts';
import { type Incoming, readIncoming } from './incoming.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { type Place, placesOf } from './places.ts';
import { stepsOf, wavesOf } from './plan.ts';
import { takeSeqs } from './value.store.ts';
import type { AppliedValue, ValueUpdate } from './value.ts';
import { type Numbers, runWave, type WaveDeps } from './wave.ts';

/** What was applied, and where twins are because of it. */
export interface AppliedWork {
  applied: readonly AppliedValue[];
  places: readonly Place[];
  /** How many rules stand between this and what came from outside. */
  depth: number;
}

export interface ValuesDeps {
  history: History;
  sandbox: Sandbox;
  clock: Clock;
  /** What follows beyond values, in the same transaction: rules. Those who bring their own cache do it themselves. */
  follow?(db: Db, work: AppliedWork): Promise<void>;
}

export interface ApplyOptions {
  /** Fail with the reason instead of keeping it with the state, for somebody who waits for the answer. */
  strict?: boolean;
  /** Of a value that a rule has set. */
  depth?: number;
}

export interface CachedWork extends AppliedWork {
  applied: AppliedValue[];
  /** The transaction was rolled back. */
  undo(): void;
}

export interface Values {
  /** Stores values and everything that follows from them, in one transaction. */
  apply(db: Db, updates: readonly ValueUpdate[], options?: ApplyOptions): Promise<AppliedValue[]>;
  /**
   * The same with states from memory, in the transaction of the caller. Throws OutdatedError when somebody else has
   * changed one of them meanwhile: roll back, and come again.
   */
  applyCached(db: Db, cache: StateCache, updates: readonly ValueUpdate[]): Promise<CachedWork>;
  /** After a change of definitions: computed states anew, the others as their new type takes them. */
  recompute(db: Db, stateIds: readonly number[], sourceIds?: readonly number[]): Promise<AppliedValue[]>;
}

/** Numbers for computed values, fetched as they are needed. */
function createNumbers(db: Db): Numbers {
  const free: number[] = [];
  let at = 0;
  return {
    async reserve(count) {
      const missing = at + count - free.length;
      // Some more: where one level follows another, it need not ask again.
      if (missing > 0) free.push(...(await takeSeqs(db, missing + Math.min(count, 50))));
    },
    next() {
      at += 1;
      return free[at - 1] ?? fail('INTERNAL_ERROR', {}, { internal: 'no number was reserved for a value' });
    },
  };
}

/** Twins in one order for everybody, of each place in time one. */
async function writePlaces(db: Db, places: readonly Place[]): Promise<void> {
  const distinct = new Map(places.map((place) => [`${place.twinId} ${place.measuredAt.getTime()}`, place]));
  const inOrder = [...distinct.values()].sort((a, b) => a.twinId - b.twinId);
  for (const { twinId, ...place } of inOrder) await placeTwin(db, twinId, place);
}

export function createValues({ history, sandbox, clock, follow }: ValuesDeps): Values {
  async function run(db: Db, graph: Graph, ledger: Ledger, waves: readonly Incoming[][], forced: readonly number[]) {
    const now = clock.now();
    const deps: WaveDeps = { db, history, sandbox, ledger, graph, numbers: createNumbers(db) };
    const places: Place[] = [];
    for (const wave of waves) places.push(...placesOf(graph, await runWave(deps, wave)));
    if (forced.length > 0) {
      const cause = { receivedAt: now, origin: 'live' as const };
      places.push(...placesOf(graph, await runWave(deps, [], new Map(forced.map((id) => [id, cause])))));
    }
    const applied = await ledger.finish();
    await writePlaces(db, places);
    return { applied, places };
  }

  const lockedLedger = (db: Db) => createLedger({ db, history, now: clock.now() });

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
        const refused = incoming.find(({ outcome }) => !outcome.ok);
        if (strict && refused && !refused.outcome.ok) refuse(refused.outcome.problem);
        const graph = await lockGraph(tx, ids);
        const work = await run(tx, graph, lockedLedger(tx), wavesOf(stepsOf(incoming), graph.reach), []);
        await follow?.(tx, { ...work, depth });
        return work.applied;
      });
    },

    async applyCached(db, cache, updates) {
      if (updates.length === 0) return { applied: [], places: [], depth: 0, undo() {} };
      await cache.ensure(db, new Set(updates.map(({ stateId }) => stateId)));
      const { graph } = cache;
      const incoming = await readIncoming(sandbox, { get: graph.node }, updates);
      const ledger = createLedger({ db, history, now: clock.now(), isUnlocked: true });
      try {
        const work = await run(db, graph, ledger, wavesOf(stepsOf(incoming), graph.reach), []);
        return { ...work, depth: 0, undo: ledger.undo };
      } catch (error) {
        ledger.undo();
        throw error;
      }
    },

    recompute: (db, stateIds, sourceIds = []) =>
      db.transaction(async (tx) => {
        const graph = await lockGraph(tx, stateIds, sourceIds);
        return (await run(tx, graph, lockedLedger(tx), [], stateIds)).applied;
      }),
  };
}
