import { describe, expect, it } from 'vitest';
import { paceOf, spanOf } from './pace.ts';

describe('the pace of a fleet', () => {
  it.each([
    [100, 10, { unit: 'second', count: 10 }],
    [1, 1, { unit: 'second', count: 1 }],
    [10, 60, { unit: 'minute', count: 10 }],
    [1, 600, { unit: 'hour', count: 6 }],
    [2, 86_400, { unit: 'day', count: 2 }],
  ])('of %i devices every %i seconds has a suitable unit', (devices, seconds, pace) => {
    expect(paceOf(devices, seconds)).toEqual(pace);
  });

  it.each([
    [1, { unit: 'second', count: 1 }],
    [90, { unit: 'second', count: 90 }],
    [600, { unit: 'minute', count: 10 }],
    [7_200, { unit: 'hour', count: 2 }],
    [86_400, { unit: 'day', count: 1 }],
  ])('writes %i seconds without a remainder', (seconds, span) => {
    expect(spanOf(seconds)).toEqual(span);
  });
});
