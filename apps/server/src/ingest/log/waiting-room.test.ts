import { describe, expect, it } from 'vitest';
import { createWaitingRoom } from './waiting-room.ts';

/** A waiting room with this many free places per account. */
function open(places: Record<number, number>, { waitMs = 60_000, maxWaiting = 10 } = {}) {
  const free = new Map(Object.entries(places).map(([accountId, count]) => [Number(accountId), count]));
  const hasRoom = (accountId: number, packets: number) => packets <= (free.get(accountId) ?? 0);
  const room = createWaitingRoom({ hasRoom, waitMs, maxWaiting });
  return { room, free };
}

/** Returns the results so far; undefined for calls that still wait. */
function listen(waiting: readonly Promise<boolean>[]) {
  const heard: (boolean | undefined)[] = waiting.map(() => undefined);
  for (const [index, each] of waiting.entries()) each.then((hasRoom) => (heard[index] = hasRoom));
  return async () => {
    await new Promise(setImmediate);
    return heard;
  };
}

describe('the waiting room', () => {
  it('lets senders in when there is room, in their order and no more than fit', async () => {
    const { room, free } = open({ 1: 0 });
    const heard = listen([room.enter(1, 60), room.enter(1, 50), room.enter(1, 40)]);
    free.set(1, 100);
    room.admit();
    // The second call does not fit behind the first, the third does.
    expect(await heard()).toEqual([true, undefined, true]);
    room.admit();
    expect(await heard()).toEqual([true, true, true]);
  });

  it('lets others pass those of an account that is full', async () => {
    const { room } = open({ 1: 0, 2: 10 });
    const heard = listen([room.enter(1, 1), room.enter(2, 1)]);
    room.admit();
    expect(await heard()).toEqual([undefined, true]);
    room.close();
    expect(await heard()).toEqual([false, true]);
  });

  it('sends away who has waited long enough, and who finds it full', async () => {
    const { room } = open({ 1: 0 }, { waitMs: 1, maxWaiting: 1 });
    const first = room.enter(1, 1);
    expect(await room.enter(1, 1)).toBe(false);
    expect(await first).toBe(false);
    const next = listen([room.enter(1, 1)]);
    room.close();
    expect(await next()).toEqual([false]);
  });
});
