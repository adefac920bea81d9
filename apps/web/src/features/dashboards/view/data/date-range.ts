import type { DashboardDateRange } from '@stellwerk/contract/dashboard';
import type { TimeRangeValue } from '../../../../ui/time/time-range.ts';

/** Converts the default range of a dashboard to the time range of the page, and back. */
export function rangeOf(range: DashboardDateRange): TimeRangeValue {
  if (range.type === 'relative') return { kind: 'relative', amount: range.amount, unit: range.unit };
  if (range.type === 'calendar') return { kind: 'calendar', preset: range.preset };
  return { kind: 'absolute', fromMs: Date.parse(range.start), toMs: Date.parse(range.end) };
}

export function dateRangeOf(range: TimeRangeValue): DashboardDateRange {
  if (range.kind === 'relative') return { type: 'relative', amount: range.amount, unit: range.unit, end: 'now' };
  if (range.kind === 'calendar') return { type: 'calendar', preset: range.preset };
  return { type: 'absolute', start: new Date(range.fromMs).toISOString(), end: new Date(range.toMs).toISOString() };
}
