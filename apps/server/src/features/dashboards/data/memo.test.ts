import { describe, expect, it } from 'vitest';
import { createMemo } from './memo.ts';

describe('createMemo', () => {
  it('asks equal questions once, and failed ones again', async () => {
    const memo = createMemo();
    let asked = 0;
    const ask = async () => {
      asked += 1;
      if (asked === 1) throw new Error('down');
      return asked;
    };
    await expect(memo('a', ask)).rejects.toThrow('down');
    expect(await Promise.all([memo('a', ask), memo('a', ask), memo('b', ask)])).toEqual([2, 2, 3]);
  });
});
