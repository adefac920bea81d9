import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { lockEnabledTwins } from '../twins/index.ts';
import { alarms } from './alarm.table.ts';
import { changeAlarms, noteAlarmChanges } from './alarm-changes.store.ts';
import { spreadAlarms } from './alarm-status.store.ts';
import { refreshMutes } from './mute.store.ts';

/** Identifies the subject of an alarm: only one alarm per subject can be open. */
export interface AlarmSubject {
  origin: string;
  originId: number;
  identifier: string;
}

export interface NewAlarm extends AlarmSubject {
  accountId: number;
  /** Null for alarms about no single twin, such as those of a smart group. */
  twinId: number | null;
  category: string;
  severity: 'warning' | 'error';
  message: string;
  code: string | null;
  params: Record<string, string | number> | null;
  evidence: Record<string, unknown>;
  openedAt: Date;
  /** Present if the alarm was resolved before it was written; the log shows it all the same. */
  resolvedAt?: Date;
}

export interface OpenedAlarm {
  id: number;
  accountId: number;
  twinId: number;
  origin: string;
  evidence: Record<string, unknown>;
}

/**
 * Opens alarms that are not open yet, and returns them. Refuses twins that are disabled or deleted. The other twins are
 * locked, so that a transaction that disables one of them waits and then finds its alarms.
 */
export async function openAlarms(
  db: Db,
  entries: readonly NewAlarm[],
): Promise<{ refusedTwinIds: Set<number>; opened: OpenedAlarm[] }> {
  if (entries.length === 0) return { refusedTwinIds: new Set(), opened: [] };
  const wanted = new Set(entries.flatMap(({ twinId }) => twinId ?? []));
  const enabled = await lockEnabledTwins(db, [...wanted]);
  const rows = entries
    .filter(({ twinId }) => twinId === null || enabled.has(twinId))
    .map(({ accountId, twinId, originId, openedAt, resolvedAt = null, ...rest }) => ({
      ...rest,
      ...{ account_id: accountId, twin_id: twinId, origin_id: originId, opened_at: openedAt, resolved_at: resolvedAt },
    }));
  const columns = sql.raw(
    'account_id, twin_id, origin, origin_id, identifier, category, severity, message, code, params, evidence, opened_at, resolved_at',
  );
  const { rows: opened } = await db.execute<OpenedAlarm & Record<string, unknown>>(sql`
    insert into ${alarms} (${columns}) select ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry(
      account_id bigint, twin_id bigint, origin text, origin_id bigint, identifier text, category text, severity text,
      message text, code text, params jsonb, evidence jsonb, opened_at timestamptz, resolved_at timestamptz)
    order by origin, origin_id, identifier, opened_at
    on conflict do nothing
    returning id, account_id as "accountId", twin_id as "twinId", origin, evidence`);
  const [first] = entries;
  const openedIds = opened.map(({ id }) => id);
  // An alarm of a twin under maintenance is muted from the beginning, and does not change the status.
  if (first && openedIds.length > 0) await refreshMutes(db, first.openedAt, openedIds);
  await spreadAlarms(db, opened);
  await noteAlarmChanges(
    db,
    opened.map(({ accountId }) => accountId),
  );
  return { refusedTwinIds: wanted.difference(enabled), opened };
}

const subjects = (entries: readonly AlarmSubject[]) => sql`unnest(
    ${sql.param(entries.map(({ origin }) => origin))}::text[],
    ${sql.param(entries.map(({ originId }) => originId))}::bigint[],
    ${sql.param(entries.map(({ identifier }) => identifier))}::text[]
  ) as subject(origin, origin_id, identifier)`;

const isOpenOne = sql`alarm.origin = subject.origin and alarm.origin_id = subject.origin_id
  and alarm.identifier = subject.identifier and alarm.resolved_at is null`;

/** All code that locks several alarms does it in the order of their ids, to avoid deadlocks. */
const inOrder = sql`order by alarm.id for no key update of alarm`;

/** The end of an alarm is never before its beginning, even if the clock was set back. */
export const endOf = (at: Date): SQL => sql`greatest(${at.toISOString()}::timestamptz, alarms.opened_at)`;

export async function resolveAlarms(db: Db, entries: readonly AlarmSubject[], at: Date): Promise<void> {
  if (entries.length === 0) return;
  await changeAlarms(
    db,
    sql`with held as materialized (
        select alarm.id from ${alarms} alarm, ${subjects(entries)} where ${isOpenOne} ${inOrder})
      update ${alarms} set resolved_at = ${endOf(at)} from held
      where alarms.id = held.id and alarms.resolved_at is null returning alarms.account_id, alarms.twin_id, alarms.origin`,
  );
}

export async function resolveAlarmsOfTwins(db: Db, origin: string, twinIds: readonly number[], at: Date) {
  if (twinIds.length === 0) return;
  await changeAlarms(
    db,
    sql`with held as materialized (
        select alarm.id from ${alarms} alarm where alarm.origin = ${origin}
          and alarm.origin_id = any(${sql.param([...twinIds])}::bigint[]) and alarm.resolved_at is null ${inOrder})
      update ${alarms} set resolved_at = ${endOf(at)} from held
      where alarms.id = held.id and alarms.resolved_at is null returning alarms.account_id, alarms.twin_id, alarms.origin`,
  );
}

/** Open alarms keep their message and evidence, but take category and severity from the current check. */
export async function regradeAlarms(
  db: Db,
  entries: readonly (AlarmSubject & Pick<NewAlarm, 'category' | 'severity'>)[],
): Promise<void> {
  if (entries.length === 0) return;
  await changeAlarms(
    db,
    sql`with held as materialized (
        select alarm.id, subject.category, subject.severity from ${alarms} alarm, unnest(
          ${sql.param(entries.map(({ origin }) => origin))}::text[],
          ${sql.param(entries.map(({ originId }) => originId))}::bigint[],
          ${sql.param(entries.map(({ identifier }) => identifier))}::text[],
          ${sql.param(entries.map(({ category }) => category))}::text[],
          ${sql.param(entries.map(({ severity }) => severity))}::text[]
        ) as subject(origin, origin_id, identifier, category, severity) where ${isOpenOne} ${inOrder})
      update ${alarms} set category = held.category, severity = held.severity from held
      where alarms.id = held.id and alarms.resolved_at is null
        and (alarms.category, alarms.severity) is distinct from (held.category, held.severity)
      returning alarms.account_id, alarms.twin_id, alarms.origin`,
  );
}

/** The ids among these, for example of rules, that have an alarm open. */
export async function findAlarmed(
  db: Db,
  { origin, identifier }: Pick<AlarmSubject, 'origin' | 'identifier'>,
  originIds: readonly number[],
): Promise<Set<number>> {
  if (originIds.length === 0) return new Set();
  const { rows } = await db.execute<{ id: number }>(sql`
    select origin_id as id from ${alarms} where origin = ${origin} and identifier = ${identifier}
      and resolved_at is null and origin_id = any(${sql.param([...originIds])}::bigint[])`);
  return new Set(rows.map(({ id }) => Number(id)));
}
