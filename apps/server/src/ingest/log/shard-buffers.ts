import type pg from 'pg';
import type { Packet } from './packet.ts';
import { readAfter } from './packets.store.ts';

interface Buffer {
  packets: Packet[];
  /** The last number that was pushed to the buffer or read from the log. */
  last: number;
  /** Some packets behind `last` are only in the log. */
  isBehind: boolean;
  /** The greatest number known to be committed. */
  newest: number;
}

/**
 * Committed packets that wait to be applied. Fresh packets stay in memory; when processing falls behind, the rest is
 * read from the log again, so that memory stays bounded however long the backlog is.
 */
export function createShardBuffers({ pool, maxBuffered }: { pool: pg.Pool; maxBuffered: number }) {
  const buffers = new Map<number, Buffer>();

  async function refill(shard: number, buffer: Buffer): Promise<void> {
    const page = await readAfter(pool, { shard, after: buffer.last, limit: maxBuffered });
    if (buffers.get(shard) !== buffer) return;
    buffer.packets.push(...page);
    buffer.last = page.at(-1)?.seq ?? buffer.last;
    // Further packets may have been committed while the page was read.
    if (page.length < maxBuffered && buffer.newest <= buffer.last) buffer.isBehind = false;
  }

  return {
    /** Starts buffering a shard that this process owns now, behind the cursor. */
    open(shard: number, cursor: number, newest: number): void {
      buffers.set(shard, { packets: [], last: cursor, isBehind: newest > cursor, newest });
    },

    close(shards: readonly number[]): void {
      for (const shard of shards) buffers.delete(shard);
    },

    /** Records that the log reaches up to this number, whatever was pushed. */
    note(shard: number, newest: number): void {
      const buffer = buffers.get(shard);
      if (!buffer || newest <= buffer.newest) return;
      buffer.newest = newest;
      buffer.isBehind = true;
    },

    /** Adds packets that were just committed, in the order of their numbers. */
    push(packets: readonly Packet[]): void {
      for (const packet of packets) {
        const buffer = buffers.get(packet.shard);
        // A packet committed during a read of the log may already be part of that page.
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

    /** Takes the next packets, an equal share from each shard, in order within each. Empty if nothing is left. */
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
