import type { Sender, SentPacket } from '@stellwerk/simulator/sender';

interface Entry {
  sender: Sender;
  /** Earlier messages have been taken. */
  fromMs: number;
  dueMs: number;
}

/** Senders ordered by the time of their next message: a heap, because there may be ten thousand. */
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

  /** Skips all messages before this time. */
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
    /** Time of the next message; infinity without senders. */
    nextMs: () => dueAt(0),
    /** Takes the due messages before a time, in order. */
    take(beforeMs: number): SentPacket[] {
      const packets: SentPacket[] = [];
      for (let entry = heap[0]; entry && entry.dueMs < beforeMs; entry = heap[0]) {
        packets.push(...entry.sender.packets(entry.fromMs, beforeMs));
        entry.fromMs = beforeMs;
        // Always advances, even if a sender returns a time in the past.
        entry.dueMs = Math.max(entry.sender.nextAt(beforeMs - 1), beforeMs);
        sink(0);
      }
      return packets.sort((a, b) => a.sentAtMs - b.sentAtMs);
    },
  };
}
export type Schedule = ReturnType<typeof createSchedule>;
