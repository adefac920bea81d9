import { z } from 'zod';
import { instantOf, wallOf } from './core/zone-time.ts';

/** When a schedule runs, on the local clock of its zone. */
export const frequencyUnits = ['yearly', 'monthly', 'weekly', 'daily', 'hourly'] as const;
export type FrequencyUnit = (typeof frequencyUnits)[number];

/** The fields that each unit needs, from the largest on. */
export const fieldsOfUnit = {
  yearly: ['month', 'day', 'hour', 'minute'],
  monthly: ['day', 'hour', 'minute'],
  weekly: ['weekDay', 'hour', 'minute'],
  daily: ['hour', 'minute'],
  hourly: ['minute'],
} as const satisfies Record<FrequencyUnit, readonly string[]>;

/** As in responses: which fields are there follows from the unit. */
export const frequencyFields = z.object({
  unit: z.enum(frequencyUnits),
  month: z.int().min(1).max(12).optional(),
  /** In months with fewer days: their last day. */
  day: z.int().min(1).max(31).optional(),
  /** 1 is Monday. */
  weekDay: z.int().min(1).max(7).optional(),
  hour: z.int().min(0).max(23).optional(),
  minute: z.int().min(0).max(59).optional(),
});

export const exportFrequency = frequencyFields.superRefine((frequency, ctx) => {
  for (const field of fieldsOfUnit[frequency.unit]) {
    if (frequency[field] === undefined) ctx.addIssue({ code: 'custom', path: [field] });
  }
});
export type ExportFrequency = z.output<typeof exportFrequency>;

/** The period of the exported values, relative to the planned time of the run. Weeks begin on Monday. */
export const exportTimeRanges = [
  'LAST_HOUR',
  'LAST_DAY',
  'LAST_WEEK',
  'LAST_MONTH',
  'LAST_YEAR',
  'CURRENT_HOUR',
  'CURRENT_DAY',
  'CURRENT_WEEK',
  'CURRENT_MONTH',
  'CURRENT_YEAR',
] as const;
export type ExportTimeRange = (typeof exportTimeRanges)[number];

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Month from 1; a day behind the end of the month becomes its last one. */
const dateIn = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, Math.min(day, new Date(Date.UTC(year, month, 0)).getUTCDate()));

/** Monday is 1. */
const weekDayOf = (date: number): number => ((new Date(date).getUTCDay() + 6) % 7) + 1;

/** Local dates (encoded as UTC midnight) of a frequency, ascending, from the day before `wall` on. */
function* datesFrom(wall: number, { unit, month = 1, day = 1, weekDay = 1 }: ExportFrequency): Generator<number> {
  const today = Math.floor(wall / dayMs) * dayMs;
  const at = new Date(today);
  for (let index = -1; ; index += 1) {
    if (unit === 'yearly') yield dateIn(at.getUTCFullYear() + index, month, day);
    else if (unit === 'monthly') {
      const months = at.getUTCFullYear() * 12 + at.getUTCMonth() + index;
      yield dateIn(Math.floor(months / 12), (months % 12) + 1, day);
    } else if (unit === 'weekly') yield today + (weekDay - weekDayOf(today) + index * 7) * dayMs;
    else yield today + index * dayMs;
  }
}

/** Every hour is counted in real time, so the repeated hour in autumn runs twice and the skipped one in spring not. */
function nextHour(minute: number, zone: string, afterMs: number): number {
  let at = Math.floor(afterMs / minuteMs) * minuteMs + minuteMs;
  const minuteOf = (instant: number) => Math.floor((wallOf(instant, zone) % hourMs) / minuteMs);
  const step = (minute - minuteOf(at) + 60) % 60;
  // A clock change by half an hour in between, as on Lord Howe Island, moves the minute.
  if (minuteOf(at + step * minuteMs) === minute) return at + step * minuteMs;
  while (minuteOf(at) !== minute) at += minuteMs;
  return at;
}

/**
 * The first run after an instant. A local time that the clock skips in spring runs at the moment of the change, a time
 * that it repeats in autumn runs the first time only: every day has exactly one run.
 */
export function nextRun(frequency: ExportFrequency, zone: string, afterMs: number): number {
  const { unit, hour = 0, minute = 0 } = frequency;
  if (unit === 'hourly') return nextHour(minute, zone, afterMs);
  for (const date of datesFrom(wallOf(afterMs, zone), frequency)) {
    const at = instantOf(date + hour * hourMs + minute * minuteMs, zone);
    if (at > afterMs) return at;
  }
  throw new Error('a frequency without runs');
}

export function nextRuns(frequency: ExportFrequency, zone: string, afterMs: number, count: number): number[] {
  const runs: number[] = [];
  for (let at = afterMs; runs.length < count; runs.push(at)) at = nextRun(frequency, zone, at);
  return runs;
}

/** The local beginning of the unit that contains a local time, moved by a number of units. */
function floorWall(wall: number, unit: string, shift: number): number {
  const at = new Date(wall);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const today = Math.floor(wall / dayMs) * dayMs;
  if (unit === 'YEAR') return Date.UTC(year + shift, 0, 1);
  if (unit === 'MONTH') return Date.UTC(year, month + shift, 1);
  if (unit === 'WEEK') return today + (1 - weekDayOf(today) + shift * 7) * dayMs;
  return today + shift * dayMs;
}

/** The half-open span of a time range. `CURRENT_…` ends at the given instant. */
export function spanOfRange(range: ExportTimeRange, zone: string, atMs: number): { from: number; to: number } {
  const [which, unit = 'DAY'] = range.split('_');
  const isCurrent = which === 'CURRENT';
  const wall = wallOf(atMs, zone);
  if (unit === 'HOUR') {
    const start = atMs - (((wall % hourMs) + hourMs) % hourMs);
    return isCurrent ? { from: start, to: atMs } : { from: start - hourMs, to: start };
  }
  const start = instantOf(floorWall(wall, unit, 0), zone);
  if (isCurrent) return { from: start, to: atMs };
  return { from: instantOf(floorWall(wall, unit, -1), zone), to: start };
}
