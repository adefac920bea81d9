import { instantOf, wallMs } from '@stellwerk/contract/core/zone-time';

export const viewerZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface CalendarDay {
  year: number;
  /** Counted from 0, as `Date.UTC` wants it. */
  month: number;
  day: number;
}

export function calendarDay(instantMs: number, zone: string): CalendarDay {
  const wall = new Date(wallMs(instantMs, zone));
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth(), day: wall.getUTCDate() };
}

/**
 * The first instant of a calendar day. Some zones change their clocks at midnight, so that 00:00 does not exist on
 * that day; then the earliest instant that already belongs to the day counts.
 */
export function startOfDayMs({ year, month, day }: CalendarDay, zone: string): number {
  return instantOf(Date.UTC(year, month, day), zone);
}
