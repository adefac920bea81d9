import { sql } from 'drizzle-orm';
import { int2Array, int4Array, int8Array, jsonArray, textArray, timeArray } from '../../../platform/db/binary-array.ts';
import type { Db } from '../../../platform/db/db.ts';
import { setTwinStatuses, twins } from '../../twins/index.ts';
import { states, stateValues } from '../state.table.ts';
import type { StateNode } from './graph.store.ts';

/** Numbers for values of the platform itself, which come from no packet. */
export async function takeSeqs(db: Db, count: number): Promise<number[]> {
  if (count === 0) return [];
  const taken = await db.execute<{ seq: number }>(
    sql`select nextval('state_value_seq') as seq from generate_series(1, ${count}::int)`,
  );
  return taken.rows.map(({ seq }) => seq);
}

const jsonText = (value: unknown) => (typeof value === 'number' ? String(value) : JSON.stringify(value ?? null));
const timeOf = (at: Date | null) => at?.getTime() ?? null;

/**
 * One statement for all of them, whatever their number, in the order of their ids: nobody may get half of what somebody
 * else wants. Unlocked rows must still hold the value that was read; answers how many did.
 */
export async function writeValues(db: Db, nodes: readonly StateNode[], isUnlocked: boolean): Promise<number> {
  if (nodes.length === 0) return 0;
  const hasProblems = nodes.some(({ problemCode }) => problemCode !== null);
  const problems = hasProblems
    ? sql`, ${textArray(nodes.map(({ problemCode }) => problemCode))}::text[],
      ${jsonArray(nodes.map(({ problemParams }) => problemParams && JSON.stringify(problemParams)))}::jsonb[]`
    : sql``;
  const checked = isUnlocked
    ? sql`, ${int4Array(nodes.map(({ before }) => before?.shard ?? null))}::int4[],
      ${int8Array(nodes.map(({ before }) => before?.seq ?? null))}::int8[]`
    : sql``;
  const { rowCount } = await db.execute(sql`
    update ${stateValues} set value = entry.value, measured_at = entry.measured_at, received_at = entry.received_at,
      origin = entry.origin, shard = entry.shard, seq = entry.seq, status = entry.status,
      problem_code = ${hasProblems ? sql`entry.problem_code` : sql`null`},
      problem_params = ${hasProblems ? sql`entry.problem_params` : sql`null`}
    from unnest(${int8Array(nodes.map(({ id }) => id))}::int8[], ${jsonArray(nodes.map(({ value }) => jsonText(value)))}::jsonb[],
      ${timeArray(nodes.map(({ measuredAt }) => timeOf(measuredAt)))}::timestamptz[],
      ${timeArray(nodes.map(({ receivedAt }) => timeOf(receivedAt)))}::timestamptz[],
      ${textArray(nodes.map(({ origin }) => origin))}::text[], ${int4Array(nodes.map(({ shard }) => shard))}::int4[],
      ${int8Array(nodes.map(({ seq }) => seq))}::int8[], ${int2Array(nodes.map(({ status }) => status))}::int2[]
      ${problems} ${checked}
    ) as entry(id, value, measured_at, received_at, origin, shard, seq, status
      ${hasProblems ? sql`, problem_code, problem_params` : sql``} ${isUnlocked ? sql`, shard_before, seq_before` : sql``})
    where state_values.state_id = entry.id ${
      isUnlocked
        ? sql`and state_values.shard is not distinct from entry.shard_before
          and state_values.seq is not distinct from entry.seq_before`
        : sql``
    }`);
  return rowCount ?? 0;
}

/**
 * A twin is as bad as the worst of its states and its health. The twins are locked before their states are looked at: of
 * two changes at once the later one then sees both.
 */
export async function refreshTwinStatuses(db: Db, twinIds: Iterable<number>): Promise<void> {
  const ids = sql.param([...twinIds]);
  const found = await db.execute<{ id: number }>(
    sql`select id from ${twins} where id = any(${ids}::bigint[]) order by id for no key update`,
  );
  if (found.rows.length === 0) return;
  const worst = await db.execute<{ twinId: number; status: number }>(sql`
    select twins.id as "twinId", greatest(max(state_values.status), twins.health)::int as status
    from ${twins} left join ${states} on states.twin_id = twins.id
    left join ${stateValues} on state_values.state_id = states.id
    where twins.id = any(${ids}::bigint[]) group by twins.id`);
  await setTwinStatuses(db, worst.rows);
}
