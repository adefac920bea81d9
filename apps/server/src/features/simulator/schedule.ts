import type { Sender, SentPacket } from '@stellwerk/simulator/sender';

interface Entry {
  sender: Sender;
  /** What arrives earlier has been taken. */
  fromMs: number;
  /** When it has something again. */
  dueMs: number;
}

/** Senders in the order in which they have something to send: a heap, since there may be ten thousand of them. */
export function createSchedule(senders: readonly Sender[], startMs: number) {
  const heap: Entry[] = [];

  const dueAt = (index: number) => heap[index]?.dueMs ?? Number.POSITIVE_INFINITY;

  function sink(from: number): void {
    const entry = heap[from];
    if (!entry) return;
    let index = from;
    for (;;) {
      const left = 2 * index + 1;
      const least = dueAt(left + 1) < dueAt(left) ? left + 1 : left;
      const child = heap[least];
      if (!child || child.dueMs >= entry.dueMs) break;
      heap[index] = child;
      index = least;
    }
    heap[index] = entry;
  }

  /** Everything earlier than this is left out. */
  function seat(nowMs: number): void {
    heap.length = 0;
    for (const sender of senders) {
      heap.push({ sender, fromMs: nowMs, dueMs: Math.max(sender.nextAt(nowMs - 1), nowMs) });
    }
    for (let index = heap.length >> 1; index >= 0; index -= 1) sink(index);
  }

  seat(startMs);
  return {
    seat,
    /** Infinite without senders. */
    nextMs: () => dueAt(0),
    /** What arrives before this moment and has not been taken yet, in the order of arrival. */
    take(beforeMs: number): SentPacket[] {
      const packets: SentPacket[] = [];
      for (let entry = heap[0]; entry && entry.dueMs < beforeMs; entry = heap[0]) {
        packets.push(...entry.sender.packets(entry.fromMs, beforeMs));
        entry.fromMs = beforeMs;
        // Never the same moment twice, whatever a sender says.
        entry.dueMs = Math.max(entry.sender.nextAt(beforeMs - 1), beforeMs);
        sink(0);
      }
      return packets.sort((a, b) => a.sentAtMs - b.sentAtMs);
    },
  };
}
export type Schedule = ReturnType<typeof createSchedule>;
