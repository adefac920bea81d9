import { maxClockSkewMs } from '@stellwerk/contract/state';
import type { EpochMs } from '../../platform/history/history.ts';

/** Number of senders whose last time is remembered: at least this many, at most twice as many. */
const remembered = 50_000;

/**
 * Assigns distinct times of arrival per sender: a message in the same millisecond as the previous one counts as
 * received one millisecond later. The same applies while the clock is set back by less than the allowed skew, so that
 * the message is not late; beyond that the clock is used.
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
