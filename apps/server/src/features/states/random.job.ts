import type { Clock } from '../../platform/clock/clock.ts';
import { createBudget, OverBudgetError } from '../../platform/clock/work-budget.ts';
import { defineSchedule, type Schedule } from '../../platform/jobs/define-job.ts';
import type { Live } from '../../platform/live/live.ts';
import { takeSeqs } from './engine/value.store.ts';
import type { ValueUpdate } from './engine/value.ts';
import type { Values } from './engine/values.ts';
import { findRandomStates } from './random.store.ts';
import { publishApplied } from './state.events.ts';

interface RandomDeps {
  values: Values;
  live: Pick<Live, 'publish'>;
  clock: Clock;
  /** Random number between 0 and 1; tests replace it. */
  random?: () => number;
}

const pageSize = 500;
/** Time that the random values of an account may take before those of others continue. */
const quickMs = 500;
/** Time for an account that needed longer than that; beyond it, its values are skipped for this minute. */
const slowMs = 5_000;
/** Slow accounts may use this much of a run: the next minute waits for its end. */
const slowPhaseMs = 30_000;

/** Rounds to two decimals, but never beyond the bounds, even if these have more decimals. */
export function randomBetween(lower: number, upper: number, part: number): number {
  const value = lower * (1 - part) + upper * part;
  const rounded = Math.round(value * 100) / 100;
  return Math.min(upper, Math.max(lower, Number.isFinite(rounded) ? rounded : value));
}

/** Sets a random number every minute, for tests and demonstrations. */
export function setRandomValues({ values, live, clock, random = Math.random }: RandomDeps): Schedule {
  /** Accounts that needed too long the last time, the one that has waited longest first. */
  const slowAccounts = new Set<number>();

  return defineSchedule({
    name: 'states.draw-random-values',
    cron: '* * * * *',
    async run({ db, log, scheduledAt, signal }) {
      const waiting = new Map<number, ValueUpdate[]>();

      /** The states of one account, with everything that is computed from them. */
      async function apply(accountId: number, updates: ValueUpdate[], limitMs: number): Promise<void> {
        const budget = createBudget(limitMs);
        try {
          publishApplied(live, await budget.run(() => values.apply(db, updates)));
          if (budget.usedMs() <= quickMs) slowAccounts.delete(accountId);
        } catch (err) {
          if (err instanceof OverBudgetError && limitMs === quickMs) {
            slowAccounts.add(accountId);
            waiting.set(accountId, updates);
          } else log.warn({ err, accountId, states: updates.length }, 'random values of an account were skipped');
        }
      }

      for (let after = 0; ; ) {
        signal.throwIfAborted();
        const page = await findRandomStates(db, after, pageSize);
        const [seq = 0] = await takeSeqs(db, 1);
        const packet = { measuredAt: scheduledAt, receivedAt: clock.now(), origin: 'live', shard: 0, seq } as const;
        for (const [accountId, own] of Map.groupBy(page, (state) => state.accountId)) {
          const updates = own.map(({ id, lower, upper }) => ({
            stateId: id,
            value: randomBetween(lower, upper, random()),
            ...packet,
          }));
          if (slowAccounts.has(accountId)) waiting.set(accountId, [...(waiting.get(accountId) ?? []), ...updates]);
          else await apply(accountId, updates, quickMs);
        }
        after = page.at(-1)?.id ?? after;
        if (page.length < pageSize) break;
      }
      // Slow accounts come last and take turns, so that no other account waits for them.
      const endMs = clock.now().getTime() + slowPhaseMs;
      for (const accountId of [...slowAccounts]) {
        signal.throwIfAborted();
        const updates = waiting.get(accountId);
        if (updates && clock.now().getTime() >= endMs) return;
        slowAccounts.delete(accountId);
        if (!updates) continue;
        slowAccounts.add(accountId);
        await apply(accountId, updates, slowMs);
      }
    },
  });
}
