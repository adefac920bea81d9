import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished } from 'vitest';
import { foreseenChange, readBetweenChanges } from './foreseen.ts';

const queryKey = ['order'];

/** A server that holds its answers back until the test lets them go, and a page that shows what it says. */
async function openPage() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const server = { order: 'abc' };
  const calls: PromiseWithResolvers<void>[] = [];
  const shown: string[] = [];
  let reads = 0;
  const observer = new QueryObserver(queries, {
    queryKey,
    queryFn: readBetweenChanges(async () => {
      reads += 1;
      return server.order;
    }),
  });
  const stop = observer.subscribe(({ data }) => {
    if (data !== undefined && data !== shown.at(-1)) shown.push(data);
  });
  onTestFinished(stop);
  await expect.poll(() => shown).toEqual(['abc']);

  const { change, readAgain } = foreseenChange<string, string, void>(queries, queryKey, {
    send: async (order) => {
      const held = Promise.withResolvers<void>();
      calls.push(held);
      await held.promise;
      server.order = order;
    },
    foresee: (_known, order) => order,
  });
  const send = (order: string) => new MutationObserver(queries, change).mutate(order).finally(readAgain);
  return { queries, calls, shown, send, reads: () => reads };
}

describe('a foreseen change', () => {
  it('is not taken back by what is read while the server does not know of it', async () => {
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

  it('waits for the one before it, and all are read again behind the last', async () => {
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

  it('is taken back where the server refuses it', async () => {
    const { calls, shown, send, reads } = await openPage();
    const sent = send('bac');
    await expect.poll(() => calls.length).toBe(1);
    calls[0]?.reject(new Error('refused'));
    await expect(sent).rejects.toThrow('refused');
    expect(shown).toEqual(['abc', 'bac', 'abc']);
    expect(reads()).toBe(2);
  });
});
