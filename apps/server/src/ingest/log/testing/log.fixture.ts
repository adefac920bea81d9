import fc from 'fast-check';
import { useTestDatabase } from '../../../../test/database.ts';
import { inTransaction } from '../../../platform/db/connection.ts';
import type { Database } from '../../../platform/db/db.ts';
import { packPacketDay } from '../pack-days.ts';
import { packetFaults } from '../packet.table.ts';
import { type Packet, shardCount } from '../packet.ts';
import { insertPackets } from '../packets.store.ts';
import { ensurePacketDays } from '../partitions.store.ts';
import { ensureShards } from '../shards.store.ts';

export const dayMs = 86_400_000;
/** The first of three days with partitions; other times have none. */
export const firstDay = Date.UTC(2026, 0, 10);
export const days = [0, 1, 2].map((index) => firstDay + index * dayMs);

export const packet = (seq: number, more: Partial<Packet> = {}): Packet => ({
  accountId: 1,
  connectorId: 1,
  deviceId: 1,
  identifier: 'a',
  shard: 1,
  seq,
  receivedAt: firstDay + seq * 1_000,
  content: JSON.stringify({ payload: { seq }, meta: {}, time: null }),
  ...more,
});

export const store = (database: Database, packets: readonly Packet[]) =>
  inTransaction(database.pool, (client) => insertPackets(client, packets));

export const applyUpTo = (database: Database, cursor: number) =>
  database.pool.query('update ingest_cursors set cursor = $1', [cursor]);

/** A separate log whose first packets count as applied. */
export async function useLog(cursor = 1_000_000): Promise<Database> {
  const database = await useTestDatabase();
  await ensureShards(database.pool, shardCount);
  await ensurePacketDays(database.pool, firstDay);
  await applyUpTo(database, cursor);
  return database;
}

export const packDay = ({ pool }: Database, day = firstDay) =>
  packPacketDay({ pool, day, signal: new AbortController().signal });

export const countOf = async ({ pool }: Database, from: string): Promise<number> =>
  (await pool.query(`select count(*)::int as n from ${from}`)).rows[0].n;

export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Times often collide, and some are outside the days with partitions. */
const offset = fc.oneof(
  fc.integer({ min: -dayMs, max: 4 * dayMs }),
  fc.integer({ min: 0, max: 12 }).map((part) => part * (dayMs / 4)),
);

const sender = fc.constantFrom(
  { connectorId: 1, accountId: 1, identifier: 'a', deviceId: 1, shard: 1 },
  { connectorId: 1, accountId: 1, identifier: 'a', deviceId: null, shard: 1 },
  { connectorId: 1, accountId: 1, identifier: 'b', deviceId: 2, shard: 2 },
  { connectorId: 2, accountId: 1, identifier: 'b', deviceId: 2, shard: 3 },
  { connectorId: 2, accountId: 1, identifier: 'ä"\\', deviceId: 3, shard: 2 },
  { connectorId: 3, accountId: 2, identifier: 'c', deviceId: null, shard: 4 },
);

interface Sent {
  of: Pick<Packet, 'connectorId' | 'accountId' | 'identifier' | 'deviceId' | 'shard'>;
  offset: number;
  text: string;
  fault: 'dropped' | 'rejected' | undefined;
}
const sent: fc.Arbitrary<Sent> = fc.record({
  of: sender,
  offset,
  text: fc.string({ unit: 'grapheme', maxLength: 20 }),
  fault: fc.constantFrom(undefined, undefined, undefined, 'dropped' as const, 'rejected' as const),
});

/** Packets of several senders, devices and days, in random order, some with faults. */
export async function storeAnything(database: Database, count: number, seed: number): Promise<Packet[]> {
  const drawn = fc.sample(sent, { numRuns: count, seed });
  const packets = drawn.map(({ of, offset: ms, text }, index) =>
    packet(index + 1, {
      ...of,
      receivedAt: firstDay + ms,
      content: JSON.stringify({ payload: { text, index }, meta: { index }, time: index }),
    }),
  );
  await store(database, packets);
  const faults = packets.flatMap(({ shard, seq, receivedAt, connectorId, deviceId }, index) => {
    const outcome = drawn[index]?.fault;
    // The fault of an unassigned packet can reference a device.
    const names = deviceId ?? (index % 2 === 0 ? 9 : null);
    const params = { index };
    return outcome ? [{ shard, seq, receivedAt, connectorId, deviceId: names, outcome, code: 'ODD', params }] : [];
  });
  await database.db.insert(packetFaults).values(faults);
  return packets;
}

const moment = offset.map((ms) => firstDay + ms);

/** Queries without a place, because a place would match few packets. */
export const anyQuery = fc.record(
  {
    limit: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(2_000)),
    deviceIds: fc.subarray([1, 2, 3, 9], { minLength: 1 }),
    connectorId: fc.integer({ min: 1, max: 4 }),
    fromMs: moment,
    beforeMs: moment,
    outcome: fc.constantFrom('applied' as const, 'pending' as const, 'dropped' as const, 'rejected' as const),
    order: fc.constantFrom('newest' as const, 'oldest' as const),
    after: fc.record({
      receivedAt: moment,
      shard: fc.integer({ min: 1, max: 4 }),
      seq: fc.integer({ min: 1, max: 400 }),
    }),
  },
  { requiredKeys: ['limit'] },
);

export const anyEdges = fc
  .uniqueArray(moment, { minLength: 2, maxLength: 8 })
  .map((edges) => edges.sort((a, b) => a - b));
