import type { TwinCategory } from '@stellwerk/contract/twin';
import { and, asc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm';
import { addNewest, addNewestFrom, type Newest, withNewest } from '../../ingest/newest/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { twinView } from '../twins/index.ts';
import { droppedSeries, states } from './state.table.ts';

/** A definition with its newest value. */
export type StateWithValue = typeof states.$inferSelect & Newest;

const selectStates = (db: Db) => db.select(getTableColumns(states)).from(states);

/** The states of a twin in their order. */
export async function readTwinStates(db: Db, twinId: number): Promise<StateWithValue[]> {
  const found = selectStates(db).where(eq(states.twinId, twinId)).orderBy(asc(states.position), asc(states.id));
  return withNewest(db, await found);
}

export const findStates = async (db: Db, ids: number[]): Promise<StateWithValue[]> =>
  ids.length === 0 ? [] : withNewest(db, await selectStates(db).where(inArray(states.id, ids)));

export async function findState(db: Db, id: number): Promise<StateWithValue | undefined> {
  const [found] = await findStates(db, [id]);
  return found;
}

/** Serialises adding and ordering the states of a twin; the row of the twin stays unlocked. */
export async function lockStatesOf(db: Db, twinId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('states of twin ' || ${twinId}::text, 0))`);
}

export async function countStates(db: Db, twinIds: number[]): Promise<Map<number, number>> {
  if (twinIds.length === 0) return new Map();
  const rows = await db
    .select({ twinId: states.twinId, count: sql<number>`count(*)::int` })
    .from(states)
    .where(inArray(states.twinId, twinIds))
    .groupBy(states.twinId);
  return new Map(rows.map(({ twinId, count }) => [twinId, count]));
}

export async function nextPosition(db: Db, twinId: number): Promise<number> {
  const [row] = await db
    .select({ next: sql<number>`coalesce(max(${states.position}) + 1, 0)` })
    .from(states)
    .where(eq(states.twinId, twinId));
  return row?.next ?? 0;
}

type StateInsert = typeof states.$inferInsert;

/** Creates states, each with a row for its newest value. Returns the ids in the order of the entries. */
export async function insertStates(db: Db, entries: StateInsert[]): Promise<number[]> {
  const ids: number[] = [];
  const pageSize = 1_000;
  for (let start = 0; start < entries.length; start += pageSize) {
    const page = entries.slice(start, start + pageSize);
    const created = await db.insert(states).values(page).returning({ id: states.id });
    const newIds = created.map(({ id }) => id);
    await addNewest(db, newIds);
    ids.push(...newIds);
  }
  return ids;
}

/** Creates the same states for many twins in one statement, because there may be a hundred thousand. */
export async function insertSameStates(
  db: Db,
  twinIds: readonly number[],
  entries: readonly Omit<StateInsert, 'twinId' | 'position'>[],
): Promise<void> {
  const rows = entries.map((entry, position) => ({ ...entry, position }));
  await db.execute(sql`
    with created as (
      insert into ${states} (twin_id, key, title, unit, icon, value_type, lower_bound, upper_bound, transformer, layout,
        visualisation, geo_link, valid_seconds, source, config, position)
      select twin.id, entry.key, entry.title, entry.unit, entry.icon, entry."valueType", entry."lowerBound",
        entry."upperBound", entry.transformer, entry.layout, entry.visualisation, entry."geoLink", entry."validSeconds",
        entry.source, entry.config, entry.position
      from unnest(${sql.param([...twinIds])}::bigint[]) as twin (id)
      cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry(
        key text, title text, unit text, icon text, "valueType" text, "lowerBound" float8, "upperBound" float8,
        transformer text, layout text, visualisation jsonb, "geoLink" text, "validSeconds" int, source text, config jsonb,
        position int)
      returning id)
    ${addNewestFrom(sql`select id from created`)}`);
}

export async function changeState(db: Db, id: number, change: Partial<StateInsert>): Promise<void> {
  await db
    .update(states)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(states.id, id));
}

export type StateDefinition = typeof states.$inferSelect;

/** The definitions of the states of several twins, without their values. */
export const statesOfTwins = (db: Db, twinIds: readonly number[]): Promise<StateDefinition[]> =>
  selectStates(db)
    .where(sql`${states.twinId} = any(${sql.param([...twinIds])}::bigint[])`)
    .orderBy(asc(states.position), asc(states.id));

/** Makes the same change to several states. */
export async function changeStates(db: Db, ids: readonly number[], change: Partial<StateInsert>): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(states)
    .set({ ...change, updatedAt: sql`now()` })
    .where(sql`${states.id} = any(${sql.param([...ids])}::bigint[])`);
}

export async function deleteStates(db: Db, ids: number[]): Promise<void> {
  await db.delete(states).where(inArray(states.id, ids));
}

/** Deleted states whose history still has to be removed. */
export async function findDropped(db: Db, before: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: droppedSeries.series })
    .from(droppedSeries)
    .where(lt(droppedSeries.droppedAt, before))
    .orderBy(asc(droppedSeries.series))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function forgetDropped(db: Db, series: number[]): Promise<void> {
  await db.delete(droppedSeries).where(inArray(droppedSeries.series, series));
}

export async function findHome(
  db: Db,
  twinId: number,
): Promise<{ category: TwinCategory; accountId: number } | undefined> {
  const [found] = await db
    .select({ category: twinView.category, accountId: twinView.accountId })
    .from(twinView)
    .where(eq(twinView.id, twinId));
  return found;
}

/** The twins among these that are in the account or in an account below. */
export async function findTwinsBelow(db: Db, accountId: number, twinIds: readonly number[]): Promise<Set<number>> {
  if (twinIds.length === 0) return new Set();
  const rows = await db
    .select({ id: twinView.id })
    .from(twinView)
    .innerJoin(accounts, eq(accounts.id, twinView.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(
      and(
        inArray(twinView.id, [...twinIds]),
        sql`${scopes.path} <@ (select own_scope.path from ${accounts} own_account
          join ${scopes} own_scope on own_scope.id = own_account.scope_id where own_account.id = ${accountId})`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Puts the named states first, in the given order; the others follow in their previous order. */
export async function orderStates(db: Db, twinId: number, ids: number[]): Promise<{ id: number; position: number }[]> {
  const ranked = await db.execute<{ id: number; position: number }>(sql`
    update ${states} set position = ranked.position
    from (
      select id, (row_number() over (
        order by array_position(${sql.param(ids)}::bigint[], id) nulls last, position, id
      ) - 1)::int as position
      from ${states} where twin_id = ${twinId}
    ) ranked
    where states.id = ranked.id
    returning states.id, states.position`);
  return ranked.rows.sort((a, b) => a.position - b.position);
}

/** Short descriptions of states, for callers that only need their role in a computation. */
export async function describeStates(db: Db, ids: number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: states.id,
      key: states.key,
      title: states.title,
      unit: states.unit,
      source: states.source,
      twinId: states.twinId,
      twinTitle: twinView.title,
      accountId: twinView.accountId,
      category: twinView.category,
      scopePath: sql<string>`${twinView.scopePath}::text`,
    })
    .from(states)
    .innerJoin(twinView, eq(twinView.id, states.twinId))
    .where(sql`${states.id} = any(${sql.param(ids)}::bigint[])`);
  return (await withNewest(db, rows)).map(({ id, ...row }) => ({ stateId: id, ...row }));
}
export type DescribedState = Awaited<ReturnType<typeof describeStates>>[number];
