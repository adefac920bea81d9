import { describe, expect, it } from 'vitest';
import { daysOf } from './days.ts';

const now = new Date('2026-11-15T12:00:00Z');

describe('the days of a span', () => {
  it('are the last thirty with today, from midnight on', () => {
    const { days, edges } = daysOf({}, 'Europe/Berlin', now);
    expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-10-17', '2026-11-15']);
    expect(edges[0]?.toISOString()).toBe('2026-10-16T22:00:00.000Z');
    expect(edges.at(-1)?.getTime()).toBe(now.getTime() + 1);
    expect(edges.length).toBe(31);
    // The night in which the clock is set back makes a day of 25 hours.
    const [begin, end] = [edges[days.indexOf('2026-10-25')], edges[days.indexOf('2026-10-26')]];
    expect(Number(end) - Number(begin)).toBe(25 * 3_600_000);
  });

  it('begin and end where the span does', () => {
    const span = { from: '2026-03-28T12:00:00Z', to: '2026-03-29T12:00:00Z' };
    const { days, edges } = daysOf(span, 'Europe/Berlin', now);
    expect(days).toEqual(['2026-03-28', '2026-03-29']);
    expect(edges.map((edge) => edge.toISOString())).toEqual([
      '2026-03-28T12:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T12:00:00.000Z',
    ]);
  });

  it('are thirty before an end without a beginning', () => {
    const { days } = daysOf({ to: '2026-02-01T00:00:00Z' }, 'UTC', now);
    expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-01-02', '2026-01-31']);
  });
});
