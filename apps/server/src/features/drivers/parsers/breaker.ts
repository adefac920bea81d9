import type { Clock } from '../../../platform/clock/clock.ts';

interface Record {
  hung: number;
  pauses: number;
  pausedUntilMs: number;
}

/** So many hung calls without a good one in between, and the parser rests. */
export const maxHung = 3;
const firstPauseMs = 60_000;
const longestPauseMs = 900_000;
const maxRecords = 10_000;

/** A parser that hangs again and again pauses, longer each time, so that it does not hold up those of others. */
export function createBreaker({ clock }: { clock: Clock }) {
  const records = new Map<number, Record>();

  return {
    /** How long it still rests; 0: it may run. */
    pausedMs(id: number): number {
      const record = records.get(id);
      return record ? Math.max(0, record.pausedUntilMs - clock.now().getTime()) : 0;
    },

    /** How many of its next batch may hang. After a pause it has a single try. */
    tries: (id: number): number => ((records.get(id)?.pauses ?? 0) > 0 ? 1 : maxHung),

    /** What a batch came to; what was given up was not tried any more. */
    note(id: number, { hung, fine, givenUp }: { hung: number; fine: number; givenUp: number }): void {
      if (hung === 0) {
        if (fine > 0) records.delete(id);
        return;
      }
      const before = records.get(id) ?? { hung: 0, pauses: 0, pausedUntilMs: 0 };
      const record = { ...before, hung: fine > 0 ? hung : before.hung + hung };
      if (record.hung >= maxHung || before.pauses > 0 || givenUp > 0) {
        const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** record.pauses);
        record.pausedUntilMs = clock.now().getTime() + pauseMs;
        record.pauses += 1;
        record.hung = 0;
      }
      const [oldest] = records.keys();
      if (records.size >= maxRecords && oldest !== undefined) records.delete(oldest);
      records.set(id, record);
    },
  };
}
export type Breaker = ReturnType<typeof createBreaker>;
