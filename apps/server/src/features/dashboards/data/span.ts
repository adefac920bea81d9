import { instantOf } from '@stellwerk/contract/core/zone-time';
import type { DashboardDateRange } from '@stellwerk/contract/dashboard';
import type { WidgetSpan } from '@stellwerk/plugin/widget-server';
import { spanOf } from '../../state-history/index.ts';
import { floorDate, shiftWall } from '../../states/index.ts';

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

type Preset = Extract<DashboardDateRange, { type: 'calendar' }>['preset'];
type Unit = 'day' | 'week' | 'month' | 'year';

/** Unit of each preset, and whether the preset is the previous one. Weeks begin on Monday. */
const presets: Record<Preset, { unit: Unit; isBefore: boolean }> = {
  today: { unit: 'day', isBefore: false },
  yesterday: { unit: 'day', isBefore: true },
  'this-week': { unit: 'week', isBefore: false },
  'this-month': { unit: 'month', isBefore: false },
  'last-month': { unit: 'month', isBefore: true },
  'this-year': { unit: 'year', isBefore: false },
};

/** Resolves a range in a time zone, because days with a clock change have 23 or 25 hours. */
export function resolveRange(range: DashboardDateRange, now: Date, zone: string): { fromMs: number; toMs: number } {
  const nowMs = now.getTime();
  if (range.type === 'absolute') return { fromMs: Date.parse(range.start), toMs: Date.parse(range.end) };
  if (range.type === 'relative') {
    return { fromMs: Math.max(0, nowMs - range.amount * unitMs[range.unit]), toMs: nowMs };
  }
  const { unit, isBefore } = presets[range.preset];
  const begun = floorDate(nowMs, unit, { zone, firstWeekday: 1 });
  const fromMs = instantOf(isBefore ? shiftWall(begun, -1, unit) : begun, zone);
  // At the first moment of a day the span would be empty.
  return { fromMs, toMs: isBefore ? instantOf(begun, zone) : Math.max(nowMs, fromMs + 1) };
}

export interface AskedSpan {
  dateRangeStart?: string | undefined;
  dateRangeEnd?: string | undefined;
  zone: string;
}

/** Absent values are those of the dashboard. Fails if the end is not after the start. */
export function resolveSpan(asked: AskedSpan, defaultRange: DashboardDateRange, now: Date): WidgetSpan {
  const { dateRangeStart, dateRangeEnd, zone } = asked;
  const { fromMs, toMs } = resolveRange(defaultRange, now, zone);
  const startDate = dateRangeStart ?? new Date(fromMs).toISOString();
  const endDate = dateRangeEnd ?? new Date(toMs).toISOString();
  const { from, to } = spanOf({ startDate, endDate }, now);
  return { fromMs: from, toMs: to, zone };
}
