import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';
import { alarmComments, alarms, endOf, noteAlarmChanges } from '../alarms/index.ts';

interface HeldAlarm extends Record<string, unknown> {
  id: number;
  accountId: number;
  origin: string;
  isOpen: boolean;
}

/** Holds alarms until the end of the transaction: `key share` lets others change them, but not remove them. */
export async function holdAlarms(db: Db, ids: readonly number[], strength: 'key share' | 'no key update') {
  const { rows } = await db.execute<HeldAlarm>(sql`
    select id, account_id as "accountId", origin, resolved_at is null as "isOpen" from ${alarms}
    where id = any(${sql.param([...ids])}::bigint[]) order by id for ${sql.raw(strength)}`);
  return rows;
}

interface NewComment {
  alarmIds: readonly number[];
  userId: number;
  message: string;
  now: Date;
}

export async function insertComments(db: Db, { alarmIds, userId, message, now }: NewComment): Promise<number[]> {
  if (alarmIds.length === 0) return [];
  const rows = await db
    .insert(alarmComments)
    .values(alarmIds.map((alarmId) => ({ alarmId, userId, message, createdAt: now })))
    .returning({ id: alarmComments.id });
  return rows.map(({ id }) => id);
}

/** Ends alarms that are held and open. */
export async function endAlarms(db: Db, held: readonly HeldAlarm[], by: { userId: number; now: Date }): Promise<void> {
  if (held.length === 0) return;
  await db.execute(sql`
    update ${alarms} set resolved_at = ${endOf(by.now)}, resolved_by = ${by.userId}
    where id = any(${sql.param(held.map(({ id }) => id))}::bigint[])`);
}

export const tellOf = (db: Db, held: readonly HeldAlarm[]): Promise<void> =>
  noteAlarmChanges(
    db,
    held.map(({ accountId }) => accountId),
  );

/** Removes alarms that were resolved before a day. */
export const dropResolved = (db: Db, before: Date, signal: AbortSignal): Promise<void> =>
  deleteInBatches(
    db,
    signal,
    (batchSize) => sql`
      delete from ${alarms} where id in (
        select id from ${alarms} where resolved_at < ${before.toISOString()}::timestamptz
        order by resolved_at limit ${batchSize})`,
  );
