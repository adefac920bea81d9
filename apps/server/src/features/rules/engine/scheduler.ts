import type { RunTrigger } from '@stellwerk/contract/rule-run';
import type { Clock } from '../../../platform/clock/clock.ts';
import { createBudget, OverBudgetError } from '../../../platform/clock/work-budget.ts';
import { createConcurrencyLimit } from '../../../platform/concurrency/concurrency-limit.ts';
import type { Database, Db } from '../../../platform/db/db.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { AppliedValue, Values } from '../../states/index.ts';
import { deadlineOf, isOpen, lastTime, nextTime, wakeGeofence } from '../evaluate/index.ts';
import { placesOf } from './move.ts';
import { phaseOf } from './phase.ts';
import { databaseRules, type ReadyRule, readRuleZones, readyRule } from './rule-cache.ts';
import { readRules } from './rule-record.store.ts';
import { lockMemories, type RuleMemory } from './status.store.ts';
import type { RuleStep } from './step.ts';
import type { Due } from './timeline.ts';
import { type DueWakeup, findDueAccounts, type Moved, moveWakeups, takeDue } from './wakeup.store.ts';

export interface SchedulerOptions {
  database: Database;
  clock: Clock;
  log: Log;
  step: RuleStep;
  values: Pick<Values, 'recompute'>;
  /** Called with the computed values after the commit. */
  onApplied(applied: readonly AppliedValue[]): void;
  everyMs?: number;
}

export interface Scheduler {
  start(): void;
  stop(): Promise<void>;
  /** Runs everything that is due now. */
  turn(): Promise<void>;
}

const batchSize = 200;
/** Accounts whose rules take longer than this are slow: they take turns with each other, and no other waits for them. */
const slowMs = 500;
/** Wakeups of a slow account that run before the next slow account has its turn. */
const slowBatchSize = 20;
const quickAtOnce = 4;
/** Rules that fail are retried after this time, so that they don't block others. */
const retryMs = 60_000;

/** The payload of a wakeup that `defer` stored. */
interface Deferred {
  trigger: RunTrigger;
  depth: number;
  shard: number;
  seq: number;
}

const isDeferred = (payload: object): payload is Deferred => 'trigger' in payload && 'depth' in payload;

interface Asked extends Deferred {
  rule: ReadyRule;
}

const byItself = (rule: ReadyRule, trigger: RunTrigger): Asked => ({ rule, trigger, depth: 0, shard: 0, seq: 0 });

interface Woken {
  rule: ReadyRule;
  wakeups: readonly DueWakeup[];
}

interface Answer {
  asked: Asked[];
  moved: Moved[];
}

type Zones = Awaited<ReturnType<typeof readRuleZones>>;

/**
 * Scheduler for all rules: their wakeups are stored in a table, sorted by time. A due rule is locked, and its wakeups
 * are rescheduled in the transaction that stores its results, so that a crash neither loses nor repeats anything. Each
 * account has its own transactions.
 */
