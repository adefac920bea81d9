import type { Clock } from '../../../platform/clock/clock.ts';

interface Record {
  hung: number;
  pauses: number;
  pausedUntilMs: number;
}

/** Number of hung calls in a row after which a parser pauses. */
export const maxHung = 3;
const firstPauseMs = 60_000;
const longestPauseMs = 900_000;
const maxRecords = 10_000;

/** Circuit breakers, by key: pause a parser that hangs repeatedly, longer each time, so that it doesn't delay others. */
export function createBreaker({ clock }: { clock: Clock }) {
  const records = new Map<string, Record>();

  return {
    /** Remaining pause; 0 if the parser may run. */
    pausedMs(key: string): number {
      const record = records.get(key);
      return record ? Math.max(0, record.pausedUntilMs - clock.now().getTime()) : 0;
    },

    /** Number of calls of the next batch that may hang. After a pause it is one. */
    tries: (key: string): number => ((records.get(key)?.pauses ?? 0) > 0 ? 1 : maxHung),

    /** Records the results of a batch; `givenUp` calls were not tried. */
    note(key: string, { hung, fine, givenUp }: { hung: number; fine: number; givenUp: number }): void {
      if (hung === 0) {
        if (fine > 0) records.delete(key);
        return;
      }
      const before = records.get(key) ?? { hung: 0, pauses: 0, pausedUntilMs: 0 };
      const record = { ...before, hung: fine > 0 ? hung : before.hung + hung };
      if (record.hung >= maxHung || before.pauses > 0 || givenUp > 0) {
        const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** record.pauses);
        record.pausedUntilMs = clock.now().getTime() + pauseMs;
        record.pauses += 1;
        record.hung = 0;
      }
      const [oldest] = records.keys();
      if (records.size >= maxRecords && oldest !== undefined) records.delete(oldest);
      records.set(key, record);
    },
  };
}
