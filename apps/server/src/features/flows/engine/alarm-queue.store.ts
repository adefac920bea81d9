import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { AlarmNews } from '../events/alarm-event.store.ts';
import { flowAlarms } from '../flow.table.ts';

const lock = 7_306_041;

/** Takes the oldest changes, until the end of the transaction only for this process. */
export async function takeAlarmNews(tx: Db, limit: number): Promise<(AlarmNews & { accountId: number })[]> {
  const locked = await tx.execute<{ ok: boolean }>(sql`select pg_try_advisory_xact_lock(${lock}) as ok`);
  if (!locked.rows[0]?.ok) return [];
  const { rows } = await tx.execute<{ id: number; alarm: number; account: number; event: AlarmNews['change'] }>(sql`
    with oldest as (select id from ${flowAlarms} order by id limit ${limit})
    delete from ${flowAlarms} taken using oldest where taken.id = oldest.id
    returning taken.id, taken.alarm_id as alarm, taken.account_id as account, taken.event`);
  return rows
    .sort((a, b) => Number(a.id) - Number(b.id))
    .map(({ alarm, account, event }) => ({ alarmId: Number(alarm), accountId: Number(account), change: event }));
}
