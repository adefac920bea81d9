import { describe, expect, it } from 'vitest';
import { createLimiter, createMemo } from './limiter.ts';

describe('createLimiter', () => {
  it('runs so many at once and all of them in the end, failed ones included', async () => {
    const limited = createLimiter(2, new AbortController().signal);
    let running = 0;
    let most = 0;
    const work = (index: number) => async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (index === 1) throw new Error('failed');
      return index;
    };
    const results = await Promise.allSettled([0, 1, 2, 3, 4].map((index) => limited(work(index))));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect([most, running]).toEqual([2, 0]);
  });

  it('starts nothing more once nobody waits', async () => {
    const gone = new AbortController();
    const limited = createLimiter(1, gone.signal);
    const first = Promise.withResolvers<string>();
    const running = limited(() => first.promise);
    let isStarted = false;
    const waiting = limited(async () => {
      isStarted = true;
    });
    gone.abort();
    first.resolve('done');
    expect(await running).toBe('done');
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(isStarted).toBe(false);
  });
});

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
