import type pg from 'pg';
import type { Packet } from './packet.ts';
import { readAfter } from './packets.store.ts';

interface Buffer {
  packets: Packet[];
  /** The last number that was put into the buffer or read from the log. */
  last: number;
  /** Some packets behind `last` stand in the log alone. */
  isBehind: boolean;
  /** The greatest number that we know to be committed. */
  newest: number;
}

/**
 * Committed packets on their way to be applied. What is fresh stays in memory; when the work falls behind, the rest is
 * read again from the log, so that memory stays bounded however long the backlog is.
 */
export function createShardBuffers({ pool, maxBuffered }: { pool: pg.Pool; maxBuffered: number }) {
  const buffers = new Map<number, Buffer>();

  async function refill(shard: number, buffer: Buffer): Promise<void> {
    const page = await readAfter(pool, { shard, after: buffer.last, limit: maxBuffered });
    if (buffers.get(shard) !== buffer) return;
    buffer.packets.push(...page);
    buffer.last = page.at(-1)?.seq ?? buffer.last;
    // Commits may have gone on while the page was read.
    if (page.length < maxBuffered && buffer.newest <= buffer.last) buffer.isBehind = false;
  }

  return {
    /** From now on this process applies the packets of the shard, beginning behind the cursor. */
    open(shard: number, cursor: number, newest: number): void {
      buffers.set(shard, { packets: [], last: cursor, isBehind: newest > cursor, newest });
    },

    close(shards: readonly number[]): void {
      for (const shard of shards) buffers.delete(shard);
    },

    /** The log reaches up to here, whatever was pushed. */
    note(shard: number, newest: number): void {
      const buffer = buffers.get(shard);
      if (!buffer || newest <= buffer.newest) return;
      buffer.newest = newest;
      buffer.isBehind = true;
    },

    /** Packets that were just committed, in the order of their numbers. */
    push(packets: readonly Packet[]): void {
      for (const packet of packets) {
        const buffer = buffers.get(packet.shard);
        // What was committed while a page of the log was read may have come with that page already.
        if (!buffer || packet.seq <= buffer.last) continue;
        buffer.newest = packet.seq;
        if (buffer.isBehind) continue;
        if (buffer.packets.length >= maxBuffered) {
          buffer.isBehind = true;
          continue;
        }
        buffer.packets.push(packet);
        buffer.last = packet.seq;
      }
    },

    /** The next packets of every shard in turn, in order within each. Empty when all has been taken. */
    async take(maxPackets: number): Promise<Packet[]> {
      const behind = [...buffers].filter(([, buffer]) => buffer.isBehind && buffer.packets.length === 0);
      await Promise.all(behind.map(([shard, buffer]) => refill(shard, buffer)));
      const filled = [...buffers.values()].filter(({ packets }) => packets.length > 0);
      const share = Math.max(1, Math.ceil(maxPackets / Math.max(1, filled.length)));
      return filled.flatMap(({ packets }) => packets.splice(0, share));
    },

    hasMore: () => [...buffers.values()].some(({ packets, isBehind }) => packets.length > 0 || isBehind),
  };
}
export type ShardBuffers = ReturnType<typeof createShardBuffers>;
