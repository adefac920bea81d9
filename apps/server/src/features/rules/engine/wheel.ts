import type { RunTrigger } from '@stellwerk/contract/rule-run';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Db } from '../../../platform/db/db.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { AppliedValue, Values } from '../../states/index.ts';
import { lastTime, nextTime, wakeGeofence } from '../evaluate/index.ts';
import { placesOf } from './move.ts';
import { databaseRules, type ReadyRule, readRuleZones, readyRule } from './rule-book.ts';
import { readRules } from './rule-record.store.ts';
import { lockMemories, type RuleMemory } from './status.store.ts';
import type { RuleStep } from './step.ts';
import type { Due } from './timeline.ts';
import { type DueWakeup, moveWakeup, removeWakeups, takeDue } from './wakeup.store.ts';

export interface WheelOptions {
  database: Database;
  clock: Clock;
  log: Log;
  step: RuleStep;
  values: Pick<Values, 'recompute'>;
  /** What was computed, once it has been committed. */
  onApplied(applied: readonly AppliedValue[]): void;
  everyMs?: number;
}

export interface Wheel {
  start(): void;
  stop(): Promise<void>;
  /** Everything that is due, now. */
  turn(): Promise<void>;
}

const batchSize = 50;
/** What can't be done is tried again after a while, and holds up nothing else. */
const retryMs = 60_000;

interface Asked {
  trigger: RunTrigger;
  depth: number;
  shard: number;
  seq: number;
}

const byItself = (trigger: RunTrigger): Asked => ({ trigger, depth: 0, shard: 0, seq: 0 });

/** A payload is what `defer` wrote. */
const isAsked = (payload: object): payload is Asked => 'trigger' in payload && 'depth' in payload;

/**
 * One clock for all rules: what they want to be woken for stands in a table, in the order of time. A rule that is due is
 * held, and its times are moved on in the transaction that also holds what came of it, so that nothing is lost or done
 * twice, whoever is killed when.
 */
export function createWheel({ database, clock, log, step, values, onApplied, everyMs = 1_000 }: WheelOptions): Wheel {
  let timer: NodeJS.Timeout | undefined;
  let turning: Promise<void> | undefined;

  /** What fell due while nobody looked counts once, with its newest time. */
  async function askTime(db: Db, wakeup: DueWakeup, rule: ReadyRule, now: Date): Promise<Asked[]> {
    const trigger = rule.definition.timeTriggers[Number(wakeup.key)];
    const next = trigger ? nextTime(trigger, now.getTime()) : null;
    if (next === null) await removeWakeups(db, [wakeup]);
    else await moveWakeup(db, wakeup, new Date(next));
    if (!trigger) return [];
    const dueMs = lastTime(trigger, wakeup.at.getTime() - 1, now.getTime()) ?? wakeup.at.getTime();
    return [byItself({ kind: 'time', dueAt: new Date(dueMs).toISOString() })];
  }

  async function askDwell(db: Db, wakeup: DueWakeup, rule: ReadyRule, memory: RuleMemory, now: Date): Promise<Asked[]> {
    await removeWakeups(db, [wakeup]);
    const zones = await readRuleZones(db, [rule]);
    const { places, fired } = wakeGeofence(rule, placesOf(memory, rule), wakeup.key, now.getTime(), zones);
    memory.geofences = { revision: rule.revision, places };
    return fired.map(byItself);
  }

  async function ask(db: Db, wakeup: DueWakeup, rule: ReadyRule, memory: RuleMemory, now: Date): Promise<Asked[]> {
    if (wakeup.kind === 'time') return askTime(db, wakeup, rule, now);
    if (wakeup.kind === 'dwell') return askDwell(db, wakeup, rule, memory, now);
    await removeWakeups(db, [wakeup]);
    return isAsked(wakeup.payload) ? [wakeup.payload] : [];
  }

  /** One rule with all that it was woken for. */
  async function wake(db: Db, rule: ReadyRule, wakeups: readonly DueWakeup[]): Promise<AppliedValue[]> {
    const now = clock.now();
    const memories = await lockMemories(db, [rule.id]);
    const memory = memories.get(rule.id);
    if (!memory) return [];
    const asked: Asked[] = [];
    for (const wakeup of wakeups) asked.push(...(await ask(db, wakeup, rule, memory, now)));
    const { aggregateTrigger } = rule.definition;
    const isComputing = aggregateTrigger.length > 0 && asked.length > 0;
    const computed = isComputing ? await values.recompute(db, aggregateTrigger) : [];
    // What was there before comes first; only what it has become counts.
    const applied = [...new Map(computed.map((each) => [each.stateId, each])).values()];
    const dues = asked.map(({ trigger, shard, seq }): Due => {
      return { rule, atMs: now.getTime(), upTo: 0, trigger: { kind: 'other', trigger }, shard, seq };
    });
    const depth = Math.max(0, ...asked.map((each) => each.depth));
    await step.judge(db, dues, memories, depth);
    // Others may look at what was computed.
    if (applied.length > 0) (await step.run(db, databaseRules, { applied, places: [], depth: depth + 1 })).settle();
    return applied;
  }

  /** Answers how many were taken. */
  async function turnOnce(): Promise<number> {
    const done = await database.db.transaction(async (db) => {
      const due = await takeDue(db, clock.now(), batchSize);
      const ruleIds = [...new Set(due.map(({ ruleId }) => ruleId))];
      const found = await readRules(db, { ruleIds, twinIds: [], accountIds: [] });
      const rules = new Map(found.map((record) => [record.id, readyRule(record)]));
      const applied: AppliedValue[] = [];
      for (const [ruleId, wakeups] of Map.groupBy(due, (each) => each.ruleId)) {
        const rule = rules.get(ruleId);
        if (!rule) {
          await skip(db, wakeups);
          continue;
        }
        try {
          // A savepoint each: one that fails takes nothing of the others with it.
          applied.push(...(await db.transaction((own) => wake(own, rule, wakeups))));
        } catch (error) {
          log.warn({ err: error, ruleId }, 'a rule could not be woken');
          const later = new Date(clock.now().getTime() + retryMs);
          for (const wakeup of wakeups) await moveWakeup(db, wakeup, later);
        }
      }
      return { taken: due.length, applied };
    });
    onApplied(done.applied);
    return done.taken;
  }

  /** Of twins that are disabled: times are looked at again, the rest is over. */
  async function skip(db: Db, wakeups: readonly DueWakeup[]): Promise<void> {
    const times = wakeups.filter(({ kind }) => kind === 'time');
    for (const wakeup of times) await moveWakeup(db, wakeup, new Date(clock.now().getTime() + retryMs));
    await removeWakeups(
      db,
      wakeups.filter(({ kind }) => kind !== 'time'),
    );
  }

  function turn(): Promise<void> {
    turning ??= (async () => {
      while ((await turnOnce()) >= batchSize);
    })()
      .catch((error: unknown) => log.warn({ err: error }, 'the wheel of rules stumbled'))
      .finally(() => {
        turning = undefined;
      });
    return turning;
  }

  return {
    turn,
    start() {
      timer ??= setInterval(() => void turn(), everyMs);
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await turning;
    },
  };
}
