import { describe, expect, it } from 'vitest';
import { lonePoints, summarise, withGaps } from './chart-data.ts';
import type { TimePoint } from './chart-model.ts';

describe('withGaps', () => {
  const points: TimePoint[] = [
    [0, 1],
    [10, 2],
    [50, 3],
    [60, null],
    [70, 4],
  ];

  it('breaks the line where the distance is too large', () => {
    expect(withGaps(points, 20)).toEqual([
      [0, 1],
      [10, 2],
      [11, null],
      [50, 3],
      [60, null],
      [70, 4],
    ]);
  });

  it('leaves points alone that are close enough, or if the interval is unknown', () => {
    expect(withGaps(points, 40)).toEqual(points);
    expect(withGaps(points, undefined)).toEqual(points);
    expect(withGaps([], 10)).toEqual([]);
  });
});

describe('lonePoints', () => {
  it('are points that no line connects, including a single point', () => {
    expect(lonePoints([[5, 0]])).toEqual([[5, 0]]);
    const points: TimePoint[] = [
      [0, 1],
      [1, 2],
      [2, null],
      [3, 3],
      [4, null],
      [5, 4],
    ];
    expect(lonePoints(points)).toEqual([
      [3, 3],
      [5, 4],
    ]);
    expect(lonePoints([[0, null]])).toEqual([]);
  });
});

describe('summarise', () => {
  it('returns last, minimum and maximum of every series, and skips missing values', () => {
    const summary = summarise({
      kind: 'time',
      series: [
        {
          name: 'A',
          unit: '°C',
          points: [
            [0, 4],
            [1, -2],
            [2, 3],
            [3, null],
          ],
        },
        { name: 'B', points: [[0, null]] },
      ],
    });
    expect(summary).toEqual([{ name: 'A', unit: '°C', last: 3, least: -2, most: 4 }]);
  });

  it('survives a series with more values than a call takes arguments', () => {
    const points = Array.from({ length: 300_000 }, (_, index): TimePoint => [index, index]);
    expect(summarise({ kind: 'spark', points })).toMatchObject([{ least: 0, most: 299_999 }]);
  });
});
