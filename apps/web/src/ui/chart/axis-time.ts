import { offsetOf } from '@stellwerk/contract/core/zone-time';
import dayjs from 'dayjs';
import 'dayjs/locale/de';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);

const dayMs = 86_400_000;
/** From here on months say more than days. */
const monthsFromMs = 300 * dayMs;
const secondsToMs = 600_000;

export interface AxisTimes {
  locale: string;
  zone: string;
  /** A pattern such as `DD.MM. HH:mm`; empty: what fits. */
  pattern?: string | undefined;
}

/** By somebody's own pattern, on the clock of the zone. */
function patternTime({ locale, zone, pattern = '' }: AxisTimes) {
  return (atMs: number) =>
    dayjs(atMs)
      .utcOffset(offsetOf(atMs, zone) / 60_000)
      .locale(locale.slice(0, 2))
      .format(pattern);
}

/** The next larger thing where it begins: midnight is worth a date, the first of January a year. */
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

/** What stands below a moment of a period, or of a bar that is as wide as `stepMs`. */
export function axisTime(times: AxisTimes, spanMs: number, stepMs = 0): (atMs: number) => string {
  const textOf = times.pattern ? patternTime(times) : fittingTime(times.zone, times.locale, spanMs, stepMs);
  return (atMs) => (Number.isFinite(atMs) ? textOf(atMs) : '');
}

/** A bar in words: the day, or the hour with its zone where it is shorter than one. */
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
