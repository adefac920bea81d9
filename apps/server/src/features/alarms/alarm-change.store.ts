import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';
import { endOf } from './alarm.store.ts';
import { alarms } from './alarm.table.ts';
import { spreadAlarms } from './alarm-status.store.ts';

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
  const { rows } = await db.execute<{ twinId: number | null; origin: string }>(sql`
    update ${alarms} set resolved_at = ${endOf(by.now)}, resolved_by = ${by.userId}
    where id = any(${sql.param([...ids])}::bigint[]) returning twin_id as "twinId", origin`);
  await spreadAlarms(db, rows);
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

interface Handling {
  userId: number;
  now: Date;
}

const idList = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`;

/** Acknowledges locked alarms; the first acknowledgement stays. Returns how many have changed. */
export async function acknowledgeLocked(
  db: Db,
  ids: readonly number[],
  { userId, now, isAcknowledged }: Handling & { isAcknowledged: boolean },
): Promise<number> {
  const { rowCount } = await db.execute(
    isAcknowledged
      ? sql`update ${alarms} set acknowledged_at = ${now.toISOString()}::timestamptz, acknowledged_by = ${userId}
          where id = any(${idList(ids)}) and acknowledged_at is null`
      : sql`update ${alarms} set acknowledged_at = null, acknowledged_by = null
          where id = any(${idList(ids)}) and acknowledged_at is not null`,
  );
  return rowCount ?? 0;
}

export async function assignLocked(db: Db, ids: readonly number[], userId: number | null): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update ${alarms} set assignee_id = ${userId}
    where id = any(${idList(ids)}) and assignee_id is distinct from ${userId}::bigint`);
  return rowCount ?? 0;
}

export async function muteLocked(db: Db, ids: readonly number[], until: Date | null): Promise<number> {
  const at = until === null ? sql`null::timestamptz` : sql`${until.toISOString()}::timestamptz`;
  const { rowCount } = await db.execute(sql`
    update ${alarms} set muted_until = ${at} where id = any(${idList(ids)}) and muted_until is distinct from ${at}`);
  return rowCount ?? 0;
}
