import { calendarRanges } from '@stellwerk/contract/dashboard';
import { expect, it } from 'vitest';
import { calendarPresets, type TimeRangeValue } from '../../../../ui/time/time-range.ts';
import { dateRangeOf, rangeOf } from './date-range.ts';

const ranges: TimeRangeValue[] = [
  { kind: 'relative', amount: 90, unit: 'm' },
  { kind: 'calendar', preset: 'last-month' },
  { kind: 'absolute', fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2026, 1, 1) },
];

it.each(ranges)('a range of the page is stored and read unchanged: %o', (range) => {
  expect(rangeOf(dateRangeOf(range))).toEqual(range);
});

it('a dashboard has the same calendar ranges as the page', () => {
  expect([...calendarRanges]).toEqual([...calendarPresets]);
});
