import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { AlarmSubject } from './alarm.store.ts';
import { alarms } from './alarm.table.ts';
import { noteAlarmChanges } from './alarm-changes.store.ts';

/** An alarm about a common cause represents others, which reference it in `cause_id`. */

export async function findOpenAlarm(db: Db, { origin, originId, identifier }: AlarmSubject) {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id::int from ${alarms} where origin = ${origin} and origin_id = ${originId} and identifier = ${identifier}
      and resolved_at is null for update`);
  return rows[0]?.id;
}

interface Attached {
  alarmIds: readonly number[];
  accountId: number;
  /** The new parameters of the alarm about the cause. */
  params: Record<string, string | number>;
}

export async function attachToCause(db: Db, causeId: number, { alarmIds, accountId, params }: Attached): Promise<void> {
  await db.execute(sql`
    update ${alarms} set cause_id = ${causeId} where id = any(${sql.param([...alarmIds])}::bigint[])`);
  await db.execute(sql`update ${alarms} set params = ${JSON.stringify(params)}::jsonb where id = ${causeId}`);
  await noteAlarmChanges(db, [accountId]);
}

/** Shows the open alarms behind a cause by themselves again. */
export const detachFromCause = (db: Db, causeId: number) =>
  db.execute(sql`update ${alarms} set cause_id = null where cause_id = ${causeId} and resolved_at is null`);

interface OpenCause extends Record<string, unknown> {
  id: number;
  originId: number;
  identifier: string;
  /** Open alarms that it represents. */
  open: number;
}

/** The open alarms about causes of an origin. */
export async function findOpenCauses(db: Db, origin: string): Promise<OpenCause[]> {
  const { rows } = await db.execute<OpenCause>(sql`
    select cause.id::int, cause.origin_id::int as "originId", cause.identifier,
      (select count(*)::int from ${alarms} affected
        where affected.cause_id = cause.id and affected.resolved_at is null) as open
    from ${alarms} cause where cause.origin = ${origin} and cause.resolved_at is null order by cause.id`);
  return rows;
}
