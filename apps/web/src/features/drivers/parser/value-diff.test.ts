import { describe, expect, it } from 'vitest';
import { differencesOf, isSame, namedValues, shortText, testedValues } from './value-diff.ts';

describe('isSame', () => {
  it('compares by content, not by the order of keys', () => {
    expect(isSame({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] })).toBe(true);
    expect(isSame({ a: 1 }, { a: 1, b: undefined })).toBe(false);
    expect(isSame([1, 2], [2, 1])).toBe(false);
    expect(isSame([], {})).toBe(false);
    expect(isSame(1, '1')).toBe(false);
  });
});

describe('differencesOf', () => {
  it('names what changed, what is gone and what is new', () => {
    expect(differencesOf({ a: 1, b: 2, c: [1] }, { a: 1, b: 3, d: 4, c: [1] })).toEqual([
      { name: 'b', kind: 'changed', before: 2, after: 3 },
      { name: 'd', kind: 'added', before: undefined, after: 4 },
    ]);
    expect(differencesOf({ a: 1 }, {})).toEqual([{ name: 'a', kind: 'missing', before: 1, after: undefined }]);
  });

  it('overlooks what tests overlook: the last digits, and null for nothing', () => {
    expect(differencesOf({ a: 0.1 + 0.2, b: null, c: 0 }, { a: 0.3, c: 0 })).toEqual([]);
    expect(differencesOf({ a: 1 }, { a: 1.001 })).toHaveLength(1);
  });
});

describe('namedValues', () => {
  it('numbers sets only where there are several', () => {
    const time = '2026-01-01T00:00:00.000Z';
    expect(namedValues([{ time: null, values: { a: 1 } }])).toEqual({ a: 1 });
    expect(namedValues([{ time, values: { a: 1 } }])).toEqual({ a: 1, '@time': time });
    expect(
      namedValues([
        { time, values: { a: 1 } },
        { time: null, values: { a: 2 } },
      ]),
    ).toEqual({ '[0].a': 1, '[0].@time': time, '[1].a': 2, '[1].@time': null });
  });
});

describe('testedValues', () => {
  it('takes the last word on each variable', () => {
    const first = { time: null, values: { a: 1, b: 1 } };
    expect(testedValues([first, { time: null, values: { a: 2 } }])).toEqual({ a: 2, b: 1 });
  });
});

describe('shortText', () => {
  it('tells texts from numbers and nothing from null', () => {
    expect([1, '1', null, undefined].map(shortText)).toEqual(['1', '"1"', 'null', '—']);
  });
});
