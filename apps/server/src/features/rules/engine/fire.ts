import { ruleLimits } from '@stellwerk/contract/rule';
import type { Db } from '../../../platform/db/db.ts';
import { type OutboxEntry, putOutbox } from '../../../platform/outbox/outbox.store.ts';
import { findMutedRules } from '../../alarms/index.ts';
import { deadlineOf, decide } from '../evaluate/index.ts';
import { type Granted, grant } from './budget.ts';
import { contextOf, type FireDeps, type Judged, type Step, type Track } from './evaluation-result.ts';
import { phaseOf } from './phase.ts';
import { planAlarms, raiseAlarms } from './raise.ts';
import {
  insertCommands,
  insertExecutions,
  type NewCommand,
  type NewExecution,
  setWakeups,
  type Wakeup,
} from './record.store.ts';
import { addToRecords, type Repeats, type RuleCounts, type RuleMemory, writeMemories } from './status.store.ts';

/** A rule that hits a script limit this many times in a row is paused. */
const maxHangs = 3;
const pauseMs = 15 * 60_000;

/** Decides the result of an evaluation, and updates the memory of the rule (throttle, hung scripts). */
function stepOf({ rule, memory }: Track, judged: Judged): Step {
  const step: Step = {
    ...{ judged, code: null, params: null, granted: null, alarm: null, recordedBy: null, executionId: null },
    ...{ result: 'outside', decision: null },
  };
  const { evaluation, atMs, trigger } = judged;
  if (!evaluation) return step;
  const { lastExecutedAtMs } = memory;
  const before = { lastExecutedAtMs, phase: phaseOf(memory, rule) };
  const decision = decide(rule, before, evaluation, { atMs, trigger: trigger.kind });
  const { result, memory: next } = decision;
  memory.lastExecutedAtMs = next.lastExecutedAtMs;
  memory.phase = { revision: rule.revision, ...next.phase };
  Object.assign(step, { result, decision });
  const { problem } = evaluation;
  memory.hangs = problem?.isHang ? memory.hangs + 1 : 0;
  if (!problem) return step;
  if (memory.hangs < maxHangs) return Object.assign(step, { code: problem.code, params: problem.params });
  memory.hangs = 0;
  memory.pausedUntilMs = atMs + pauseMs;
  return Object.assign(step, { code: 'RULE_PAUSED', params: { reason: problem.code } });
}

const isPaused = ({ pausedUntilMs }: RuleMemory, atMs: number) => pausedUntilMs !== null && pausedUntilMs > atMs;

function reasonOf(state: Granted['allowed'][number], type: string): Pick<NewCommand, 'code' | 'params'> {
  const { chainDepth, mailsPerHour, commandsPerHour } = ruleLimits;
  if (state === 'queued') return { code: null, params: null };
  if (state === 'muted') return { code: 'RULE_MUTED', params: {} };
  if (state === 'cut') return { code: 'RULE_CHAIN_CUT', params: { depth: chainDepth } };
  return { code: 'RULE_COMMANDS_LIMITED', params: { limit: type === 'mail' ? mailsPerHour : commandsPerHour } };
}

/** Stores the granted commands with each step; an execution without any granted command gets the reason. */
async function grantAll(db: Db, tracks: readonly Track[], deps: FireDeps): Promise<void> {
  const executed = tracks.flatMap(({ steps }) => steps.filter(({ result }) => result === 'executed'));
  const mailing = executed.flatMap(({ judged: { rule } }) =>
    rule.definition.commands.some(({ type }) => type === 'mail') ? [{ ruleId: rule.id, twinId: rule.twinId }] : [],
  );
  const muted = await findMutedRules(db, mailing, deps.now);
  const wishes = executed.map((step) => {
    const { id, accountId, definition } = step.judged.rule;
    return { key: step, accountId, commands: definition.commands, isMuted: muted.has(id) };
  });
  for (const [step, granted] of await grant(db, wishes, deps)) {
    step.granted = granted;
    const [first] = granted.allowed;
    const type = step.judged.rule.definition.commands[0]?.type ?? '';
    const isNothing = first !== undefined && granted.allowed.every((each) => each !== 'queued');
    if (isNothing) Object.assign(step, reasonOf(first, type));
  }
}

const sendsSomething = ({ granted }: Step) => granted?.allowed.includes('queued') ?? false;

/**
 * Evaluations with the same result and no new effect share one record. Returns the steps that need their own record.
 */
function chain({ memory, steps }: Track): Step[] {
  const fresh: Step[] = [];
  let last: Step | null = null;
  let { lastResult, code } = memory;
  let hasRecord = memory.openExecutionId !== null;
  for (const step of steps) {
    const isSame = step.result === lastResult && step.code === code && !sendsSomething(step) && step.alarm !== 'opens';
    if (!hasRecord || !isSame) {
      fresh.push(step);
      last = step;
    }
    step.recordedBy = last;
    hasRecord = true;
    lastResult = step.result;
    code = step.code;
  }
  return fresh;
}

