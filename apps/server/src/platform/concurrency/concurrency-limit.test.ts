import { describe, expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

describe('createConcurrencyLimit', () => {
  it('begins waiting work in the order of the calls', async () => {
    const limit = createConcurrencyLimit(1);
    const begun: number[] = [];
    await Promise.all([0, 1, 2, 3].map((index) => limit.run(async () => begun.push(index))));
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('lets owners take turns, whatever one of them has queued', async () => {
    const limit = createConcurrencyLimit(1);
    const begun: string[] = [];
    const tasks = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
    await Promise.all(tasks.map((name) => limit.run(async () => begun.push(name), { owner: name.charCodeAt(0) })));
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('leaves a place to others where an owner may not have all', async () => {
    const limit = createConcurrencyLimit(2, 1);
    const first = Promise.withResolvers<void>();
    const hostile = [limit.run(() => first.promise, { owner: 1 }), limit.run(() => first.promise, { owner: 1 })];
    expect(await limit.run(async () => 'done', { owner: 2 })).toBe('done');
    expect(limit.waiting()).toBe(1);
    first.resolve();
    await Promise.all(hostile);
    expect(limit.waiting()).toBe(0);
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
    const running = limit.run(() => first.promise, { signal: gone.signal });
    let isStarted = false;
    const waiting = limit.run(
      async () => {
        isStarted = true;
      },
      { signal: gone.signal },
    );
    expect(limit.waiting()).toBe(1);
    gone.abort();
    first.resolve('done');
    expect(await running).toBe('done');
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(isStarted).toBe(false);
  });
});
