import { z } from 'zod';
import { nextRun } from './export-frequency.ts';

export const reportDayUnits = ['everyDay', 'weekDays', 'monthDays'] as const;
export type ReportDayUnit = (typeof reportDayUnits)[number];

/** The days on which a report runs, in its time zone. */
export const timeFilterFields = z.object({
  unit: z.enum(reportDayUnits).default('everyDay'),
  /** 1 is Monday. */
  weekDays: z.array(z.int().min(1).max(7)).max(7).default([]),
  /** In months with fewer days: their last day. */
  monthDays: z.array(z.int().min(1).max(31)).max(31).default([]),
});
export type ReportTimeFilter = z.output<typeof timeFilterFields>;

/** Reports run within the hour that begins here, by default between 6:00 and 7:00. */
export const defaultReportHour = 6;

export interface ReportTimes {
  timeFilter: ReportTimeFilter;
  /** The hour of the window. */
  hour: number;
  zone: string;
}

/** The path of the missing field; undefined if the filter is complete. */
export function timeFilterProblem({ unit, weekDays, monthDays }: ReportTimeFilter): string | undefined {
  if (unit === 'weekDays' && weekDays.length === 0) return 'weekDays';
  if (unit === 'monthDays' && monthDays.length === 0) return 'monthDays';
  return undefined;
}

export const timeFilter = timeFilterFields.superRefine((filter, ctx) => {
  const missing = timeFilterProblem(filter);
  if (missing) ctx.addIssue({ code: 'custom', path: [missing] });
});

/** FNV-1a of the id: spreads reports over the window, and keeps the minute of each one. */
export function minuteOfReport(id: number): number {
  let hash = 0x811c9dc5;
  for (const digit of String(id)) hash = Math.imul(hash ^ digit.charCodeAt(0), 0x01000193);
  return ((hash ^ (hash >>> 16)) >>> 0) % 60;
}

/** The first run after an instant. Clock changes are treated as in export schedules. */
export function nextReportRun({ timeFilter: days, hour, zone }: ReportTimes, minute: number, afterMs: number): number {
  const at = { hour, minute };
  const { unit, weekDays, monthDays } = days;
  if (unit === 'weekDays') {
    return Math.min(...weekDays.map((weekDay) => nextRun({ unit: 'weekly', weekDay, ...at }, zone, afterMs)));
  }
  if (unit === 'monthDays') {
    return Math.min(...monthDays.map((day) => nextRun({ unit: 'monthly', day, ...at }, zone, afterMs)));
  }
  return nextRun({ unit: 'daily', ...at }, zone, afterMs);
}

export function nextReportRuns(times: ReportTimes, minute: number, afterMs: number, count: number): number[] {
  const runs: number[] = [];
  for (let at = afterMs; runs.length < count; runs.push(at)) at = nextReportRun(times, minute, at);
  return runs;
}
