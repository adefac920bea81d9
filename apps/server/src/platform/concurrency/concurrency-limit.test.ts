import { describe, expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

describe('createConcurrencyLimit', () => {
  it('begins waiting work in the order of the calls', async () => {
    const limit = createConcurrencyLimit(1);
    const begun: number[] = [];
    await Promise.all([0, 1, 2, 3].map((index) => limit.run(async () => begun.push(index))));
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('runs so many at once and all of them in the end, failed ones included', async () => {
    const limit = createConcurrencyLimit(2);
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
    const results = await Promise.allSettled([0, 1, 2, 3, 4].map((index) => limit.run(work(index))));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect([most, running]).toEqual([2, 0]);
  });

  it('does not begin waiting work whose signal is aborted', async () => {
    const gone = new AbortController();
    const limit = createConcurrencyLimit(1);
    const first = Promise.withResolvers<string>();
    const running = limit.run(() => first.promise, gone.signal);
    let isStarted = false;
    const waiting = limit.run(async () => {
      isStarted = true;
    }, gone.signal);
    expect(limit.waiting()).toBe(1);
    gone.abort();
    first.resolve('done');
    expect(await running).toBe('done');
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(isStarted).toBe(false);
  });
});
