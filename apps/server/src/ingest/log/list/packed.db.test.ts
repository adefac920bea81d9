import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../platform/db/db.ts';
import {
  anyEdges,
  anyQuery,
  countOf,
  dayMs,
  days,
  firstDay,
  packDay,
  packet,
  store,
  storeAnything,
  upTo,
  useLog,
} from '../testing/log.fixture.ts';
import { countPackets, keptSince, listPackets } from './list.store.ts';
import type { PacketQuery } from './stored-packet.ts';

/** Every page of a listing, one after the other. */
async function pagesOf({ db }: Database, query: PacketQuery) {
  const all = [];
  let page = await listPackets(db, query);
  while (page.length > 0) {
    all.push(page);
    const after = page.at(-1);
    page = after ? await listPackets(db, { ...query, after }) : [];
  }
  return all;
}

describe('packets of packed days', () => {
  it('are read exactly as before, whatever is asked for and however many days are packed', async () => {
    const database = await useLog();
    const { db } = database;
    const packets = await storeAnything(database, 400, 1);
    const queries: PacketQuery[] = fc.sample(anyQuery, { numRuns: 300, seed: 2 });
    for (const { shard, seq } of packets.slice(0, 30)) {
      queries.push({ place: { shard, seq }, limit: 1 }, { place: { shard, seq: seq + 1 }, limit: 2, order: 'oldest' });
    }
    // Edges of rows are times of packets.
    for (const { receivedAt, connectorId } of packets.slice(0, 120)) {
      queries.push(
        { connectorId, fromMs: receivedAt, limit: 2, order: 'oldest' },
        { beforeMs: receivedAt + 1, limit: 2 },
      );
    }
    const edges = fc.sample(anyEdges, { numRuns: 20, seed: 3 });
    const answers = async () => ({
      lists: await Promise.all(queries.map((query) => listPackets(db, query))),
      counts: await Promise.all(edges.flatMap((each) => [1, 2, 3, 9].map((id) => countPackets(db, id, each)))),
      kept: await Promise.all([[1], [2], [3], [9], [1, 2, 3], []].map((ids) => keptSince(db, ids))),
      pages: await pagesOf(database, { connectorId: 1, limit: 37 }),
      small: await pagesOf(database, { limit: 3 }),
      smallOldest: await pagesOf(database, { limit: 3, order: 'oldest' }),
      oldest: await pagesOf(database, { deviceIds: [1, 2], limit: 37, order: 'oldest' }),
    });
    const before = await answers();
    expect(before.lists.filter((list) => list.length > 0).length).toBeGreaterThan(150);
    for (const day of [days[1], days[0], days[2]]) {
      expect(await packDay(database, day)).toBe(true);
      expect(await answers()).toEqual(before);
    }
    expect(await countOf(database, 'packet_days')).toBeGreaterThan(10);
    expect(await countOf(database, 'packets')).toBe(await countOf(database, 'packets_other'));
  });

  it('stand in several rows where there are many, and each is found by its number', async () => {
    const database = await useLog();
    const large = 'x'.repeat(300_000);
    const packets = [
      ...upTo(2_500).map((n) => packet(n + 1)),
      ...upTo(7).map((n) =>
        packet(3_000 + n, { deviceId: 2, content: JSON.stringify({ payload: large, meta: {}, time: n }) }),
      ),
    ];
    await store(database, packets);
    await packDay(database);
    const { rows } = await database.pool.query('select packets, bytes from packet_days order by device_id, first_seq');
    expect(rows.map((row) => row.packets)).toEqual([1_000, 1_000, 500, 4, 3]);
    expect(rows[4]?.bytes).toBe(packets.slice(-3).reduce((sum, { content }) => sum + content.length, 0));
    for (const seq of [1, 1_000, 1_001, 2_500, 3_006]) {
      const found = await listPackets(database.db, { place: { shard: 1, seq }, limit: 1 });
      expect(found).toMatchObject([{ seq, receivedAt: firstDay + seq * 1_000 }]);
    }
    expect(await listPackets(database.db, { place: { shard: 1, seq: 2_600 }, limit: 1 })).toEqual([]);
  });

  it('are opened only as far as a page needs them', async () => {
    const database = await useLog();
    await store(
      database,
      days.flatMap((day, index) => upTo(50).map((n) => packet(index * 50 + n + 1, { receivedAt: day + n * 60_000 }))),
    );
    for (const day of days) await packDay(database, day);
    // Whoever opens these fails.
    await database.pool.query(`update packet_days set chunk = '' where first_at < $1`, [days[2]]);
    const newest = { deviceIds: [1], limit: 50 };
    expect(await listPackets(database.db, newest)).toHaveLength(50);
    await expect(listPackets(database.db, { ...newest, limit: 51 })).rejects.toThrow();
    expect(await listPackets(database.db, { ...newest, outcome: 'rejected' })).toEqual([]);
    expect(await listPackets(database.db, { ...newest, outcome: 'pending' })).toEqual([]);
    expect(await countPackets(database.db, 1, [...days, firstDay + 3 * dayMs])).toEqual(
      days.map(() => ({ accepted: 50, rejected: 0 })),
    );
  });
});
