import { addDays, addMonths, dateIn, startOfDayMs, startOfMonth, startOfWeek, startOfYear } from './zone-time.ts';

export type RelativeUnit = 'm' | 'h' | 'd';
export const calendarPresets = ['today', 'yesterday', 'this-week', 'this-month', 'last-month', 'this-year'] as const;
export type CalendarPreset = (typeof calendarPresets)[number];

/** `relative` moves with the clock, `calendar` follows days of a time zone, `absolute` is fixed. */
export type TimeRangeValue =
  | { kind: 'relative'; amount: number; unit: RelativeUnit }
  | { kind: 'calendar'; preset: CalendarPreset }
  | { kind: 'absolute'; fromMs: number; toMs: number };

export interface ResolvedRange {
  fromMs: number;
  toMs: number;
}

const unitMs: Record<RelativeUnit, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const maxRelativeMs = 20 * 366 * unitMs.d;

export const relative = (amount: number, unit: RelativeUnit): TimeRangeValue => ({ kind: 'relative', amount, unit });

export const relativePresets: readonly TimeRangeValue[] = [
  relative(1, 'h'),
  relative(6, 'h'),
  relative(24, 'h'),
  relative(7, 'd'),
  relative(30, 'd'),
  relative(90, 'd'),
  relative(365, 'd'),
];

export function timeRangeToText(value: TimeRangeValue): string {
  switch (value.kind) {
    case 'relative':
      return `${value.amount}${value.unit}`;
    case 'calendar':
      return value.preset;
    case 'absolute':
      return `${new Date(value.fromMs).toISOString()}..${new Date(value.toMs).toISOString()}`;
  }
}

/** Reads a text of `timeRangeToText`; undefined for any other text. */
export function timeRangeFromText(text: unknown): TimeRangeValue | undefined {
  if (typeof text !== 'string') return undefined;
  const preset = calendarPresets.find((candidate) => candidate === text);
  if (preset) return { kind: 'calendar', preset };
  const match = /^([1-9]\d{0,5})([mhd])$/.exec(text);
  if (match) {
    const unit = match[2] === 'm' ? 'm' : match[2] === 'h' ? 'h' : 'd';
    const amount = Number(match[1]);
    return amount * unitMs[unit] <= maxRelativeMs ? relative(amount, unit) : undefined;
  }
  const [from, to, ...rest] = text.split('..');
  if (from === undefined || to === undefined || rest.length > 0) return undefined;
  const fromMs = Date.parse(from);
  const toMs = Date.parse(to);
  return fromMs < toMs ? { kind: 'absolute', fromMs, toMs } : undefined;
}

/** Calendar days are days in `zone`: the day of a clock change has 23 or 25 hours. */
export function resolveTimeRange(value: TimeRangeValue, nowMs: number, zone: string): ResolvedRange {
  if (value.kind === 'absolute') return { fromMs: value.fromMs, toMs: value.toMs };
  if (value.kind === 'relative') return { fromMs: nowMs - value.amount * unitMs[value.unit], toMs: nowMs };
  const today = dateIn(nowMs, zone);
  const start = (date: string) => startOfDayMs(date, zone);
  switch (value.preset) {
    case 'today':
      return { fromMs: start(today), toMs: nowMs };
    case 'yesterday':
      return { fromMs: start(addDays(today, -1)), toMs: start(today) };
    case 'this-week':
      return { fromMs: start(startOfWeek(today)), toMs: nowMs };
    case 'this-month':
      return { fromMs: start(startOfMonth(today)), toMs: nowMs };
    case 'last-month':
      return { fromMs: start(addMonths(startOfMonth(today), -1)), toMs: start(startOfMonth(today)) };
    case 'this-year':
      return { fromMs: start(startOfYear(today)), toMs: nowMs };
  }
}

export const isSameRange = (left: TimeRangeValue, right: TimeRangeValue) =>
  timeRangeToText(left) === timeRangeToText(right);
