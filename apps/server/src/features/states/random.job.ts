import type { Clock } from '../../platform/clock/clock.ts';
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
  /** Between 0 and 1. */
  random?: () => number;
}

const pageSize = 500;

/** Rounds to two decimals, but never beyond the bounds, even if these have more decimals. */
export function randomBetween(lower: number, upper: number, part: number): number {
  const value = lower * (1 - part) + upper * part;
  const rounded = Math.round(value * 100) / 100;
  return Math.min(upper, Math.max(lower, Number.isFinite(rounded) ? rounded : value));
}

/** Sets a random number every minute, for tests and demonstrations. */
export const drawRandomValues = ({ values, live, clock, random = Math.random }: RandomDeps): Schedule =>
  defineSchedule({
    name: 'states.draw-random-values',
    cron: '* * * * *',
    async run({ db, scheduledAt, signal }) {
      for (let after = 0; ; ) {
        signal.throwIfAborted();
        const page = await findRandomStates(db, after, pageSize);
        const [seq = 0] = await takeSeqs(db, 1);
        const packet = { measuredAt: scheduledAt, receivedAt: clock.now(), origin: 'live', shard: 0, seq } as const;
        const updates = page.map(({ id, lower, upper }) => ({
          stateId: id,
          value: randomBetween(lower, upper, random()),
          ...packet,
        }));
        publishApplied(live, await values.apply(db, updates));
        after = page.at(-1)?.id ?? after;
        if (page.length < pageSize) return;
      }
    },
  });
