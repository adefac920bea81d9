import { instantOf, offsetOf, wallOf } from '@stellwerk/contract/core/zone-time';
import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant';
import * as PlainDate from 'temporal-polyfill/fns/PlainDate';
import { toInstant, toPlainDate } from 'temporal-polyfill/fns/ZonedDateTime';

/**
 * All calculations with time zones in the web. Calendar days use Temporal; its functions are imported one by one (8 kB)
 * until every supported browser has Temporal. Local times of rules use the contract, because the server evaluates them
 * with the same functions: a skipped local time means the instant of the clock change, which Temporal does not offer.
 */
export { instantOf, offsetOf, wallOf };

export const viewerZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The names of all time zones that the browser knows. */
export const zoneNames = () => Intl.supportedValuesOf('timeZone');

/** A calendar date in ISO 8601, such as 2026-03-29. */
export type CalendarDate = string;

function parse(date: CalendarDate) {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return PlainDate.fromFields({ year, month, day });
}

/** The date that a calendar in this zone shows at an instant. */
export const dateIn = (atMs: number, zone: string): CalendarDate =>
  PlainDate.toString(toPlainDate(toZonedDateTimeISO(fromEpochMilliseconds(Math.floor(atMs)), zone)));

/**
 * The first instant of a date. Some zones change their clocks at midnight, so that 00:00 does not exist on that date;
 * its first instant is then the clock change.
 */
export const startOfDayMs = (date: CalendarDate, zone: string): number =>
  toInstant(PlainDate.toZonedDateTime(parse(date), zone)).epochMilliseconds;

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  PlainDate.toString(PlainDate.addDays(parse(date), days));

export const addMonths = (date: CalendarDate, months: number): CalendarDate =>
  PlainDate.toString(PlainDate.addMonths(parse(date), months));

/** Monday is the first day of the week (ISO 8601). */
export const startOfWeek = (date: CalendarDate): CalendarDate => PlainDate.toString(PlainDate.startOfWeek(parse(date)));

export const startOfMonth = (date: CalendarDate): CalendarDate => `${date.slice(0, -2)}01`;
export const startOfYear = (date: CalendarDate): CalendarDate => `${date.slice(0, -5)}01-01`;

/** The local time of an instant to the minute, as fields of type `datetime-local` need it. */
export const localTime = (atMs: number, zone = viewerZone()): string =>
  Number.isFinite(atMs) ? new Date(wallOf(atMs, zone)).toISOString().slice(0, 16) : '';

/** The last date before an instant, as date fields need it. */
export const lastDateBefore = (time: string, zone = viewerZone()): CalendarDate => dateIn(Date.parse(time) - 1, zone);

/** The instant at which a date ends; null for an empty or incomplete date field. */
export function endOfDate(date: string, zone = viewerZone()): string | null {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(date)) return null;
  return new Date(startOfDayMs(addDays(date, 1), zone)).toISOString();
}
