import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { ensurePacketDays } from '../../ingest/log/partitions.store.ts';
import { createLog } from '../../platform/log/log.ts';
import { accounts } from '../accounts/index.ts';
import { ingestionSchedules } from './index.ts';

const dayMs = 86_400_000;
const nowMs = Date.parse('2026-03-01T02:50:00Z');
const daysAgo = (days: number) => nowMs - days * dayMs;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (const days of [100, 60, 40, 20]) await ensurePacketDays(server.database.pool, daysAgo(days));
});
afterAll(() => server.close());

async function dropExpired(): Promise<void> {
  const schedule = ingestionSchedules(server.database.pool).find(({ name }) => name === 'packets.drop-expired');
  if (!schedule) throw new Error('no such schedule');
  const { signal } = new AbortController();
  await schedule.run({ scheduledAt: new Date(nowMs), signal, db: server.database.db, log: createLog('silent') });
}

/** A connector whose account keeps its packets for so long, with a packet of each of these days. */
async function sender(packetRetentionDays: number, ages: readonly number[], firstSeq: number): Promise<number> {
  const account = await server.make.account();
  await server.database.db.update(accounts).set({ packetRetentionDays }).where(eq(accounts.id, account.id));
  const { id } = await server.make.connector({ account });
  for (const [index, days] of ages.entries()) {
    await server.database.db.execute(sql`
      insert into packets (shard, seq, account_id, connector_id, received_at, identifier, content)
      values (0, ${firstSeq + index}, ${account.id}, ${id}, ${daysAgo(days)}, 'x', '{}')`);
  }
  return id;
}

async function agesOf(connectorId: number): Promise<number[]> {
  const { rows } = await server.database.db.execute<{ at: number }>(
    sql`select received_at as at from packets where connector_id = ${connectorId} order by received_at`,
  );
  return rows.map(({ at }) => (nowMs - at) / dayMs);
}

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
