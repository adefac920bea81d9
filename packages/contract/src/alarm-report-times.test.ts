import { describe, expect, it } from 'vitest';
import { minuteOfReport, nextReportRuns, type ReportTimeFilter, timeFilterFields } from './alarm-report-times.ts';

const zone = 'Europe/Berlin';
const runsOf = (filter: Partial<ReportTimeFilter>, after: string, count = 3) =>
  nextReportRuns({ timeFilter: timeFilterFields.parse(filter), hour: 6, zone }, 30, Date.parse(after), count).map(
    (at) => new Date(at).toISOString(),
  );

describe('the runs of an alarm report', () => {
  it('are in the window of each day, across the change of the clock', () => {
    expect(runsOf({}, '2026-03-28T00:00:00Z')).toEqual([
      '2026-03-28T05:30:00.000Z',
      '2026-03-29T04:30:00.000Z',
      '2026-03-30T04:30:00.000Z',
    ]);
  });

  it('are on the chosen days of the week', () => {
    expect(runsOf({ unit: 'weekDays', weekDays: [5, 1] }, '2026-11-19T12:00:00Z')).toEqual([
      '2026-11-20T05:30:00.000Z',
      '2026-11-23T05:30:00.000Z',
      '2026-11-27T05:30:00.000Z',
    ]);
  });

  it('are once on the last day of a month that has fewer days than chosen', () => {
    expect(runsOf({ unit: 'monthDays', monthDays: [1, 30, 31] }, '2026-02-02T00:00:00Z', 4)).toEqual([
      '2026-02-28T05:30:00.000Z',
      '2026-03-01T05:30:00.000Z',
      '2026-03-30T04:30:00.000Z',
      '2026-03-31T04:30:00.000Z',
    ]);
  });

  it('are spread over the whole window', () => {
    const minutes = Array.from({ length: 3_000 }, (_, id) => minuteOfReport(id + 1));
    expect(new Set(minutes).size).toBe(60);
    expect(Math.min(...minutes)).toBe(0);
    expect(Math.max(...minutes)).toBe(59);
  });
});
