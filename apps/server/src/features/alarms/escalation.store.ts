import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { putOutbox } from '../../platform/outbox/outbox.store.ts';
import { twinView } from '../twins/index.ts';
import { alarmEscalations, alarms } from './alarm.table.ts';

export const escalationKind = 'alarm-escalation';

export interface NewEscalation {
  alarmId: number;
  position: number;
  dueAt: Date;
  recipients: readonly string[];
}

export async function planEscalations(db: Db, planned: readonly NewEscalation[]): Promise<void> {
  if (planned.length === 0) return;
  await db.insert(alarmEscalations).values(planned.map((each) => ({ ...each, recipients: [...each.recipients] })));
}

interface Due extends Record<string, unknown> {
  alarmId: number;
  position: number;
  accountId: number;
}

const batchSize = 500;

/**
 * Puts the mails of due escalations into the outbox, in the transaction that marks them, so that each is queued exactly
 * once. Alarms that are acknowledged or resolved need none any more; those of muted alarms wait until they are loud again.
 */
export async function queueEscalations(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const at = sql`${now.toISOString()}::timestamptz`;
    await tx.execute(sql`
      delete from ${alarmEscalations} plan using ${alarms} alarm
      where alarm.id = plan.alarm_id and plan.queued_at is null and plan.due_at <= ${at}
        and (alarm.resolved_at is not null or alarm.acknowledged_at is not null)`);
    const { rows } = await tx.execute<Due>(sql`
      with due as materialized (
        select plan.alarm_id, plan.position, alarm.account_id from ${alarmEscalations} plan
        join ${alarms} alarm on alarm.id = plan.alarm_id
        where plan.queued_at is null and plan.due_at <= ${at} and alarm.resolved_at is null
          and alarm.acknowledged_at is null and not alarm.is_muted
        order by plan.due_at limit ${batchSize} for update of plan skip locked)
      update ${alarmEscalations} plan set queued_at = ${at} from due
      where plan.alarm_id = due.alarm_id and plan.position = due.position
      returning plan.alarm_id as "alarmId", plan.position, due.account_id as "accountId"`);
    await putOutbox(
      tx,
      rows.map(({ alarmId, position, accountId }) => ({
        ...{ target: `mail/${accountId}`, key: `alarm/${alarmId}`, kind: escalationKind },
        payload: { alarmId: Number(alarmId), position },
      })),
    );
    return rows.length;
  });
}

export interface FoundEscalation extends Record<string, unknown> {
  accountId: number;
  recipients: string[];
  message: string;
  title: string | null;
}

/** Undefined if it has been sent, or its alarm is gone. */
export async function findEscalation(db: Db, alarmId: number, position: number): Promise<FoundEscalation | undefined> {
  const { rows } = await db.execute<FoundEscalation>(sql`
    select alarm.account_id as "accountId", plan.recipients, alarm.message, ${twinView.title} as title
    from ${alarmEscalations} plan join ${alarms} alarm on alarm.id = plan.alarm_id
    left join ${twinView} on ${twinView.id} = alarm.twin_id
    where plan.alarm_id = ${alarmId} and plan.position = ${position} and plan.sent_at is null`);
  return rows[0];
}

export async function noteSent(db: Db, alarmId: number, position: number, now: Date): Promise<void> {
  await db.execute(sql`
    update ${alarmEscalations} set sent_at = ${now.toISOString()}::timestamptz
    where alarm_id = ${alarmId} and position = ${position}`);
}
