import { maxClockSkewMs } from '@stellwerk/contract/state';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { History } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { placeTwin } from '../../twins/index.ts';
import { refuse } from '../compute/problem.ts';
import { findIntakes, type Graph, lockGraph, type StateNode } from './graph.store.ts';
import { type Incoming, readIncoming } from './incoming.ts';
import { createLedger } from './ledger.ts';
import { type Place, placesOf } from './places.ts';
import { levelsOf, reachOf, stepsOf, wavesOf } from './plan.ts';
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

export interface Values {
  /** Stores values and everything that follows from them, in one transaction. */
  apply(db: Db, updates: readonly ValueUpdate[], options?: ApplyOptions): Promise<AppliedValue[]>;
  /** After a change of definitions: computed states anew, the others as their new type takes them. */
  recompute(db: Db, stateIds: readonly number[], sourceIds?: readonly number[]): Promise<AppliedValue[]>;
}

/** Aggregates by their distance from what comes in. */
function levelled(graph: Graph): StateNode[][] {
  const levels: StateNode[][] = [];
  const levelOf = levelsOf(graph);
  for (const node of graph.nodes.values()) {
    // Sources that are only read have no sources of their own here.
    if (!graph.sources.has(node.id)) continue;
    const level = levelOf.get(node.id) ?? 0;
    levels[level] = [...(levels[level] ?? []), node];
  }
  return levels.filter(Boolean);
}

/** How many values can be computed at most. */
function computationsOf(graph: Graph, waves: readonly Incoming[][], forced: readonly number[]): number {
  const reach = reachOf(graph);
  const isOne = (id: number) => isComputed(graph.nodes.get(id)?.source ?? 'none');
  const starts = [...waves.flatMap((wave) => wave.map(({ stateId }) => stateId)), ...forced];
  return starts.reduce((sum, id) => sum + [...reach(id)].filter(isOne).length, 0);
}

/** Twins in one order for everybody, of each place in time one. */
async function writePlaces(db: Db, places: readonly Place[]): Promise<void> {
  const distinct = new Map(places.map((place) => [`${place.twinId} ${place.measuredAt.getTime()}`, place]));
  const inOrder = [...distinct.values()].sort((a, b) => a.twinId - b.twinId);
  for (const { twinId, ...place } of inOrder) await placeTwin(db, twinId, place);
}

export function createValues({ history, sandbox, clock }: ValuesDeps): Values {
  async function run(db: Db, graph: Graph, waves: readonly Incoming[][], forced: readonly number[]) {
    const now = clock.now();
    const ledger = createLedger({ db, history, now });
    const seqs = (await takeSeqs(db, computationsOf(graph, waves, forced))).values();
    const nextSeq = () => seqs.next().value ?? fail('INTERNAL_ERROR', {}, { internal: 'too few numbers of values' });
    const deps: WaveDeps = { db, history, sandbox, ledger, graph, levels: levelled(graph), nextSeq };
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
        return run(tx, graph, wavesOf(stepsOf(incoming), reachOf(graph)), []);
      });
    },

    recompute: (db, stateIds, sourceIds = []) =>
      db.transaction(async (tx) => run(tx, await lockGraph(tx, stateIds, sourceIds), [], stateIds)),
  };
}
