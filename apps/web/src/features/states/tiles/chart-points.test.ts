import { describe, expect, it } from 'vitest';
import type { TimePoint } from '../../../ui/chart/chart-model.ts';
import { lineGapMs } from './chart-points.ts';

const everyMinute = Array.from({ length: 20 }, (_, index): TimePoint => [index * 60_000, index]);
const plain = { points: everyMinute, binMs: null, validSeconds: null };

describe('a line breaks', () => {
  it('between bins of a thinned line that are further apart than two', () => {
    expect(lineGapMs({ ...plain, binMs: 1_000, validSeconds: 60 })).toBe(2_000);
  });

  it('where the value before has become invalid', () => {
    expect(lineGapMs({ ...plain, validSeconds: 90 })).toBe(90_000);
  });

  it('where nothing came for five times the usual distance, whatever single silences there are', () => {
    const silent: TimePoint[] = [...everyMinute, [100 * 60_000, 1], [101 * 60_000, 2]];
    expect(lineGapMs({ ...plain, points: silent })).toBe(300_000);
  });

  it('nowhere while there are too few points to tell', () => {
    expect(lineGapMs({ ...plain, points: everyMinute.slice(0, 5) })).toBeUndefined();
  });
});
