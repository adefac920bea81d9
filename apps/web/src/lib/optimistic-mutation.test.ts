import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished } from 'vitest';
import { optimisticMutation, readUnlessMutating } from './optimistic-mutation.ts';

const queryKey = ['order'];

/** A server that delays its responses until the test releases them, and a page that shows the responses. */
async function openPage() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const server = { order: 'abc' };
  const calls: PromiseWithResolvers<void>[] = [];
  const shown: string[] = [];
  let reads = 0;
  const observer = new QueryObserver(queries, {
    queryKey,
    queryFn: readUnlessMutating(async () => {
      reads += 1;
      return server.order;
    }),
  });
  const stop = observer.subscribe(({ data }) => {
    if (data !== undefined && data !== shown.at(-1)) shown.push(data);
  });
  onTestFinished(stop);
  await expect.poll(() => shown).toEqual(['abc']);

  const { change, refetch } = optimisticMutation<string, string, void>(queries, queryKey, {
    send: async (order) => {
      const held = Promise.withResolvers<void>();
      calls.push(held);
      await held.promise;
      server.order = order;
    },
    updateOptimistically: (_known, order) => order,
  });
  const send = (order: string) => new MutationObserver(queries, change).mutate(order).finally(refetch);
  return { queries, calls, shown, send, reads: () => reads };
}

describe('an optimistic mutation', () => {
  it('is not overwritten by a fetch that began before the server received it', async () => {
    const { queries, calls, shown, send, reads } = await openPage();
    const sent = send('bac');
    await expect.poll(() => calls.length).toBe(1);
    await queries.invalidateQueries({ queryKey });
    expect(reads()).toBe(1);
    calls[0]?.resolve();
    await sent;
    expect(reads()).toBe(2);
    expect(shown).toEqual(['abc', 'bac']);
  });

  it('waits for the mutation before it, and refetches after the last one', async () => {
    const { calls, shown, send, reads } = await openPage();
    const both = [send('bac'), send('bca')];
    await expect.poll(() => shown.at(-1)).toBe('bca');
    expect(calls).toHaveLength(1);
    calls[0]?.resolve();
    await both[0];
    expect(reads()).toBe(1);
    await expect.poll(() => calls.length).toBe(2);
    calls[1]?.resolve();
    await both[1];
    expect([reads(), shown.at(-1)]).toEqual([2, 'bca']);
    expect(shown.lastIndexOf('abc')).toBe(0);
  });

  it('is rolled back if the server refuses it', async () => {
    const { calls, shown, send, reads } = await openPage();
    const sent = send('bac');
    await expect.poll(() => calls.length).toBe(1);
    calls[0]?.reject(new Error('refused'));
    await expect(sent).rejects.toThrow('refused');
    expect(shown).toEqual(['abc', 'bac', 'abc']);
    expect(reads()).toBe(2);
  });
});
