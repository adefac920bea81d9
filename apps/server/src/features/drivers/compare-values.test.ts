import { describe, expect, it } from 'vitest';
import { isSame, testedValues } from './compare-values.ts';

describe('two results', () => {
  it.each([
    [{ a: 1 }, { a: 1 }],
    [{ a: 0.1 + 0.2 }, { a: 0.3 }],
    [{ a: 1, b: null }, { a: 1 }],
    [{ a: [1, { b: null }] }, { a: [1, {}] }],
  ])('%j and %j are the same', (left, right) => {
    expect([isSame(left, right), isSame(right, left)]).toEqual([true, true]);
  });

  it.each([
    [{ a: 1 }, { a: 1.001 }],
    [{ a: 1 }, { a: '1' }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: [1] }, { a: [1, 2] }],
    [{ a: 0 }, { a: null }],
    [{ a: [] }, { a: {} }],
  ])('%j and %j differ', (left, right) => {
    expect([isSame(left, right), isSame(right, left)]).toEqual([false, false]);
  });
});

describe('the values that a test compares', () => {
  it('are the last value of each variable, and the error that the parser reports', () => {
    const sets: { at: number; values: Record<string, number> }[] = [
      { at: 1, values: { a: 1, b: 1 } },
      { at: 2, values: { a: 2 } },
    ];
    expect(testedValues({ ok: true, sets })).toEqual({ a: 2, b: 1 });
    const complaint = { code: 'PARSER_REPORTED', params: { reason: 'no' } };
    expect(testedValues({ ok: true, sets, complaint })).toEqual({ a: 2, b: 1, error: 'no' });
  });

  it('are absent after any other failure', () => {
    const reason = { code: 'PARSER_FAILED', params: { reason: 'x' } };
    expect(testedValues({ ok: false, reason })).toBeUndefined();
    expect(
      testedValues({ ok: true, sets: [], complaint: { ...reason, code: 'VARIABLE_CALCULATION_FAILED' } }),
    ).toBeUndefined();
  });
});
