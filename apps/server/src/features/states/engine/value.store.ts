import { sql } from 'drizzle-orm';
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

/** One statement for all of them, whatever their number. */
export async function writeValues(db: Db, nodes: readonly StateNode[]): Promise<void> {
  if (nodes.length === 0) return;
  const entries = nodes.map((each) => ({
    id: each.id,
    value: each.value,
    measured_at: each.measuredAt,
    received_at: each.receivedAt,
    origin: each.origin,
    shard: each.shard,
    seq: each.seq,
    status: each.status,
    problem_code: each.problemCode,
    problem_params: each.problemParams,
  }));
  await db.execute(sql`
    update ${stateValues} set value = entry.value, measured_at = entry.measured_at, received_at = entry.received_at,
      origin = entry.origin, shard = entry.shard, seq = entry.seq, status = entry.status,
      problem_code = entry.problem_code, problem_params = entry.problem_params
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry(
      id bigint, value jsonb, measured_at timestamptz, received_at timestamptz, origin text, shard int, seq bigint,
      status smallint, problem_code text, problem_params jsonb
    )
    where state_values.state_id = entry.id`);
}

/**
 * A twin is as bad as the worst of its states. The twins are locked before their states are looked at: of two changes
 * at once the later one then sees both.
 */
export async function refreshTwinStatuses(db: Db, twinIds: Iterable<number>): Promise<void> {
  const ids = sql.param([...twinIds]);
  const found = await db.execute<{ id: number }>(
    sql`select id from ${twins} where id = any(${ids}::bigint[]) order by id for no key update`,
  );
  if (found.rows.length === 0) return;
  const worst = await db.execute<{ twinId: number; status: number }>(sql`
    select twins.id as "twinId", coalesce(max(state_values.status), 0)::int as status
    from ${twins} left join ${states} on states.twin_id = twins.id
    left join ${stateValues} on state_values.state_id = states.id
    where twins.id = any(${ids}::bigint[]) group by twins.id`);
  await setTwinStatuses(db, worst.rows);
}
