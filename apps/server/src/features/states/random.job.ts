import type { Clock } from '../../platform/clock/clock.ts';
import { createBudget } from '../../platform/clock/work-budget.ts';
import { defineSchedule, type Schedule } from '../../platform/jobs/define-job.ts';
import type { Live } from '../../platform/live/live.ts';
import { takeSeqs } from './engine/value.store.ts';
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
/** Time that the random values of an account may take; beyond it they are skipped for this minute. */
const budgetMs = 2_000;

/** Rounds to two decimals, but never beyond the bounds, even if these have more decimals. */
export function randomBetween(lower: number, upper: number, part: number): number {
  const value = lower * (1 - part) + upper * part;
  const rounded = Math.round(value * 100) / 100;
  return Math.min(upper, Math.max(lower, Number.isFinite(rounded) ? rounded : value));
}

/** Sets a random number every minute, for tests and demonstrations. */
export const setRandomValues = ({ values, live, clock, random = Math.random }: RandomDeps): Schedule =>
  defineSchedule({
    name: 'states.draw-random-values',
    cron: '* * * * *',
    async run({ db, log, scheduledAt, signal }) {
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
          // The states of one account, with all that is computed from them, must not keep those of others waiting.
          try {
            publishApplied(live, await createBudget(budgetMs).run(() => values.apply(db, updates)));
          } catch (err) {
            log.warn({ err, accountId, states: own.length }, 'random values of an account were skipped');
          }
        }
        after = page.at(-1)?.id ?? after;
        if (page.length < pageSize) return;
      }
    },
  });
