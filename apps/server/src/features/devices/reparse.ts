import { shardCount } from '../../ingest/log/packet.ts';
import type { ValueUpdate } from '../states/index.ts';
import { type Reading, updatesOf } from './reading.ts';

/**
 * Values of a re-parse name their packet with a shard of the run's own: of two runs over one packet the later one counts,
 * the same run twice changes nothing, and both count more than the live value. The packet's own shard is what is left
 * when the number is divided by the number of shards.
 */
const shardOf = (packetShard: number, jobId: number) => jobId * shardCount + packetShard;

/** What a run writes. */
export const rederivedUpdates = (reading: Reading, jobId: number): ValueUpdate[] =>
  updatesOf(reading, 'rederived').map((update) => ({ ...update, shard: shardOf(update.shard, jobId) }));
