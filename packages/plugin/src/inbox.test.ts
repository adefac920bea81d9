import { describe, expect, it } from 'vitest';
import type { RawMessage, ReceiveResult } from './connector-server.ts';
import { createInbox } from './inbox.ts';

const taken = (count: number): ReceiveResult => ({ isFull: false, accepted: count, dropped: 0, refused: [] });
const full: ReceiveResult = { isFull: true };
const bodies = (batch: readonly RawMessage[]) => batch.map(({ body }) => body);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const signal = new AbortController().signal;

describe('the inbox', () => {
  it('hands on together what came together, in order, and gathers while a batch is under way', async () => {
    const batches: unknown[][] = [];
    const first = Promise.withResolvers<void>();
    const inbox = createInbox({
      signal,
      async receive(messages) {
        batches.push(bodies(messages));
        if (batches.length === 1) await first.promise;
        return taken(messages.length);
      },
    });
    const early = upTo(3).map((body) => inbox.add({ body }));
    await new Promise(setImmediate);
    const late = [3, 4].map((body) => inbox.add({ body }));
    first.resolve();
    await Promise.all([...early, ...late]);
    expect(batches).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
  });

  it('tries again with fewer while there is no room, and settles nothing before', async () => {
    const sizes: number[] = [];
    let room = 0;
    const settled: unknown[] = [];
    const inbox = createInbox({
      signal,
      maxBatch: 8,
      async receive(messages) {
        sizes.push(messages.length);
        if (messages.length > room) {
          expect(settled).toEqual([]);
          room += 2;
          return full;
        }
        room = 8;
        return taken(messages.length);
      },
    });
    await Promise.all(upTo(8).map((body) => inbox.add({ body }).then(() => settled.push(body))));
    expect(sizes.slice(0, 3)).toEqual([8, 4, 2]);
    expect(settled).toEqual(upTo(8));
  });

  it('gives up what it could not hand on, so that nobody acknowledges it, and takes what comes then', async () => {
    let isBroken = true;
    const inbox = createInbox({
      signal,
      giveUpAfterMs: 0,
      async receive(messages) {
        if (isBroken) throw new Error('no database');
        return taken(messages.length);
      },
    });
    await expect(inbox.add({ body: 1 })).rejects.toThrow('no database');
    isBroken = false;
    await expect(inbox.add({ body: 2 })).resolves.toBeUndefined();
  });

  it('stops waiting when it is aborted', async () => {
    const stopping = new AbortController();
    const inbox = createInbox({ signal: stopping.signal, receive: async () => full });
    const added = inbox.add({ body: 1 });
    stopping.abort();
    await expect(added).rejects.toThrow();
  });
});
