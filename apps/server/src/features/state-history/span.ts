import { fail } from '../../platform/errors/app-error.ts';
import type { Span } from '../../platform/history/history.ts';

/** Limits spans, because computing calendars for thousands of years only costs time. */
export const endOfTime = Date.UTC(2100, 0, 1);

/** The span of a call; the default end is now. */
export function spanOf({ startDate, endDate }: { startDate: string; endDate?: string | undefined }, now: Date): Span {
  const from = Date.parse(startDate);
  const to = endDate === undefined ? now.getTime() : Date.parse(endDate);
  if (from < 0 || from >= to || to > endOfTime) fail('HISTORY_SPAN_INVALID');
  return { from, to };
}
