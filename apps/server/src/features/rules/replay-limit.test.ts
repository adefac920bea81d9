import { describe, expect, it } from 'vitest';
import { createReplayLimit } from './replay-limit.ts';

const { signal: never } = new AbortController();

/** Work that ends on request, or when it is aborted. */
function createWork() {
  const started: AbortSignal[] = [];
  const ends: (() => void)[] = [];
  const work = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      started.push(signal);
      ends.push(() => resolve('done'));
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { work, started, ends };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the replay limit', () => {
  it('ends the work of a user when the same user comes again', async () => {
    const limit = createReplayLimit({ maxAtOnce: 2 });
    const { work, started, ends } = createWork();
    const first = limit(1, never, work);
    const other = limit(2, never, work);
    await settled();
    const second = limit(1, never, work);
    await expect(first).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await settled();
    expect(started.map(({ aborted }) => aborted)).toEqual([true, false, false]);
    for (const end of ends) end();
    expect(await Promise.all([other, second])).toEqual(['done', 'done']);
  });

  it('ends the work of somebody who has gone', async () => {
    const limit = createReplayLimit({ maxAtOnce: 1 });
    const { work, started } = createWork();
    const gone = new AbortController();
    const left = limit(1, gone.signal, work);
    await settled();
    gone.abort();
    await expect(left).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(started[0]?.aborted).toBe(true);
    expect(await limit(2, never, async () => 'free')).toBe('free');
  });

  it('refuses too many users at once, and lets them in later', async () => {
    const limit = createReplayLimit({ maxAtOnce: 1 });
    const { work, ends } = createWork();
    const first = limit(1, never, work);
    await settled();
    await expect(limit(2, never, work)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    ends[0]?.();
    await first;
    expect(await limit(2, never, async () => 'in')).toBe('in');
  });

  it('hands failures of the work on', async () => {
    const limit = createReplayLimit({ maxAtOnce: 1 });
    const broken = () => Promise.reject(new Error('broken'));
    await expect(limit(1, never, broken)).rejects.toThrow('broken');
    expect(await limit(1, never, async () => 'again')).toBe('again');
  });
});
