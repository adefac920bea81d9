import { and, eq, sql } from 'drizzle-orm';
import { readNewest } from '../../ingest/newest/index.ts';
import { int8Array } from '../../platform/db/binary-array.ts';
import type { Db } from '../../platform/db/db.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import type { Problem } from './evaluate.ts';
import { deviceProblems } from './problem.table.ts';

const listOf = (ids: readonly number[]) => sql`${int8Array(ids)}::int8[]`;

export interface StoredProblem extends Problem {
  twinId: number;
}

/** The problems of devices, always in the same order. */
export async function readProblems(db: Db, twinIds: readonly number[]): Promise<Map<number, StoredProblem[]>> {
  if (twinIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(deviceProblems)
    .where(sql`${deviceProblems.twinId} = any(${listOf(twinIds)})`)
    .orderBy(deviceProblems.twinId, deviceProblems.since, deviceProblems.identifier);
  return Map.groupBy(rows, ({ twinId }) => twinId);
}

/** Devices with problems whose ids lie after the first and up to the second of these ids. */
export async function findTroubled(db: Db, afterId: number, upToId: number): Promise<Set<number>> {
  const rows = await db
    .selectDistinct({ twinId: deviceProblems.twinId })
    .from(deviceProblems)
    .where(sql`${deviceProblems.twinId} > ${afterId} and ${deviceProblems.twinId} <= ${upToId}`);
  return new Set(rows.map(({ twinId }) => twinId));
}

/** Writes problems in one statement. `isIgnored` stays unchanged: only users set it. */
export async function writeProblems(db: Db, problems: readonly StoredProblem[]): Promise<void> {
  if (problems.length === 0) return;
  const rows = problems.map(({ twinId, activeSince, isAlarmed, isIgnored, ...rest }) => ({
    ...rest,
    twin_id: twinId,
    active_since: activeSince,
    is_alarmed: isAlarmed,
  }));
  await db.execute(sql`
    insert into ${deviceProblems}
      (twin_id, identifier, category, severity, message, code, params, since, active_since, is_alarmed)
    select twin_id, identifier, category, severity, message, code, params, since, active_since, is_alarmed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry(
      twin_id bigint, identifier text, category text, severity text, message text, code text, params jsonb,
      since timestamptz, active_since timestamptz, is_alarmed boolean)
    order by twin_id, identifier
    on conflict (twin_id, identifier) do update set
      category = excluded.category, severity = excluded.severity, message = excluded.message, code = excluded.code,
      params = excluded.params, since = excluded.since, active_since = excluded.active_since,
      is_alarmed = excluded.is_alarmed`);
}

export async function removeProblems(db: Db, problems: readonly StoredProblem[]): Promise<void> {
  if (problems.length === 0) return;
  await db.execute(sql`
    delete from ${deviceProblems} using unnest(
      ${listOf(problems.map(({ twinId }) => twinId))},
      ${sql.param(problems.map(({ identifier }) => identifier))}::text[]
    ) as gone(twin_id, identifier)
    where device_problems.twin_id = gone.twin_id and device_problems.identifier = gone.identifier`);
}

export async function removeProblemsOf(db: Db, twinIds: readonly number[]): Promise<void> {
  await db.delete(deviceProblems).where(sql`${deviceProblems.twinId} = any(${listOf(twinIds)})`);
}

export async function setIgnored(db: Db, twinId: number, identifier: string, isIgnored: boolean): Promise<void> {
  await db
    .update(deviceProblems)
    .set({ isIgnored })
    .where(and(eq(deviceProblems.twinId, twinId), eq(deviceProblems.identifier, identifier)));
}

/** The newest values of states; states without a value are absent. */
export async function readNewestValues(db: Db, stateIds: readonly number[]): Promise<Map<number, JsonValue>> {
  const newest = await readNewest(db, stateIds);
  return new Map([...newest].flatMap(([id, { value, measuredAt }]) => (measuredAt === null ? [] : [[id, value]])));
}