export function createScheduler({
  database,
  clock,
  log,
  step,
  values,
  onApplied,
  everyMs = 1_000,
}: SchedulerOptions): Scheduler {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const running = new Map<number, Promise<void>>();
  const slow = new Set<number>();
  const limits = { quick: createConcurrencyLimit(quickAtOnce), slow: createConcurrencyLimit(1) };

  /** Times missed while the server was down count once, with the newest of them. */
  function askTime(wakeup: DueWakeup, rule: ReadyRule, now: Date, answer: Answer): void {
    const trigger = rule.definition.timeTriggers[Number(wakeup.key)];
    const next = trigger ? nextTime(trigger, now.getTime()) : null;
    answer.moved.push({ ...wakeup, at: next === null ? null : new Date(next) });
    if (!trigger) return;
    const dueMs = lastTime(trigger, wakeup.at.getTime() - 1, now.getTime()) ?? wakeup.at.getTime();
    answer.asked.push(byItself(rule, { kind: 'time', dueAt: new Date(dueMs).toISOString() }));
  }

  /** Collects the evaluations that the wakeups of a rule ask for; dwell times are stored in its memory on the way. */
  function ask({ rule, wakeups }: Woken, memory: RuleMemory, zones: Zones, now: Date, answer: Answer): void {
    for (const wakeup of wakeups) {
      if (wakeup.kind === 'time') {
        askTime(wakeup, rule, now, answer);
        continue;
      }
      answer.moved.push({ ...wakeup, at: null });
      if (wakeup.kind === 'dwell') {
        const { places, fired } = wakeGeofence(rule, placesOf(memory, rule), wakeup.key, now.getTime(), zones);
        memory.geofences = { revision: rule.revision, places };
        answer.asked.push(...fired.map((trigger) => byItself(rule, trigger)));
      } else if (wakeup.kind === 'lasted') {
        const deadlineMs = deadlineOf(rule.definition, phaseOf(memory, rule));
        const isOver = deadlineMs !== null && deadlineMs <= now.getTime();
        // Outside of the execution windows the rule does not run; the next value within them shows the time, too.
        if (isOver && isOpen(rule.definition.executionWindows, now.getTime())) {
          answer.asked.push(byItself(rule, { kind: 'lasted' }));
        }
      } else if (isDeferred(wakeup.payload)) answer.asked.push({ rule, ...wakeup.payload });
    }
  }

  /** Wakes these rules in one transaction, each for all of its due wakeups. */
  async function wake(db: Db, woken: readonly Woken[]): Promise<AppliedValue[]> {
    const now = clock.now();
    const rules = woken.map(({ rule }) => rule);
    const memories = await lockMemories(
      db,
      rules.map(({ id }) => id),
    );
    const zones = await readRuleZones(db, rules);
    const answer: Answer = { asked: [], moved: [] };
    for (const each of woken) {
      const memory = memories.get(each.rule.id);
      if (memory) ask(each, memory, zones, now, answer);
    }
    await moveWakeups(db, answer.moved);
    const computing = new Set(answer.asked.flatMap(({ rule }) => rule.definition.aggregateTrigger));
    const computed = computing.size > 0 ? await values.recompute(db, [...computing]) : [];
    // `recompute` may report a state twice, first with its revised old value: only the last entry counts.
    const applied = [...new Map(computed.map((each) => [each.stateId, each])).values()];
    const depth = Math.max(0, ...answer.asked.map((each) => each.depth));
    const byDepth = Map.groupBy(answer.asked, (each) => each.depth);
    // Geofence state must be written even if no evaluation is due.
    if (byDepth.size === 0) byDepth.set(0, []);
    for (const [own, asked] of byDepth) {
      const dues = asked.map(({ rule, trigger, shard, seq }): Due => {
        return { rule, atMs: now.getTime(), upTo: 0, trigger, stateIds: new Set(), shard, seq };
      });
      await step.judge(db, dues, memories, own);
    }
    // Other rules may have metrics on the computed states.
    if (applied.length > 0) (await step.run(db, databaseRules, { applied, places: [], depth: depth + 1 })).settle();
    return applied;
  }

  /** Wakes all rules together. If that fails, each is woken alone, so that a failing rule doesn't affect the others. */
  async function wakeAll(db: Db, woken: readonly Woken[]): Promise<AppliedValue[]> {
    try {
      return await db.transaction((own) => wake(own, woken));
    } catch (error) {
      const [only, ...others] = woken;
      if (!only) return [];
      if (error instanceof OverBudgetError) throw error;
      if (others.length > 0) {
        const applied: AppliedValue[] = [];
        for (const each of woken) applied.push(...(await wakeAll(db, [each])));
        return applied;
      }
      log.warn({ err: error, ruleId: only.rule.id }, 'a rule could not be woken');
      await moveWakeups(db, later(only.wakeups));
      return [];
    }
  }

  const later = (wakeups: readonly DueWakeup[]): Moved[] =>
    wakeups.map((wakeup) => ({ ...wakeup, at: new Date(clock.now().getTime() + retryMs) }));

  /** For rules of disabled twins: time triggers are postponed, other wakeups are dropped. */
  const skipped = (wakeups: readonly DueWakeup[]): Moved[] =>
    later(wakeups).map((each) => (each.kind === 'time' ? each : { ...each, at: null }));

  /** Returns how many wakeups were taken. */
  async function turnOnce(accountId: number, limit: number): Promise<number> {
    const done = await database.db.transaction(async (db) => {
      const due = await takeDue(db, accountId, clock.now(), limit);
      if (due.length === 0) return { taken: 0, applied: [] };
      const byRule = Map.groupBy(due, ({ ruleId }) => ruleId);
      const found = await readRules(db, { ruleIds: [...byRule.keys()], twinIds: [], accountIds: [] });
      const woken = found.map((record) => ({ rule: readyRule(record), wakeups: byRule.get(record.id) ?? [] }));
      for (const { rule } of woken) byRule.delete(rule.id);
      await moveWakeups(db, skipped([...byRule.values()].flat()));
      return { taken: due.length, applied: await wakeAll(db, woken) };
    });
    onApplied(done.applied);
    return done.taken;
  }

  async function turnAll(accountId: number): Promise<void> {
    while ((await turnOnce(accountId, batchSize)) >= batchSize);
  }

  /** An account that exceeds its budget is rolled back, and continues without a limit among the slow ones. */
  async function runAccount(accountId: number): Promise<void> {
    if (!slow.has(accountId)) {
      try {
        return await limits.quick.run(() => createBudget(slowMs).run(() => turnAll(accountId)));
      } catch (error) {
        if (!(error instanceof OverBudgetError)) throw error;
        slow.add(accountId);
      }
    }
    const budget = createBudget(Number.POSITIVE_INFINITY);
    const turnSlow = () => limits.slow.run(() => budget.run(() => turnOnce(accountId, slowBatchSize)));
    while ((await turnSlow()) >= slowBatchSize);
    if (budget.usedMs() <= slowMs) slow.delete(accountId);
  }

  const stumbled = (error: unknown) => log.warn({ err: error }, 'the scheduler of rules stumbled');

  async function look(): Promise<void> {
    for (const accountId of await findDueAccounts(database.db, clock.now())) {
      if (running.has(accountId)) continue;
      const run = runAccount(accountId)
        .catch(stumbled)
        .finally(() => running.delete(accountId));
      running.set(accountId, run);
    }
  }

  async function turn(): Promise<void> {
    looking = looking.then(look).catch(stumbled);
    await looking;
    await Promise.all(running.values());
  }

  return {
    turn,
    start() {
      timer ??= setInterval(() => void turn(), everyMs);
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await looking;
      await Promise.all(running.values());
    },
  };
}
