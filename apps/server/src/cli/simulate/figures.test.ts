import { describe, expect, it } from 'vitest';
import { add, lineOf, newSecond, percentile, summaryOf } from './figures.ts';

describe('percentile', () => {
  it('is the smallest value that so many do not exceed', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(values, 0.5)).toBe(50);
    expect(percentile(values, 0.99)).toBe(99);
    expect(percentile(values, 1)).toBe(100);
    expect(percentile([7], 0.5)).toBe(7);
    expect(percentile([], 0.5)).toBeUndefined();
  });
});

describe('the figures of a load', () => {
  it('print one second per line, without absent figures', () => {
    const second = { sent: 1_987, refused: 0, leftOut: 0, answersMs: [3.21, 40.6] };
    expect(lineOf(12, second, 34)).toBe(
      '   12 s   sent   1,987/s   refused 0   answer p50 3.2 ms  p99 41 ms   waiting 34',
    );
    expect(lineOf(1, { ...newSecond(), leftOut: 5 }, undefined)).toBe(
      '    1 s   sent       0/s   refused 0   left out 5   answer p50 -  p99 -',
    );
  });

  it('sum up', () => {
    const sum = newSecond();
    add(sum, { sent: 10, refused: 1, leftOut: 2, answersMs: [1, 2] });
    add(sum, { sent: 20, refused: 0, leftOut: 0, answersMs: [9] });
    expect(summaryOf(sum, 3_000)).toEqual([
      'Sent 30 messages in 3.0 s: 10 a second; refused 1, left out 2.',
      'Of 3 calls: answer p50 2.0 ms  p99 9.0 ms  longest 9.0 ms.',
    ]);
  });
});
