import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packetRetentions } from '../../src/features/accounts/index.ts';
import { listPackets } from '../../src/ingest/log/list/list.store.ts';
import { packetSchedules } from '../../src/ingest/log/packets.job.ts';
import { ensurePacketDays } from '../../src/ingest/log/partitions.store.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { accounts } from '../../src/platform/tenancy/account.table.ts';
import { startTestServer, type TestServer } from '../server.ts';

const dayMs = 86_400_000;
const nowMs = Date.parse('2026-03-01T02:50:00Z');
const daysAgo = (days: number) => nowMs - days * dayMs;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (const days of [100, 60, 40, 20]) await ensurePacketDays(server.database.pool, daysAgo(days));
});
afterAll(() => server.close());

async function runSchedule(wanted: string): Promise<void> {
  const schedule = packetSchedules({ pool: server.database.pool, retentions: packetRetentions }).find(
    ({ name }) => name === wanted,
  );
  if (!schedule) throw new Error('no such schedule');
  const { signal } = new AbortController();
  await schedule.run({ scheduledAt: new Date(nowMs), signal, db: server.database.db, log: createLog('silent') });
}

const dropExpired = () => runSchedule('packets.drop-expired');

/** A connector in an account with this retention, with one packet of each of these ages in days. */
async function sender(packetRetentionDays: number, ages: readonly number[], firstSeq: number): Promise<number> {
  const account = await server.make.account();
  await server.database.db.update(accounts).set({ packetRetentionDays }).where(eq(accounts.id, account.id));
  const { id } = await server.make.connector({ account });
  for (const [index, days] of ages.entries()) {
    await server.database.db.execute(sql`
      insert into packets (shard, seq, account_id, connector_id, received_at, identifier, content)
      values (0, ${firstSeq + index}, ${account.id}, ${id}, ${daysAgo(days)}, 'x', '{"payload":{},"meta":{}}')`);
  }
  return id;
}

async function agesOf(connectorId: number): Promise<number[]> {
  const packets = await listPackets(server.database.db, { connectorId, order: 'oldest', limit: 100 });
  return packets.map(({ receivedAt }) => (nowMs - receivedAt) / dayMs);
}

describe('a new day of packets', () => {
  it('costs no statistics of what they contain, like the days before it', async () => {
    const { rows } = await server.database.db.execute<{ target: number; tables: number }>(sql`
      select attstattarget as target, count(*)::int as tables from pg_attribute
      where attname = 'content' and attrelid in (
        select inhrelid from pg_inherits where inhparent = 'packets'::regclass)
      group by 1`);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.target).toBe(0);
    expect(rows[0]?.tables).toBeGreaterThan(12);
  });
});

describe('packets.drop-expired', () => {
  it('keeps packets for as long as the account wants, and those that are not applied yet', async () => {
    await server.database.db.execute(
      sql`insert into ingest_cursors values (0, 1000) on conflict (shard) do update set cursor = 1000`,
    );
    const usual = await sender(90, [100, 60, 40, 20], 1);
    const short = await sender(30, [100, 60, 40, 20], 11);
    const waiting = await sender(30, [60, 40, 20], 2_000);
    await dropExpired();
    expect(await agesOf(usual)).toEqual([60, 40, 20]);
    expect(await agesOf(short)).toEqual([20]);
    expect(await agesOf(waiting)).toEqual([60, 40, 20]);
    await dropExpired();
    expect(await agesOf(usual)).toEqual([60, 40, 20]);
  });
});

describe('packets.pack-days', () => {
  const packedDays = async () => {
    const { rows } = await server.database.pool.query<{ age: number }>(
      'select distinct ($1 - first_at)::float8 / 86400000 as age from packet_days order by age desc',
      [nowMs],
    );
    return rows.map(({ age }) => age);
  };

  it('packs days that are over since a day, and retention reaches them', async () => {
    for (const days of [95, 50, 35, 10, 2, 1]) await ensurePacketDays(server.database.pool, daysAgo(days));
    const usual = await sender(90, [95, 50, 35, 10, 2, 1, 0], 101);
    const short = await sender(30, [95, 50, 35, 10, 2, 1, 0], 121);
    await runSchedule('packets.pack-days');
    expect(await packedDays()).toEqual([95, 50, 35, 10, 2]);
    expect(await agesOf(usual)).toEqual([95, 50, 35, 10, 2, 1, 0]);
    await dropExpired();
    expect(await agesOf(usual)).toEqual([50, 35, 10, 2, 1, 0]);
    expect(await agesOf(short)).toEqual([10, 2, 1, 0]);
    await runSchedule('packets.pack-days');
    expect(await packedDays()).toEqual([50, 35, 10, 2]);
  });
});
