import { setImmediate } from 'node:timers/promises';
import { type RunTrigger, replayLimits } from '@stellwerk/contract/rule-run';
import type { History } from '../../../platform/history/history.ts';
import type { Zone } from './area.ts';
import { deadlineOf, decide, noMemory } from './decide.ts';
import type { Evaluator } from './evaluator.ts';
import type { TimedPosition } from './geofence.ts';
import { stateGone } from './problem.ts';
import { createBlocks } from './replay/blocks.ts';
import { createCounters } from './replay/counters.ts';
import { createCursor } from './replay/cursor.ts';
import { createBlockEvaluator, type EvaluatedBlock } from './replay/evaluate-block.ts';
import { createQuery } from './replay/query.ts';
import type { ReplayResult } from './replay/result.ts';
import { loadSeries, type Series } from './replay/series.ts';
import { createTimeline } from './replay/timeline.ts';
import type { CompiledRule } from './rule.ts';
import { truncated } from './truncate-value.ts';

export interface ReplayOptions {
  from: number;
  to: number;
  zones: ReadonlyMap<number, Zone>;
  /** Positions of the rule's twin, oldest first; only read if the rule has geofences. */
  positions: () => Promise<readonly TimedPosition[]>;
  signal?: AbortSignal;
}

export type Replay = (rule: CompiledRule, options: ReplayOptions) => Promise<ReplayResult>;

/** Block size without scripts: evaluating it blocks the event loop for a few milliseconds. */
const plainBlock = 8_192;

function triggerOf({ block }: EvaluatedBlock, rule: CompiledRule, place: number): RunTrigger {
  const mask = block.masks[place] ?? 0;
  const aliases = rule.metrics.flatMap(({ alias }, index) => (mask & (1 << index) ? [alias] : []));
  return block.triggers.get(place) ?? { kind: 'value', aliases };
}

function commandsOf({ definition }: CompiledRule, executed: number): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of executed > 0 ? definition.commands : []) counts.set(type, (counts.get(type) ?? 0) + executed);
  return Object.fromEntries(counts);
}

/** Runs a rule over the past with the same code as live evaluations, on a simulated clock. */
export function createReplay({ history, evaluator }: { history: History; evaluator: Evaluator }): Replay {
  return async (rule, { from, to, zones, positions, signal }) => {
    const startedMs = performance.now();
    const { metrics, definition } = rule;
    const loaded = await loadSeries({ history, metrics, from, to, limit: replayLimits.points });
    const { fromMs, points } = loaded;
    const gone: Series = { at: new Float64Array(), number: new Float64Array(), values: null, first: 0 };
    const timeline = createTimeline({
      rule,
      fromMs,
      toMs: to,
      positions: definition.geofenceTriggers.length > 0 ? await positions() : [],
      zones,
    });
    const cursors = metrics.map((metric) => createCursor(metric, loaded.byState.get(metric.stateId) ?? gone));
    const nextBlock = createBlocks({ rule, cursors, timeline, fromMs, toMs: to });
    const asker = createQuery({ sandbox: evaluator.sandbox, accountId: rule.accountId, signal });
    const evaluateBlock = createBlockEvaluator(rule, asker);
    const hasScripts = rule.script !== null || metrics.some(({ script }) => script !== null);
    const counters = createCounters();
    let memory = noMemory;

    function take(evaluated: EvaluatedBlock) {
      const { block, outcomes } = evaluated;
      for (const [place, outcome] of outcomes.entries()) {
        const atMs = block.atMs[place] ?? 0;
        const trigger = block.triggers.get(place)?.kind ?? 'value';
        // Blocks contain an evaluation for each time that might be the end of a wait.
        if (trigger === 'lasted' && deadlineOf(definition, memory.phase) !== atMs) continue;
        const markOf = () => ({
          trigger: triggerOf(evaluated, rule, place),
          metrics: Object.fromEntries(
            metrics.map(({ alias }, index) => [alias, truncated(evaluated.valueIn(index, place))]),
          ),
        });
        if (outcome === 'aborted' || outcome === 'error') counters.add({ result: outcome, isOn: null }, atMs, markOf);
        else {
          const values = () => metrics.map((_, index) => evaluated.valueIn(index, place));
          const isMet = outcome === 'met';
          const evaluation = { isMet, values, conditions: null, abortedBy: null, problem: null };
          const decision = decide(rule, memory, evaluation, { atMs, trigger });
          memory = decision.memory;
          counters.add(decision, atMs, markOf);
        }
      }
    }

    /** While the scripts of one block run, the next block is prepared. */
    async function run(): Promise<number> {
      let pending: Promise<EvaluatedBlock> | undefined;
      for (;;) {
        signal?.throwIfAborted();
        const block = nextBlock(hasScripts ? asker.size() : plainBlock);
        counters.addOutside(block?.outside ?? 0);
        // Blocks are evaluated in sequence: the count of hung scripts must not depend on which of two blocks was
        // faster.
        const started = block && (pending ?? Promise.resolve()).then(() => evaluateBlock(block));
        // The error is reported when the block is awaited; until then it must not crash the process.
        started?.catch(() => {});
        if (pending) {
          const evaluated = await pending;
          take(evaluated);
          const left = evaluated.block.atMs[evaluated.outcomes.length];
          if (left !== undefined) return left;
        }
        if (!started) return to;
        pending = started;
        await setImmediate();
      }
    }

    const endMs = await run();
    const told = counters.finish(endMs);
    const missing = metrics.find(({ state }) => state === null);
    return {
      from: new Date(fromMs).toISOString(),
      to: new Date(endMs).toISOString(),
      points,
      ...told,
      commands: commandsOf(rule, told.results.executed),
      isCut: told.isCut || fromMs > from || endMs < to,
      problem: asker.problem() ?? (missing && told.evaluations > 0 ? stateGone(missing.alias) : null),
      durationMs: Math.round(performance.now() - startedMs),
    };
  };
}
