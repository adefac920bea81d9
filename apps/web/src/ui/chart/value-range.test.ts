import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimePoint } from './chart-model.ts';
import { moveStep, niceStep, roundTo, valueRangeOf } from './value-range.ts';

const series = (...values: (number | null)[]) => [
  { name: '', points: values.map((value, index): TimePoint => [index, value]) },
];

describe('the range of an axis', () => {
  it('ends on round numbers around the values', () => {
    expect(valueRangeOf({ series: series(18.3, null, 24.1) }, [])).toEqual({ least: 18, most: 26 });
  });

  it('has space for every line and for moving it further', () => {
    const { least, most } = valueRangeOf({ series: series(18, 24) }, [30]);
    expect(least).toBeLessThanOrEqual(18);
    expect(most).toBeGreaterThan(31);
  });

  it('contains every value and is never empty', () => {
    const number = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(number, { maxLength: 20 }), fc.array(number, { maxLength: 3 }), (values, lines) => {
        const range = valueRangeOf({ series: series(...values) }, lines);
        expect(range.most).toBeGreaterThan(range.least);
        const size = range.most - range.least;
        for (const value of [...values, ...lines]) {
          expect(value).toBeGreaterThanOrEqual(range.least - size * 1e-9);
          expect(value).toBeLessThanOrEqual(range.most + size * 1e-9);
        }
      }),
    );
  });
});

describe('steps', () => {
  it.each([
    [0.15, 0.2],
    [0.1, 0.1],
    [3, 5],
    [740, 1000],
    [0, 1],
  ])('%d becomes %d', (size, step) => expect(niceStep(size)).toBeCloseTo(step, 10));

  it('writes numbers with the usual decimals', () => {
    expect(roundTo(30.299_999_99, 0.1)).toBe(30.3);
    expect(roundTo(0.1 + 0.2, 0.1)).toBe(0.3);
    expect(moveStep({ least: 0, most: 40 })).toBe(0.2);
  });
});
