import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { twins } from '../twins/index.ts';
import { alarms } from './alarm.table.ts';

/** What an alarm is about: of these no two are open at once. */
export interface AlarmSubject {
  origin: string;
  originId: number;
  identifier: string;
}

export interface NewAlarm extends AlarmSubject {
  accountId: number;
  twinId: number;
  category: string;
  severity: 'warning' | 'error';
  message: string;
  code: string | null;
  params: Record<string, string | number> | null;
  evidence: Record<string, unknown>;
  openedAt: Date;
}

/** The id of each alarm that was opened, by its subject. */
export type OpenedAlarms = ReadonlyMap<string, number>;
export const subjectKey = ({ origin, originId, identifier }: AlarmSubject) => `${origin} ${originId} ${identifier}`;

/**
 * Opens alarms that are not open yet; answers those, and the twins that may have none, because they are disabled or gone.
 * Holding the others until the end of the transaction makes whoever disables one wait, and then find its alarms.
 */
export async function openAlarms(
  db: Db,
  entries: readonly NewAlarm[],
): Promise<{ refusedTwinIds: Set<number>; opened: OpenedAlarms }> {
  if (entries.length === 0) return { refusedTwinIds: new Set(), opened: new Map() };
  const wanted = new Set(entries.map(({ twinId }) => twinId));
  const held = await db.execute<{ id: number }>(sql`
    select id from ${twins} where id = any(${sql.param([...wanted])}::bigint[]) and not disabled
    order by id for no key update`);
  const enabled = new Set(held.rows.map(({ id }) => id));
  const rows = entries
    .filter(({ twinId }) => enabled.has(twinId))
    .map(({ accountId, twinId, originId, openedAt, ...rest }) => ({
      ...rest,
      ...{ account_id: accountId, twin_id: twinId, origin_id: originId, opened_at: openedAt },
    }));
  const columns = sql.raw(
    'account_id, twin_id, origin, origin_id, identifier, category, severity, message, code, params, evidence, opened_at',
  );
  const { rows: opened } = await db.execute<{ id: number; origin: string; originId: number; identifier: string }>(sql`
    insert into ${alarms} (${columns}) select ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry(
      account_id bigint, twin_id bigint, origin text, origin_id bigint, identifier text, category text, severity text,
      message text, code text, params jsonb, evidence jsonb, opened_at timestamptz)
    order by origin, origin_id, identifier
    on conflict do nothing
    returning id, origin, origin_id as "originId", identifier`);
  return {
    refusedTwinIds: wanted.difference(enabled),
    opened: new Map(opened.map((each) => [subjectKey(each), Number(each.id)])),
  };
}

const subjects = (entries: readonly AlarmSubject[]) => sql`unnest(
    ${sql.param(entries.map(({ origin }) => origin))}::text[],
    ${sql.param(entries.map(({ originId }) => originId))}::bigint[],
    ${sql.param(entries.map(({ identifier }) => identifier))}::text[]
  ) as subject(origin, origin_id, identifier)`;

const isOpenOne = sql`alarms.origin = subject.origin and alarms.origin_id = subject.origin_id
  and alarms.identifier = subject.identifier and alarms.resolved_at is null`;

/** Those that are not open stay as they are. A clock that was set back ends no alarm before its beginning. */
export async function resolveAlarms(db: Db, entries: readonly AlarmSubject[], at: Date): Promise<void> {
  if (entries.length === 0) return;
  await db.execute(sql`
    update ${alarms} set resolved_at = greatest(${at.toISOString()}::timestamptz, alarms.opened_at)
    from ${subjects(entries)} where ${isOpenOne}`);
}

/** All that this origin has open for the twins. */
export async function resolveAlarmsOfTwins(db: Db, origin: string, twinIds: readonly number[], at: Date) {
  if (twinIds.length === 0) return;
  await db.execute(sql`
    update ${alarms} set resolved_at = greatest(${at.toISOString()}::timestamptz, opened_at)
    where origin = ${origin} and origin_id = any(${sql.param([...twinIds])}::bigint[]) and resolved_at is null`);
}

/** Open alarms keep their words and evidence; how grave they are follows the check that raised them. */
export async function regradeAlarms(
  db: Db,
  entries: readonly (AlarmSubject & Pick<NewAlarm, 'category' | 'severity'>)[],
): Promise<void> {
  if (entries.length === 0) return;
  await db.execute(sql`
    update ${alarms} set category = subject.category, severity = subject.severity
    from unnest(
      ${sql.param(entries.map(({ origin }) => origin))}::text[],
      ${sql.param(entries.map(({ originId }) => originId))}::bigint[],
      ${sql.param(entries.map(({ identifier }) => identifier))}::text[],
      ${sql.param(entries.map(({ category }) => category))}::text[],
      ${sql.param(entries.map(({ severity }) => severity))}::text[]
    ) as subject(origin, origin_id, identifier, category, severity) where ${isOpenOne}`);
}
