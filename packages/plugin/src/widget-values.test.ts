import { describe, expect, it } from 'vitest';
import { determine } from './widget-values.ts';

const summary = {
  count: 4,
  numericCount: 3,
  sum: 12,
  min: 2,
  max: 6,
  first: { atMs: 1_000, value: 4 },
  last: { atMs: 9_000, value: 6 },
};
const state = { value: 7, timestamp: new Date(500).toISOString() };
const fromMs = 1_000;

describe('determine', () => {
  it.each([
    ['min', 2, 9_000],
    ['max', 6, 9_000],
    ['sum', 12, 9_000],
    ['average', 4, 9_000],
    ['earliest', 4, 1_000],
    ['latest', 6, 9_000],
  ] as const)('gives the %s', (determination, value, atMs) => {
    expect(determine({ state, summary, determination, fromMs })).toEqual({ value, atMs });
  });

  it('gives no number where there are texts alone', () => {
    const texts = { ...summary, numericCount: 0, sum: 0, min: null, max: null, last: { atMs: 2_000, value: 'open' } };
    expect(determine({ state, summary: texts, determination: 'average', fromMs })).toBeNull();
    expect(determine({ state, summary: texts, determination: 'latest', fromMs })).toEqual({
      value: 'open',
      atMs: 2_000,
    });
  });

  it('keeps the newest value from before an empty period, for the latest alone', () => {
    expect(determine({ state, summary: undefined, determination: 'latest', fromMs })).toEqual({ value: 7, atMs: 500 });
    expect(determine({ state, summary: undefined, determination: 'earliest', fromMs })).toBeNull();
    expect(determine({ state, summary: undefined, determination: 'latest', fromMs: 400 })).toBeNull();
    const none = { value: null, timestamp: null };
    expect(determine({ state: none, summary: undefined, determination: 'latest', fromMs })).toBeNull();
  });
});
