import { timeTrigger } from '@stellwerk/contract/rule';
import { describe, expect, it } from 'vitest';
import { nextTimes } from './next-times.ts';

const after = (text: string, fields: object, count = 3) =>
  nextTimes(timeTrigger.parse({ hour: 7, minute: 0, ...fields }), Date.parse(text), count).map((ms) =>
    new Date(ms).toISOString().slice(0, 16),
  );

describe('the next times', () => {
  it('are daily in the time zone', () => {
    expect(after('2026-01-10T06:00:00Z', {})).toEqual(['2026-01-11T06:00', '2026-01-12T06:00', '2026-01-13T06:00']);
    expect(after('2026-01-10T05:59:59Z', {}, 1)).toEqual(['2026-01-10T06:00']);
    expect(after('2026-03-28T12:00:00Z', {}, 1)).toEqual(['2026-03-29T05:00']);
  });

  it('are at an interval of hours from midnight', () => {
    const fields = { hourly: true, hour: 9, minute: 15, zone: 'UTC' };
    expect(after('2026-01-10T10:00:00Z', fields)).toEqual(['2026-01-10T18:15', '2026-01-11T00:15', '2026-01-11T09:15']);
  });

  it('follow days of the month and dates', () => {
    expect(after('2026-01-31T12:00:00Z', { monthDays: [31], zone: 'UTC' }, 2)).toEqual([
      '2026-03-31T07:00',
      '2026-05-31T07:00',
    ]);
    const fields = { startDate: '2026-02-01', endDate: '2026-02-02', zone: 'UTC' };
    expect(after('2026-01-10T12:00:00Z', fields)).toEqual(['2026-02-01T07:00', '2026-02-02T07:00']);
    expect(after('2026-02-03T12:00:00Z', fields)).toEqual([]);
  });

  it('are at the clock change for skipped times, and occur once for repeated times', () => {
    expect(after('2026-03-28T12:00:00Z', { hour: 2, minute: 30 }, 1)).toEqual(['2026-03-29T01:00']);
    expect(after('2026-10-24T12:00:00Z', { hour: 2, minute: 30 }, 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30']);
  });
});
