import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';
import { endOf } from './alarm.store.ts';
import { alarms } from './alarm.table.ts';

interface LockedAlarm extends Record<string, unknown> {
  id: number;
  accountId: number;
  origin: string;
  isOpen: boolean;
}

/** Locks alarms until the end of the transaction: `key share` lets others change them, but not delete them. */
export async function lockAlarms(db: Db, ids: readonly number[], strength: 'key share' | 'no key update') {
  const { rows } = await db.execute<LockedAlarm>(sql`
    select id, account_id as "accountId", origin, resolved_at is null as "isOpen" from ${alarms}
    where id = any(${sql.param([...ids])}::bigint[]) order by id for ${sql.raw(strength)}`);
  return rows;
}

/** Resolves locked, open alarms on behalf of a user. */
export async function endAlarms(db: Db, ids: readonly number[], by: { userId: number; now: Date }): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`
    update ${alarms} set resolved_at = ${endOf(by.now)}, resolved_by = ${by.userId}
    where id = any(${sql.param([...ids])}::bigint[])`);
}

/** Deletes alarms that were resolved before a day. */
export const dropResolved = (db: Db, before: Date, signal: AbortSignal): Promise<void> =>
  deleteInBatches(
    db,
    signal,
    (batchSize) => sql`
      delete from ${alarms} where id in (
        select id from ${alarms} where resolved_at < ${before.toISOString()}::timestamptz
        order by resolved_at limit ${batchSize})`,
  );
