import { type CalendarDay, calendarDay, startOfDayMs } from './zone-time.ts';

export type RelativeUnit = 'm' | 'h' | 'd';
export const calendarPresets = ['today', 'yesterday', 'this-week', 'this-month', 'last-month', 'this-year'] as const;
export type CalendarPreset = (typeof calendarPresets)[number];

/** `relative` moves with the clock, `calendar` follows days of a zone, `absolute` stands still. */
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

/** Reads what `timeRangeToText` wrote; anything else gives undefined. */
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

/** Monday is the first day of the week (ISO 8601). */
function startOfWeek(day: CalendarDay): CalendarDay {
  const weekday = (new Date(Date.UTC(day.year, day.month, day.day)).getUTCDay() + 6) % 7;
  return { ...day, day: day.day - weekday };
}

/** Calendar days follow the clocks of `zone`: the day of a clock change has 23 or 25 hours. */
export function resolveTimeRange(value: TimeRangeValue, nowMs: number, zone: string): ResolvedRange {
  if (value.kind === 'absolute') return { fromMs: value.fromMs, toMs: value.toMs };
  if (value.kind === 'relative') return { fromMs: nowMs - value.amount * unitMs[value.unit], toMs: nowMs };
  const today = calendarDay(nowMs, zone);
  const start = (day: CalendarDay) => startOfDayMs(day, zone);
  switch (value.preset) {
    case 'today':
      return { fromMs: start(today), toMs: nowMs };
    case 'yesterday':
      return { fromMs: start({ ...today, day: today.day - 1 }), toMs: start(today) };
    case 'this-week':
      return { fromMs: start(startOfWeek(today)), toMs: nowMs };
    case 'this-month':
      return { fromMs: start({ ...today, day: 1 }), toMs: nowMs };
    case 'last-month':
      return { fromMs: start({ ...today, month: today.month - 1, day: 1 }), toMs: start({ ...today, day: 1 }) };
    case 'this-year':
      return { fromMs: start({ ...today, month: 0, day: 1 }), toMs: nowMs };
  }
}

export const isSameRange = (left: TimeRangeValue, right: TimeRangeValue) =>
  timeRangeToText(left) === timeRangeToText(right);
