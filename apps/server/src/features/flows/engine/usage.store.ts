import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { outbox } from '../../../platform/outbox/outbox.table.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { flowUsages } from '../flow.table.ts';
import { flowKind, shadowKind } from './queue.ts';

export interface QueueSize {
  accountId: number;
  count: number;
  bytes: number;
}

/** The queued events of flows by account. */
export async function measureQueues(db: Db): Promise<QueueSize[]> {
  const { rows } = await db.execute<{ account: number; count: number; bytes: number }>(sql`
    select (payload ->> 'accountId')::bigint as account, count(*) as count,
      sum(pg_column_size(payload) + 100) as bytes
    from ${outbox} where kind in (${flowKind}, ${shadowKind}) and parked_at is null group by 1`);
  return rows.map(({ account, count, bytes }) => ({
    accountId: Number(account),
    count: Number(count),
    bytes: Number(bytes),
  }));
}

/** Writes the measured sizes, and adds the numbers of dropped events. */
export async function writeUsages(
  db: Db,
  queues: readonly QueueSize[],
  dropped: ReadonlyMap<number, number>,
): Promise<void> {
  const sizes = new Map(queues.map((queue) => [queue.accountId, queue]));
  const rows = [...new Set([...sizes.keys(), ...dropped.keys()])].map((id) => ({
    account_id: id,
    queued: sizes.get(id)?.count ?? 0,
    queued_bytes: sizes.get(id)?.bytes ?? 0,
    dropped: dropped.get(id) ?? 0,
  }));
  await db.execute(sql`
    with measured as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (account_id bigint, queued bigint, queued_bytes bigint, dropped bigint)),
    emptied as (update ${flowUsages} set queued = 0, queued_bytes = 0
      where queued > 0 and account_id not in (select account_id from measured))
    insert into ${flowUsages} as known (account_id, queued, queued_bytes, dropped)
    select account_id, queued, queued_bytes, dropped from measured
    where exists (select from ${accounts} where ${accounts.id} = measured.account_id)
    on conflict (account_id) do update set queued = excluded.queued, queued_bytes = excluded.queued_bytes,
      dropped = known.dropped + excluded.dropped`);
}
