import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { int8Array } from '../../platform/db/binary-array.ts';
import type { Db } from '../../platform/db/db.ts';
import type { HistorySource, JsonValue } from '../../platform/history/history.ts';
import { stateValues } from './newest.table.ts';

/** The fields of a state that change with its value. */
export interface Newest {
  value: JsonValue;
  measuredAt: Date | null;
  receivedAt: Date | null;
  origin: HistorySource | null;
  /** The packet that the value came from, and with it the revision of the value. */
  shard: number | null;
  seq: number | null;
  /** 0 unknown, 1 ok, 2 warning, 3 error. */
  status: number;
  /** The reason why the last computation failed. */
  problemCode: string | null;
  problemParams: Record<string, string | number> | null;
}

/** The newest value of a state that never had one. */
export const noNewest: Readonly<Newest> = {
  value: null,
  measuredAt: null,
  receivedAt: null,
  origin: null,
  shard: null,
  seq: null,
  status: 0,
  problemCode: null,
  problemParams: null,
};

type NewestRow = Omit<Newest, 'value' | 'measuredAt' | 'receivedAt'> & {
  id: number;
  value: string | null;
  measuredAt: number | null;
  receivedAt: number | null;
} & Record<string, unknown>;

const millisecondsOf = (column: SQLWrapper) => sql`(extract(epoch from ${column}) * 1000)::float8`;
const dateOf = (milliseconds: number | null) => (milliseconds === null ? null : new Date(Math.round(milliseconds)));

/** The newest values of these states. Reads rows without the query builder, which would take twice as long. */
export async function readNewest(db: Db, stateIds: readonly number[]): Promise<Map<number, Newest>> {
  if (stateIds.length === 0) return new Map();
  const { rows } = await db.execute<NewestRow>(sql`
    select state_id as id, value, ${millisecondsOf(stateValues.measuredAt)} as "measuredAt",
      ${millisecondsOf(stateValues.receivedAt)} as "receivedAt", origin, shard, seq, status,
      problem_code as "problemCode", problem_params as "problemParams"
    from ${stateValues} where state_id = any(${int8Array(stateIds)}::int8[])`);
  return new Map(rows.map((row) => [row.id, newestOf(row)]));
}

const newestOf = (row: NewestRow): Newest => ({
  value: row.value === null ? null : JSON.parse(row.value),
  measuredAt: dateOf(row.measuredAt),
  receivedAt: dateOf(row.receivedAt),
  origin: row.origin,
  shard: row.shard,
  seq: row.seq,
  status: row.status,
  problemCode: row.problemCode,
  problemParams: row.problemParams,
});

/** Adds their newest values to rows of states. */
export async function withNewest<T extends { id: number }>(db: Db, rows: readonly T[]): Promise<(T & Newest)[]> {
  const newest = await readNewest(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, ...(newest.get(row.id) ?? noNewest) }));
}

/**
 * Locks the newest values of the states in this array, in the order of their ids, so that two transactions with common
 * states can't deadlock. Returns the ids of existing states.
 */
export async function lockNewest(db: Db, stateIds: SQL): Promise<Set<number>> {
  const locked = await db.execute<{ id: number }>(sql`
    select state_id as id from ${stateValues} where state_id = any(${stateIds}) order by state_id for update`);
  return new Set(locked.rows.map(({ id }) => id));
}

/** The worst status of the states of each twin; twins without states are absent. */
export async function worstStatuses(db: Db, twinIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ twinId: number; status: number }>(sql`
    select states.twin_id as "twinId", max(state_values.status)::int as status
    from states join ${stateValues} on state_values.state_id = states.id
    where states.twin_id = any(${sql.param([...twinIds])}::bigint[]) group by states.twin_id`);
  return new Map(rows.map(({ twinId, status }) => [twinId, status]));
}
