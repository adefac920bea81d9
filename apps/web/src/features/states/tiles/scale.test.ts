import { describe, expect, it } from 'vitest';
import { arcPath, bandsOf, fractionOf, onArc, statusAt, thresholdsOf } from './scale.ts';

const scale = { minimum: 0, maximum: 200 };

describe('fractionOf', () => {
  it('keeps what lies outside at the ends', () => {
    expect([-5, 0, 50, 200, 999].map((number) => fractionOf(number, scale))).toEqual([0, 0, 0.25, 1, 1]);
  });
});

describe('bandsOf', () => {
  it('goes from ok to error, or the other way round', () => {
    const limits = { ...scale, thresholds: [100, 150] };
    expect(bandsOf({ ...limits, direction: 'ascending' })).toEqual([
      { from: 0, to: 0.5, status: 'ok' },
      { from: 0.5, to: 0.75, status: 'warning' },
      { from: 0.75, to: 1, status: 'error' },
    ]);
    expect(bandsOf({ ...limits, direction: 'descending' }).map(({ status }) => status)).toEqual([
      'error',
      'warning',
      'ok',
    ]);
  });

  it('has as many as wished, each with its status', () => {
    const limits = { ...scale, thresholds: [20, 40, 160, 180], direction: 'ascending' as const };
    expect(bandsOf({ ...limits, statuses: ['error', 'warning', 'ok', 'warning', 'error'] })).toEqual([
      { from: 0, to: 0.1, status: 'error' },
      { from: 0.1, to: 0.2, status: 'warning' },
      { from: 0.2, to: 0.8, status: 'ok' },
      { from: 0.8, to: 0.9, status: 'warning' },
      { from: 0.9, to: 1, status: 'error' },
    ]);
  });

  it('knows no warning with a single threshold, and no bands without one', () => {
    expect(bandsOf({ ...scale, thresholds: [50], direction: 'ascending' }).map(({ status }) => status)).toEqual([
      'ok',
      'error',
    ]);
    expect(bandsOf({ ...scale, thresholds: [], direction: 'ascending' })).toEqual([]);
  });
});

describe('statusAt', () => {
  const limits = { ...scale, thresholds: [100, 150] };

  it('belongs to the upper side at a threshold', () => {
    const statuses = [99, 100, 149, 150].map((number) => statusAt(number, { ...limits, direction: 'ascending' }));
    expect(statuses).toEqual(['ok', 'warning', 'warning', 'error']);
    expect(statusAt(99, { ...limits, direction: 'descending' })).toBe('error');
    expect(statusAt(99, { ...limits, thresholds: [], direction: 'ascending' })).toBe('unknown');
  });
});

describe('thresholdsOf', () => {
  it('names what lies behind each threshold, seen from the good side', () => {
    expect(thresholdsOf({ thresholds: [10, 20], direction: 'ascending' })).toEqual([
      { value: 10, status: 'warning' },
      { value: 20, status: 'error' },
    ]);
    expect(thresholdsOf({ thresholds: [10, 20], direction: 'descending' })).toEqual([
      { value: 10, status: 'error' },
      { value: 20, status: 'warning' },
    ]);
    expect(thresholdsOf({ thresholds: [10], direction: 'descending' })).toEqual([{ value: 10, status: 'error' }]);
    const own = {
      thresholds: [10, 20],
      direction: 'ascending' as const,
      statuses: ['error', 'ok', 'warning'] as const,
    };
    expect(thresholdsOf({ ...own, statuses: [...own.statuses] }).map(({ status }) => status)).toEqual([
      'error',
      'warning',
    ]);
  });
});

describe('arcs', () => {
  const centre = { x: 100, y: 100 };

  it('begin at the left and end at the right', () => {
    expect(onArc(0, 80, centre).x).toBeCloseTo(20);
    expect(onArc(0.5, 80, centre).y).toBeCloseTo(20);
    expect(onArc(1, 80, centre).x).toBeCloseTo(180);
  });

  it('have a path from one point to the other', () => {
    expect(arcPath(0, 1, 80, centre)).toBe('M 20 100 A 80 80 0 0 1 180 100');
  });
});
