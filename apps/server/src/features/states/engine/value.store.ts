import { type SQL, sql } from 'drizzle-orm';
import { int2Array, int4Array, int8Array, jsonArray, textArray, timeArray } from '../../../platform/db/binary-array.ts';
import type { Db } from '../../../platform/db/db.ts';
import { lockTwinHealths, setTwinStatuses } from '../../twins/index.ts';
import { states, stateValues } from '../state.table.ts';
import type { Change, StateNode } from './graph.store.ts';

/** Increment of the sequence: one `nextval` reserves all numbers up to the next one. */
const drawn = 1_000;

/**
 * Takes sequence numbers for values that don't come from a packet: at least `count`, rounded up to full increments.
 * They ascend, and are greater than all numbers taken before.
 */
export async function takeSeqs(db: Db, count: number): Promise<number[]> {
  if (count === 0) return [];
  const draws = await db.execute<{ first: number }>(
    sql`select nextval('state_value_seq') as first from generate_series(1, ${Math.ceil(count / drawn)}::int)`,
  );
  return draws.rows.flatMap(({ first }) => Array.from({ length: drawn }, (_, index) => first + index));
}

const textOf = (value: unknown) => (typeof value === 'number' ? String(value) : JSON.stringify(value ?? null));
const timeOf = (at: Date | null) => at?.getTime() ?? null;

type Column = 'origin' | 'status';

/** Most columns have the same value in all rows. Such a column is sent once instead of thousands of times. */
const isSame = (nodes: readonly StateNode[], column: Column) =>
  nodes.every((node) => node[column] === nodes[0]?.[column]);

/** Expands the array into a column called `name`. */
const each = (list: Buffer, type: string, name: string) => sql`unnest(${list}::${sql.raw(type)}[]) as ${sql.raw(name)}`;

/** `unnest` is in the select list, because PostgreSQL would materialise all rows if it were in the from clause. */
function rowsOf(
  changes: readonly Change[],
  { hasProblems, isUnlocked }: { hasProblems: boolean; isUnlocked: boolean },
) {
  const nodes = changes.map(({ node }) => node);
  const [first] = nodes;
  const columns = [
    each(int8Array(nodes.map(({ id }) => id)), 'int8', 'id'),
    each(textArray(nodes.map(({ value }) => textOf(value))), 'text', 'value'),
    each(timeArray(nodes.map(({ measuredAt }) => timeOf(measuredAt))), 'timestamptz', 'measured_at'),
    each(timeArray(nodes.map(({ receivedAt }) => timeOf(receivedAt))), 'timestamptz', 'received_at'),
    isSame(nodes, 'origin')
      ? sql`${first?.origin ?? null}::text as origin`
      : each(textArray(nodes.map(({ origin }) => origin)), 'text', 'origin'),
    each(int4Array(nodes.map(({ shard }) => shard)), 'int4', 'shard'),
    each(int8Array(nodes.map(({ seq }) => seq)), 'int8', 'seq'),
    isSame(nodes, 'status')
      ? sql`${first?.status ?? 0}::int2 as status`
      : each(int2Array(nodes.map(({ status }) => status)), 'int2', 'status'),
  ];
  if (hasProblems) {
    const params = nodes.map(({ problemParams }) => problemParams && JSON.stringify(problemParams));
    columns.push(each(textArray(nodes.map(({ problemCode }) => problemCode)), 'text', 'problem_code'));
    columns.push(each(jsonArray(params), 'jsonb', 'problem_params'));
  } else columns.push(sql`null::text as problem_code, null::jsonb as problem_params`);
  if (isUnlocked) {
    columns.push(each(int4Array(changes.map(({ shard }) => shard)), 'int4', 'shard_before'));
    columns.push(each(int8Array(changes.map(({ seq }) => seq)), 'int8', 'seq_before'));
  }
  return sql`select ${sql.join(columns, sql`, `)}`;
}

const mostNamed = 10_000;

/** With the ids listed, PostgreSQL reads rows page by page; above `mostNamed` the list costs more than it saves. */
const amongThese = (changes: readonly Change[]) =>
  changes.length > mostNamed
    ? sql``
    : sql`and state_values.state_id = any(${int8Array(changes.map(({ node }) => node.id))}::int8[])`;

/**
 * Builds the update from the current values of the states; later changes of the nodes don't affect it. One statement,
 * with rows in the order of their ids, so that concurrent writers can't deadlock. Without locks only rows that still
 * hold the previous value are updated.
 */
export function writeOf(changes: readonly Change[], isUnlocked: boolean): SQL {
  const hasProblems = changes.some(({ node }) => node.problemCode !== null);
  const asBefore = sql`and state_values.shard is not distinct from entry.shard_before
    and state_values.seq is not distinct from entry.seq_before`;
  return sql`
    update ${stateValues} set value = entry.value, measured_at = entry.measured_at, received_at = entry.received_at,
      origin = entry.origin, shard = entry.shard, seq = entry.seq, status = entry.status,
      problem_code = entry.problem_code, problem_params = entry.problem_params
    from (${rowsOf(changes, { hasProblems, isUnlocked })}) as entry
    where state_values.state_id = entry.id ${amongThese(changes)} ${isUnlocked ? asBefore : sql``}`;
}

/**
 * The status of a twin is the worst of its states and its health. Twins are locked before their states are read, so
 * that of two concurrent changes the later one sees both.
 */
export async function refreshTwinStatuses(db: Db, twinIds: Iterable<number>): Promise<void> {
  const healths = await lockTwinHealths(db, [...twinIds]);
  if (healths.size === 0) return;
  const found = await db.execute<{ twinId: number; status: number }>(sql`
    select states.twin_id as "twinId", max(state_values.status)::int as status
    from ${states} join ${stateValues} on state_values.state_id = states.id
    where states.twin_id = any(${sql.param([...healths.keys()])}::bigint[]) group by states.twin_id`);
  const worst = new Map(found.rows.map(({ twinId, status }) => [twinId, status]));
  const statuses = [...healths].map(([twinId, health]) => ({
    twinId,
    status: Math.max(health, worst.get(twinId) ?? health),
  }));
  await setTwinStatuses(db, statuses);
}
