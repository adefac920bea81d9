import { describe, expect, it } from 'vitest';
import { bandStatuses, newState, statusAmong } from './state.ts';

const parse = (visualisation: object) =>
  newState.safeParse({ key: 'a', title: 'A', config: { source: 'none' }, visualisation });

describe('bandStatuses', () => {
  it('gives the statuses of before to one or two thresholds without statuses', () => {
    expect(bandStatuses({ thresholds: [], direction: 'ascending' })).toEqual([]);
    expect(bandStatuses({ thresholds: [1], direction: 'ascending' })).toEqual(['ok', 'error']);
    expect(bandStatuses({ thresholds: [1, 2], direction: 'descending' })).toEqual(['error', 'warning', 'ok']);
  });

  it('takes the statuses of the bands, so that both ends can be bad', () => {
    const statuses = ['error', 'warning', 'ok', 'warning', 'error'] as const;
    const bands = { thresholds: [5, 10, 30, 35], direction: 'ascending' as const, statuses: [...statuses] };
    expect([4, 5, 10, 29, 30, 35].map((value) => statusAmong(value, bands))).toEqual([
      ...['error', 'warning', 'ok', 'ok', 'warning', 'error'],
    ]);
  });
});

describe('thresholds', () => {
  it('are as many as twenty, ascending, strictly between minimum and maximum', () => {
    const many = Array.from({ length: 20 }, (_, index) => index + 1);
    expect(parse({ thresholds: many }).success).toBe(true);
    for (const thresholds of [[...many, 21], [2, 1], [1, 1], [0], [100], [1, 100]]) {
      expect(parse({ thresholds }).success).toBe(false);
    }
    expect(parse({ thresholds: [1, 2, 3], statuses: ['ok', 'ok'] }).success).toBe(false);
  });

  it('leave at most ten decimals', () => {
    expect([10, 11, -1, 1.5].map((decimals) => parse({ decimals }).success)).toEqual([true, false, false, false]);
  });
});
