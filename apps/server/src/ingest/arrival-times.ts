import { maxClockSkewMs } from '@stellwerk/contract/state';
import type { EpochMs } from '../platform/history/history.ts';

/** Senders whose last time is remembered: at least so many, at most twice as many. */
const remembered = 50_000;

/**
 * Times of arrival that differ for each sender: a message that comes within the millisecond of the one before it counts
 * as received a millisecond after it. The same holds while the clock is put back by less than clocks may be wrong, so
 * that the message is not late; beyond, the clock counts.
 */
export function createArrivalTimes() {
  let recent = new Map<string, EpochMs>();
  let older = new Map<string, EpochMs>();
  return (sender: string, nowMs: EpochMs): EpochMs => {
    const last = recent.get(sender) ?? older.get(sender);
    const isAhead = last !== undefined && last >= nowMs && last - nowMs < maxClockSkewMs;
    const at = isAhead ? last + 1 : nowMs;
    if (recent.size >= remembered) [older, recent] = [recent, new Map()];
    recent.set(sender, at);
    return at;
  };
}
