import dayjs from 'dayjs';
import 'dayjs/locale/de';
import utc from 'dayjs/plugin/utc';
import { offsetOf } from '../time/zone-time.ts';

dayjs.extend(utc);

const dayMs = 86_400_000;
/** Longer spans show months instead of days. */
const monthsFromMs = 300 * dayMs;
const secondsToMs = 600_000;

export interface AxisTimes {
  locale: string;
  zone: string;
  /** A pattern such as `DD.MM. HH:mm`; empty: chosen by the span. */
  pattern?: string | undefined;
}

/** Formats a time by the user's own pattern, in the given time zone. */
function patternTime({ locale, zone, pattern = '' }: AxisTimes) {
  return (atMs: number) =>
    dayjs(atMs)
      .utcOffset(offsetOf(atMs, zone) / 60_000)
      .locale(locale.slice(0, 2))
      .format(pattern);
}

/** Shows the larger unit at its start: a date at midnight, a year on the first of January. */
function fittingTime(zone: string, locale: string, spanMs: number, stepMs: number) {
  const format = (look: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...look, timeZone: zone });
  const seconds = spanMs <= secondsToMs ? { second: '2-digit' as const } : {};
  const time = format({ hour: '2-digit', minute: '2-digit', ...seconds, hourCycle: 'h23' });
  const date = format({ day: 'numeric', month: 'numeric' });
  const month = format({ month: 'short' });
  const year = format({ year: 'numeric' });
  const monthNumber = new Intl.DateTimeFormat('en-US', { month: 'numeric', timeZone: zone });
  const areMonths = spanMs >= monthsFromMs || stepMs >= 27 * dayMs;
  return (atMs: number) => {
    if (areMonths) return monthNumber.format(atMs) === '1' ? year.format(atMs) : month.format(atMs);
    const text = time.format(atMs);
    return text.startsWith('00:00') && !/[1-9]/.test(text) ? date.format(atMs) : text;
  };
}

/** The axis label of a time, or of a bar with the width `stepMs`. */
export function axisTime(times: AxisTimes, spanMs: number, stepMs = 0): (atMs: number) => string {
  const textOf = times.pattern ? patternTime(times) : fittingTime(times.zone, times.locale, spanMs, stepMs);
  return (atMs) => (Number.isFinite(atMs) ? textOf(atMs) : '');
}

/** A bar in words: its day, or for shorter bars its hour with the time zone. */
export function intervalTime({ locale, zone }: AxisTimes, stepMs: number): (atMs: number) => string {
  const isShort = stepMs < dayMs * 0.9;
  const text = new Intl.DateTimeFormat(locale, {
    ...(stepMs < 27 * dayMs ? { weekday: 'short', day: 'numeric', month: 'numeric' } : { month: 'long' }),
    year: 'numeric',
    ...(isShort ? { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } : {}),
    timeZone: zone,
  });
  return (atMs) => (Number.isFinite(atMs) ? text.format(atMs) : '');
}
