import { maxValueBytes } from '@stellwerk/contract/state';
import { describe, expect, it } from 'vitest';
import { aggregateValue, newestOf } from './aggregate.ts';
import { fitValue } from './fit.ts';
import { statusOf } from './status.ts';

describe('fitValue', () => {
  it.each([
    [5, 'number', 5],
    ['-1.5e-3', 'number', -0.0015],
    ['.5', 'number', 0.5],
    ['5.', 'number', 5],
    [false, 'boolean', false],
    [0, 'boolean', false],
    ['true', 'boolean', true],
    [1.5, 'string', '1.5'],
    ['', 'string', ''],
    [[1, 'a'], 'json', [1, 'a']],
    [null, 'null', null],
  ] as const)('takes %j as %s', (value, type, stored) => {
    expect(fitValue(value as never, type)).toEqual({ ok: true, value: stored });
  });

  it.each([
    [Number.NaN, 'number'],
    [Number.POSITIVE_INFINITY, 'json'],
    ['1e999', 'number'],
    ['1,5', 'number'],
    ['Infinity', 'number'],
    [{ a: { b: Number.NaN } }, 'json'],
    ['a\0', 'string'],
    ['\udc00', 'json'],
    [1, 'null'],
  ] as const)('refuses %j as %s', (value, type) => {
    expect(fitValue(value as never, type)).toEqual({
      ok: false,
      problem: { code: 'DTWINSTATE_VALUE_TYPE', params: { type } },
    });
  });
});

describe('the size of a value', () => {
  const tooLarge = {
    ok: false,
    problem: { code: 'DTWINSTATE_VALUE_TOO_LARGE', params: { limitBytes: maxValueBytes } },
  };
  const quotes = 2;

  it.each([
    ['letters', 'a'.repeat(maxValueBytes - quotes)],
    ['what needs more bytes than letters', 'ä'.repeat(maxValueBytes / 2 - 1)],
  ])('is that of its JSON: %s up to the limit fit, one more does not', (_, text) => {
    expect(fitValue(text, 'string').ok).toBe(true);
    expect(fitValue(`${text}a`, 'string')).toEqual(tooLarge);
  });

  it('counts names and what is escaped', () => {
    expect(fitValue({ ['n'.repeat(maxValueBytes)]: 1 }, 'json')).toEqual(tooLarge);
    expect(fitValue(['\n'.repeat(maxValueBytes / 2)], 'json')).toEqual(tooLarge);
    expect(
      fitValue(
        Array.from({ length: 3_000 }, () => 1),
        'json',
      ).ok,
    ).toBe(true);
  });
});

describe('statusOf', () => {
  const limits = (
    thresholds: number[],
    direction: 'ascending' | 'descending',
    bounds: [number | null, number | null],
  ) => ({
    lowerBound: bounds[0],
    upperBound: bounds[1],
    visualisation: { thresholds, direction },
  });

  it('says nothing where nothing limits the value, or it is no number', () => {
    expect(statusOf(5, limits([], 'ascending', [null, null]))).toBe(0);
    expect(statusOf(null, limits([1], 'ascending', [0, 2]))).toBe(0);
    expect(statusOf('5', limits([1], 'ascending', [0, 2]))).toBe(0);
    expect(statusOf(true, limits([1], 'ascending', [0, 2]))).toBe(0);
  });

  it('is an error outside of the bounds, which themselves are inside', () => {
    const within = limits([], 'ascending', [-1, 1]);
    expect([-1.1, -1, 1, 1.1].map((value) => statusOf(value, within))).toEqual([3, 1, 1, 3]);
  });

  it('grows or falls with the thresholds', () => {
    const two = [9, 10, 15, 20, 21];
    expect(two.map((value) => statusOf(value, limits([10, 20], 'ascending', [null, null])))).toEqual([1, 2, 2, 3, 3]);
    expect(two.map((value) => statusOf(value, limits([10, 20], 'descending', [null, null])))).toEqual([3, 2, 2, 1, 1]);
    expect([9, 10].map((value) => statusOf(value, limits([10], 'ascending', [null, null])))).toEqual([1, 3]);
  });
});

describe('aggregateValue', () => {
  it('passes the only source on, whatever it is', () => {
    expect(aggregateValue(['text'])).toBe('text');
    expect(aggregateValue([null])).toBeNull();
  });

  it('is the mean of the numbers, or null without any', () => {
    expect(aggregateValue([1, 'x', null, 3, true])).toBe(2);
    expect(aggregateValue(['x', null])).toBeNull();
    expect(aggregateValue([])).toBeNull();
    expect(aggregateValue([1e308, 1.6e308])).toBeCloseTo(1.3e308, -294);
  });

  it('is as new as the newest source', () => {
    expect(newestOf([null, 5, 3])).toBe(5);
    expect(newestOf([null])).toBeNull();
  });
});
