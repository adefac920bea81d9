import { isDeepStrictEqual } from 'node:util';
import type { RunTrigger } from '@stellwerk/contract/rule-run';
import type { AppliedWork } from '../../../ingest/apply/ports.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { History } from '../../../platform/history/history.ts';
import { decide, type Evaluator, isOpen } from '../evaluate/index.ts';
import type { Counters } from './counters.ts';
import type { FireDeps, Judged } from './evaluation-result.ts';
import { fire } from './fire.ts';
import { readInputs } from './inputs.ts';
import { moveTwins } from './move.ts';
import { phaseOf } from './phase.ts';
import { setWakeups } from './record.store.ts';
import type { ReadyRule, RuleSource } from './rule-cache.ts';
import { lockMemories, type RuleMemory, readMemories } from './status.store.ts';
import { type Due, dueByValues, isNews, type Timeline, timelineOf } from './timeline.ts';

export interface StepDeps extends Pick<FireDeps, 'commands' | 'linkTo'> {
  evaluator: Pick<Evaluator, 'evaluate'>;
  history: History;
  clock: Clock;
  counters: Pick<Counters, 'add'>;
}

export interface RuleStep {
  /**
   * Evaluates the rules that these values and places trigger, in the caller's transaction. Call `settle` after the
   * commit.
   */
  run(db: Db, source: RuleSource, work: AppliedWork): Promise<{ settle(): void }>;
  /** Evaluates rules for other triggers; the caller has locked the memories of the rules. */
  judge(db: Db, dues: readonly Due[], memories: ReadonlyMap<number, RuleMemory>, depth: number): Promise<void>;
}

const nothing: Timeline = { values: [], byState: new Map(), before: new Map() };

function triggerOf({ rule, trigger, stateIds }: Due): RunTrigger {
  if (trigger) return trigger;
  const aliases = rule.definition.metrics.flatMap(({ alias, stateId }) => (stateIds.has(stateId) ? [alias] : []));
  return { kind: 'value', aliases };
}

/** True if the evaluation changes nothing but the count of the open record. */
function isKnown({ rule, evaluation, atMs, trigger }: Judged, memory: RuleMemory | undefined): boolean {
  if (memory === undefined || memory.openExecutionId === null) return false;
  if (!evaluation) return memory.lastResult === 'outside';
  const { lastExecutedAtMs } = memory;
  const before = { lastExecutedAtMs, phase: phaseOf(memory, rule) };
  const { result, isOn, memory: after } = decide(rule, before, evaluation, { atMs, trigger: trigger.kind });
  if (result !== memory.lastResult || result === 'executed' || result === 'throttled' || result === 'error')
    return false;
  // Users can resolve an alarm while its conditions are true; then the next evaluation opens another one.
  if (isOn && rule.definition.alarm) return false;
  return isDeepStrictEqual(after.phase, before.phase);
}

const isPaused = (memory: RuleMemory | undefined, atMs: number) =>
  memory !== undefined && memory.pausedUntilMs !== null && memory.pausedUntilMs > atMs;

export function createRuleStep(deps: StepDeps): RuleStep {
  const { evaluator, history, clock, counters } = deps;

  async function evaluate(db: Db, dues: readonly Due[], timeline: Timeline): Promise<Judged[]> {
    const open = dues.filter(({ rule, atMs }) => isOpen(rule.definition.executionWindows, atMs));
    const inputsOf = await readInputs({ history, db }, open, timeline);
    const runs = open.map((due) => ({
      ...{ rule: due.rule, atMs: due.atMs, trigger: triggerOf(due) },
      ...inputsOf(due),
    }));
    const evaluations = await evaluator.evaluate(runs);
    const evaluationOf = new Map(open.map((due, index) => [due, evaluations[index] ?? null]));
    return dues.map((due) => ({
      ...{ rule: due.rule, atMs: due.atMs, shard: due.shard, seq: due.seq, trigger: triggerOf(due) },
      evaluation: evaluationOf.get(due) ?? null,
    }));
  }

  const fireDeps = (depth: number): FireDeps => ({ ...deps, now: clock.now(), depth });

  /** Rules that first compute aggregates need their own transaction, so the scheduler evaluates them. */
  async function defer(db: Db, due: ReadonlyMap<ReadyRule, readonly Due[]>, depth: number): Promise<Due[]> {
    const later = [...due].filter(([rule]) => rule.definition.aggregateTrigger.length > 0);
    await setWakeups(
      db,
      later.flatMap(([rule, list]) => {
        const last = list.at(-1);
        if (!last) return [];
        const payload = { trigger: triggerOf(last), depth, shard: last.shard, seq: last.seq };
        return [{ ruleId: rule.id, kind: 'value' as const, key: '', atMs: clock.now().getTime(), payload }];
      }),
    );
    return [...due].flatMap(([rule, list]) => (rule.definition.aggregateTrigger.length > 0 ? [] : list));
  }

  return {
    async run(db, source, { applied, places, depth }) {
      const fresh = applied.filter(isNews);
      const moved = places.map(({ twinId }) => twinId);
      if (fresh.length === 0 && moved.length === 0) return { settle() {} };
      const found = await source.find(db, fresh, moved);
      // Fast path: most batches concern no rule at all, and need no timeline.
      if (moved.length === 0 && !fresh.some(({ stateId }) => found.byState.has(stateId))) return { settle() {} };
      const timeline = timelineOf(fresh);
      const held = await moveTwins(db, found, places, clock.now());
      const due = dueByValues(timeline, found.byState);
      for (const each of held.due) {
        const whole = { ...each, upTo: timeline.values.length };
        due.set(each.rule, [...(due.get(each.rule) ?? []), whole]);
      }
      if (due.size === 0 && held.memories.size === 0) return { settle() {} };
      const dues = await defer(db, due, depth);
      const seen = await readMemories(
        db,
        dues.map(({ rule }) => rule.id),
      );
      const awake = dues.filter(({ rule, atMs }) => !isPaused(seen.get(rule.id), atMs));
      const judged = await evaluate(db, awake, timeline);
      const byRule = Map.groupBy(judged, ({ rule }) => rule.id);
      const known: Judged[] = [];
      const news: Judged[][] = [];
      for (const [ruleId, list] of byRule) {
        const isOld = !held.memories.has(ruleId) && list.every((each) => isKnown(each, seen.get(ruleId)));
        if (isOld) known.push(...list);
        else news.push(list);
      }
      const unlocked = news.flatMap(([first]) => (first && !held.memories.has(first.rule.id) ? [first.rule.id] : []));
      const memories = new Map([...held.memories, ...(await lockMemories(db, unlocked))]);
      await fire(db, news, memories, fireDeps(depth));
      await setWakeups(db, held.wakeups);
      return {
        settle() {
          for (const { rule, atMs } of known) counters.add(rule.id, seen.get(rule.id)?.openExecutionId ?? 0, atMs);
        },
      };
    },

    async judge(db, dues, memories, depth) {
      const awake = dues.filter(({ rule, atMs }) => !isPaused(memories.get(rule.id), atMs));
      const judged = await evaluate(db, awake, nothing);
      const lists = [...Map.groupBy(judged, ({ rule }) => rule.id).values()];
      await fire(db, lists, memories, fireDeps(depth));
    },
  };
}
