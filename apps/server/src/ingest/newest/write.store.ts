import { getTableName, type SQL, sql } from 'drizzle-orm';
import { int2Array, int4Array, int8Array, jsonArray, textArray, timeArray } from '../../platform/db/binary-array.ts';
import type { Db } from '../../platform/db/db.ts';
import { deviceStatus, stateValues } from './newest.table.ts';
import type { Newest } from './read.store.ts';

/** The tables whose rows a batch locks. */
export const lockedTables = { devices: getTableName(deviceStatus), values: getTableName(stateValues) };

/** For `analyze` after many inserts. */
export const newestTables = sql`${stateValues}, ${deviceStatus}`;

/** Called once for each created state: its row exists until the state is deleted. */
export async function addNewest(db: Db, stateIds: readonly number[]): Promise<void> {
  if (stateIds.length > 0) await db.insert(stateValues).values(stateIds.map((stateId) => ({ stateId })));
}

/** The same as the end of a statement that creates states, for the ids that this query selects. */
export const addNewestFrom = (ids: SQL): SQL => sql`insert into ${stateValues} (state_id) ${ids}`;

/** A state with its fields of this moment, and the revision that they were computed from. */
export interface NewestChange extends Pick<Newest, 'shard' | 'seq'> {
  node: Readonly<Newest> & { readonly id: number };
}

type Node = NewestChange['node'];

const textOf = (value: unknown) => (typeof value === 'number' ? String(value) : JSON.stringify(value ?? null));
const timeOf = (at: Date | null) => at?.getTime() ?? null;

type Column = 'origin' | 'status';

/** Most columns have the same value in all rows. Such a column is sent once instead of thousands of times. */
const isSame = (nodes: readonly Node[], column: Column) => nodes.every((node) => node[column] === nodes[0]?.[column]);

/** Expands the array into a column called `name`. */
const each = (list: Buffer, type: string, name: string) => sql`unnest(${list}::${sql.raw(type)}[]) as ${sql.raw(name)}`;

/** `unnest` is in the select list, because PostgreSQL would materialise all rows if it were in the from clause. */
function rowsOf(
  changes: readonly NewestChange[],
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
const amongThese = (changes: readonly NewestChange[]) =>
  changes.length > mostNamed
    ? sql``
    : sql`and state_values.state_id = any(${int8Array(changes.map(({ node }) => node.id))}::int8[])`;

const updateOf = (changes: readonly NewestChange[], isUnlocked: boolean): SQL => {
  const hasProblems = changes.some(({ node }) => node.problemCode !== null);
  const asBefore = sql`and state_values.shard is not distinct from entry.shard_before
    and state_values.seq is not distinct from entry.seq_before`;
  return sql`
    update ${stateValues} set value = entry.value, measured_at = entry.measured_at, received_at = entry.received_at,
      origin = entry.origin, shard = entry.shard, seq = entry.seq, status = entry.status,
      problem_code = entry.problem_code, problem_params = entry.problem_params
    from (${rowsOf(changes, { hasProblems, isUnlocked })}) as entry
    where state_values.state_id = entry.id ${amongThese(changes)} ${isUnlocked ? asBefore : sql``}`;
};

/**
 * Prepares a write of the current values of the states, sorted by id; later changes of the nodes don't affect it. It is
 * one statement in the order of the ids, so that concurrent writers can't deadlock. Without locks only states that still
 * have the previous revision are updated. The write resolves to the number of updated states.
 */
export function prepareNewest(changes: readonly NewestChange[], isUnlocked: boolean): (db: Db) => Promise<number> {
  if (changes.length === 0) return () => Promise.resolve(0);
  const update = updateOf(changes, isUnlocked);
  return async (db) => (await db.execute(update)).rowCount ?? 0;
}

/** Gives locked states new revisions of the platform, with unchanged values. */
export async function renumberNewest(db: Db, stateIds: readonly number[], seqs: readonly number[]): Promise<void> {
  await db.execute(sql`
    update ${stateValues} set shard = 0, seq = entry.seq
    from unnest(${int8Array(stateIds)}::int8[], ${int8Array(seqs)}::int8[]) as entry (id, seq)
    where state_id = entry.id`);
}