function executionOf({ judged, result, decision, code, params }: Step): NewExecution {
  const { rule, atMs, trigger, evaluation } = judged;
  return {
    ...{ ruleId: rule.id, revision: rule.revision, atMs, result, trigger, code, params },
    metrics: evaluation?.metrics ?? [],
    conditions: decision?.conditions ?? null,
    isMet: decision?.isMet ?? null,
    durationMs: evaluation?.durationMs ?? 0,
  };
}

/** The commands of the executions: rows for the record, and entries for the outbox. */
function commandsOf(steps: readonly Step[], deps: FireDeps) {
  const rows: NewCommand[] = [];
  const entries: OutboxEntry[] = [];
  for (const { judged, granted, executionId } of steps) {
    if (!granted || executionId === null) continue;
    const context = contextOf(judged, deps);
    for (const [position, command] of judged.rule.definition.commands.entries()) {
      const place = { executionId, position, depth: deps.depth, atMs: judged.atMs };
      const { type, target, entry } = deps.commands.prepare(context, command, place);
      const state = granted.allowed[position] ?? 'limited';
      rows.push({ executionId, position, type, target, state, ...reasonOf(state, type) });
      if (state === 'queued') entries.push(entry);
    }
  }
  return { rows, entries };
}

/** The new memory of the rule, and the increments of its counters. */
function remember({ memory, steps }: Pick<Track, 'memory' | 'steps'>): { memory: RuleMemory; counts: RuleCounts } {
  const last = steps.at(-1);
  if (last) {
    const { result: lastResult, code, params, recordedBy } = last;
    const openExecutionId = recordedBy ? recordedBy.executionId : memory.openExecutionId;
    Object.assign(memory, { lastResult, code, params, openExecutionId });
  }
  const count = (isOne: (step: Step) => boolean) => steps.filter(isOne).length;
  return {
    memory,
    counts: {
      lastEvaluatedAtMs: last?.judged.atMs ?? 0,
      evaluations: steps.length,
      executions: count(({ result }) => result === 'executed'),
      errors: count(({ result }) => result === 'error'),
      limited: steps.reduce(
        (sum, { granted }) =>
          sum + (granted?.allowed.filter((each) => each !== 'queued' && each !== 'muted').length ?? 0),
        0,
      ),
    },
  };
}

/** A rule that waits for its conditions to last is evaluated at the end of that time, with or without new values. */
function waitsOf({ rule, memory, steps }: Track): Wakeup[] {
  const deadlineMs = deadlineOf(rule.definition, phaseOf(memory, rule));
  // An evaluation at the end of that time that failed is not repeated: the next value shows whether they lasted.
  if (deadlineMs === null || deadlineMs <= (steps.at(-1)?.judged.atMs ?? 0)) return [];
  return [{ ruleId: rule.id, kind: 'lasted', key: '', atMs: deadlineMs, payload: {} }];
}

/** Evaluations that are only counted in an existing record. */
function repeatsOf({ rule, memory, steps }: Track): Repeats[] {
  const byRecord = Map.groupBy(
    steps.filter((step) => step.recordedBy !== step),
    ({ recordedBy }) => (recordedBy ? recordedBy.executionId : memory.openExecutionId),
  );
  return [...byRecord].flatMap(([executionId, list]) => {
    const lastAtMs = Math.max(...list.map(({ judged }) => judged.atMs));
    return executionId === null ? [] : [{ ruleId: rule.id, executionId, count: list.length, lastAtMs }];
  });
}

/**
 * Writes all effects of evaluations: records, outbox entries, alarms and memories. Runs in the caller's transaction,
 * which holds the locks on the memories of these rules. `lists` holds the evaluations of each rule in order.
 */
export async function fire(
  db: Db,
  lists: readonly (readonly Judged[])[],
  memories: ReadonlyMap<number, RuleMemory>,
  deps: FireDeps,
): Promise<void> {
  const tracks: Track[] = [];
  const seen = new Set<number>();
  for (const list of lists) {
    const rule = list[0]?.rule;
    const memory = rule && memories.get(rule.id);
    if (!rule || !memory) continue;
    seen.add(rule.id);
    const track: Track = { rule, memory, steps: [] };
    tracks.push(track);
    for (const judged of list) if (!isPaused(memory, judged.atMs)) track.steps.push(stepOf(track, judged));
  }
  await grantAll(db, tracks, deps);
  await planAlarms(db, tracks);
  const fresh = tracks.flatMap(chain);
  const ids = await insertExecutions(db, fresh.map(executionOf));
  for (const [index, step] of fresh.entries()) step.executionId = ids[index] ?? null;
  const { rows, entries } = commandsOf(fresh, deps);
  await insertCommands(db, rows);
  await putOutbox(db, entries);
  await raiseAlarms(db, tracks, deps);
  const repeats = tracks.flatMap(repeatsOf);
  // Rules without an evaluation whose memory has changed because their twin moved.
  const quiet = [...memories.values()].filter(({ ruleId }) => !seen.has(ruleId));
  await writeMemories(db, [...tracks.map(remember), ...quiet.map((memory) => remember({ memory, steps: [] }))]);
  await addToRecords(db, repeats);
  await setWakeups(db, tracks.flatMap(waitsOf));
}
