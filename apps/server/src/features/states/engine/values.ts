import { maxClockSkewMs } from '@stellwerk/contract/state';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { History } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { placeTwin } from '../../twins/index.ts';
import { refuse } from '../compute/problem.ts';
import type { StateCache, Working } from './cache.ts';
import { findIntakes, lockGraph } from './graph.store.ts';
import type { Graph } from './graph.ts';
import { type Incoming, readIncoming } from './incoming.ts';
import { createLedger } from './ledger.ts';
import { type Place, placesOf } from './places.ts';
import { stepsOf, wavesOf } from './plan.ts';
import { takeSeqs } from './value.store.ts';
import { type AppliedValue, isComputed, type ValueUpdate } from './value.ts';
import { runWave, type WaveDeps } from './wave.ts';

export interface ValuesDeps {
  history: History;
  sandbox: Sandbox;
  clock: Clock;
}

export interface ApplyOptions {
  /** Fail with the reason instead of keeping it with the state, for somebody who waits for the answer. */
  strict?: boolean;
}

export interface CachedWork {
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

/** How many values can be computed at most. */
function computationsOf(graph: Graph, waves: readonly Incoming[][], forced: readonly number[]): number {
  const isOne = (id: number) => isComputed(graph.node(id)?.source ?? 'none');
  const computedFrom = (starts: Iterable<number>) => {
    const found = new Set<number>();
    for (const start of starts) for (const id of graph.reach(start)) if (isOne(id)) found.add(id);
    return found.size;
  };
  const inWaves = waves.map((wave) => computedFrom(new Set(wave.map(({ stateId }) => stateId))));
  return inWaves.reduce((sum, count) => sum + count, computedFrom(forced));
}

/** Twins in one order for everybody, of each place in time one. */
async function writePlaces(db: Db, places: readonly Place[]): Promise<void> {
  const distinct = new Map(places.map((place) => [`${place.twinId} ${place.measuredAt.getTime()}`, place]));
  const inOrder = [...distinct.values()].sort((a, b) => a.twinId - b.twinId);
  for (const { twinId, ...place } of inOrder) await placeTwin(db, twinId, place);
}

export function createValues({ history, sandbox, clock }: ValuesDeps): Values {
  async function run(
    db: Db,
    graph: Graph,
    memory: Working | undefined,
    waves: readonly Incoming[][],
    forced: readonly number[],
  ) {
    const now = clock.now();
    const ledger = createLedger({ db, history, now, memory });
    const seqs = (await takeSeqs(db, computationsOf(graph, waves, forced))).values();
    const nextSeq = () => seqs.next().value ?? fail('INTERNAL_ERROR', {}, { internal: 'too few numbers of values' });
    const deps: WaveDeps = { db, history, sandbox, ledger, graph, nextSeq };
    const places: Place[] = [];
    for (const wave of waves) places.push(...placesOf(graph, await runWave(deps, wave)));
    if (forced.length > 0) {
      const cause = { receivedAt: now, origin: 'live' as const };
      places.push(...placesOf(graph, await runWave(deps, [], new Map(forced.map((id) => [id, cause])))));
    }
    const applied = await ledger.finish();
    await writePlaces(db, places);
    return applied;
  }

  return {
    async apply(db, updates, { strict = false } = {}) {
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
        return run(tx, graph, undefined, wavesOf(stepsOf(incoming), graph.reach), []);
      });
    },

    async applyCached(db, cache, updates) {
      if (updates.length === 0) return { applied: [], undo() {} };
      await cache.ensure(db, new Set(updates.map(({ stateId }) => stateId)));
      const working = cache.work();
      const incoming = await readIncoming(sandbox, { get: working.graph.node }, updates);
      try {
        const waves = wavesOf(stepsOf(incoming), working.graph.reach);
        return { applied: await run(db, working.graph, working, waves, []), undo: working.undo };
      } catch (error) {
        working.undo();
        throw error;
      }
    },

    recompute: (db, stateIds, sourceIds = []) =>
      db.transaction(async (tx) => run(tx, await lockGraph(tx, stateIds, sourceIds), undefined, [], stateIds)),
  };
}
