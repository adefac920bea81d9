import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished } from 'vitest';
import { updateLiveCache } from './live-cache-update.ts';

interface Known {
  value: number;
  title: string;
}

const queryKey = ['one'];

/** A query whose fetches end when the test releases them, in the order in which they began. */
function watch(queries: QueryClient) {
  const readings: PromiseWithResolvers<Known>[] = [];
  const observer = new QueryObserver(queries, {
    queryKey,
    retry: false,
    queryFn: ({ signal: _ }) => {
      const reading = Promise.withResolvers<Known>();
      readings.push(reading);
      return reading.promise;
    },
  });
  onTestFinished(observer.subscribe(() => {}));
  return { readings, known: () => queries.getQueryData<Known>(queryKey) };
}

const newest = (known: Known): Known => ({ ...known, value: Math.max(known.value, 27) });

describe('updateLiveCache', () => {
  it('keeps updates when a fetch that began before them ends after them', async () => {
    const queries = new QueryClient();
    const { readings, known } = watch(queries);
    readings[0]?.resolve({ value: 20, title: 'old' });
    await expect.poll(known).toEqual({ value: 20, title: 'old' });
    void queries.invalidateQueries({ queryKey });
    await expect.poll(() => readings.length).toBe(2);
    updateLiveCache(queries, queryKey, newest);
    expect(known()).toEqual({ value: 27, title: 'old' });
    readings[1]?.resolve({ value: 26, title: 'new' });
    await expect.poll(known).toEqual({ value: 27, title: 'new' });
  });

  it('applies updates to the result of the first fetch', async () => {
    const queries = new QueryClient();
    const { readings, known } = watch(queries);
    updateLiveCache(queries, queryKey, newest);
    readings[0]?.resolve({ value: 20, title: 'first' });
    await expect.poll(known).toEqual({ value: 27, title: 'first' });
  });

  it('applies updates to the fetch that replaced a cancelled one', async () => {
    const queries = new QueryClient();
    const { readings, known } = watch(queries);
    readings[0]?.resolve({ value: 20, title: 'old' });
    await expect.poll(known).toBeDefined();
    void queries.invalidateQueries({ queryKey });
    await expect.poll(() => readings.length).toBe(2);
    updateLiveCache(queries, queryKey, newest);
    void queries.invalidateQueries({ queryKey });
    await expect.poll(() => readings.length).toBe(3);
    readings[2]?.resolve({ value: 26, title: 'last' });
    await expect.poll(known).toEqual({ value: 27, title: 'last' });
  });
});
