import { exactTotalLimit } from '@stellwerk/contract/core/envelope';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { guessOf } from '../db/page.ts';
import { containsWords, type SearchedText } from '../db/search.ts';
import type { VisibleRows } from './scoped-from.ts';

export interface Order {
  keys: readonly SQLWrapper[];
  isDescending: boolean;
  /** Whether a key can be null; null is the smallest value. Absent if an index without nulls provides the order. */
  isNullable?: boolean;
}

interface Page {
  offset: number;
  limit: number;
}

/** Counts rows: exact up to 10,000, then an estimate. */
export async function totalOf(db: Db, { id, every }: VisibleRows): Promise<{ total: number; totalIsEstimate?: true }> {
  const counted = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select 1 ${every} limit ${exactTotalLimit + 1}) as first_rows`,
  );
  const total = counted.rows[0]?.n ?? 0;
  if (total <= exactTotalLimit) return { total };
  return { total: Math.max(await guessOf(db, sql`(select ${id} ${every})`), total), totalIsEstimate: true };
}

export const orderBy = (keys: readonly SQL[], { isDescending, isNullable = false }: Order) => {
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const nulls = sql.raw(isNullable ? `nulls ${isDescending ? 'last' : 'first'}` : '');
  return sql.join(
    keys.map((key) => sql`${key} ${direction} ${nulls}`),
    sql`, `,
  );
};

/**
 * Reads one page of row ids and the total. Small results are collected completely and then sorted: the planner cannot
 * know that a result is small and would otherwise scan all rows of the installation in sort order.
 */
export async function pageOfIds(db: Db, rows: VisibleRows, order: Order, { offset, limit }: Page) {
  const { id, every } = rows;
  const named = order.keys.map((key, index) => sql`${key} as ${sql.identifier(`key${index}`)}`);
  const names = order.keys.map((_, index) => sql`${sql.identifier(`key${index}`)}`);
  const gathered = await db.execute<{ total: number; ids: number[] }>(sql`
    with found as materialized (
      select ${id} as id, ${sql.join(named, sql`, `)} ${every} limit ${exactTotalLimit + 1})
    select (select count(*)::int from found) as total, array(
      select id from found order by ${orderBy([...names, sql`id`], order)} offset ${offset} limit ${limit}) as ids`);
  const { total, ids } = gathered.rows[0] ?? { total: 0, ids: [] };
  if (total <= exactTotalLimit) return { ids: ids.map(Number), total };
  const keys = [...order.keys, id].map((key) => sql`${key}`);
  const walked = await db.execute<{ id: number }>(
    sql`select ${id} as id ${every} order by ${orderBy(keys, order)} offset ${offset} limit ${limit}`,
  );
  const guess = await guessOf(db, sql`(select ${id} ${every})`);
  return {
    ids: walked.rows.map((row) => Number(row.id)),
    ...{ total: Math.max(guess, total), totalIsEstimate: true as const },
  };
}

interface ListDefinition<Sort extends string> {
  /** Sort keys; rows with equal keys are sorted by their ids. */
  sort: Record<Sort, SQLWrapper | readonly SQLWrapper[]>;
  /** Keys that can be null. */
  nullable?: readonly Sort[];
  /** Searched texts: each word must occur in one of them. */
  search?: readonly SearchedText[];
}

interface ListQuery<Sort extends string> extends Page {
  sort: Sort | `-${Sort}`;
  search?: string | undefined;
}

/** Sort keys for the name of a column, with `-` in front of it for the reverse order. */
export function orderOf<Sort extends string>(
  { sort, nullable = [] }: ListDefinition<Sort>,
  wanted: Sort | `-${Sort}`,
): Order {
  const name = wanted.replace(/^-/, '') as Sort;
  const keys = sort[name];
  return {
    keys: 'getSQL' in keys ? [keys] : keys,
    isDescending: wanted.startsWith('-'),
    isNullable: nullable.includes(name),
  };
}

/** A list: sorted, searched and read page by page. `read` loads the rows of one page. */
export function defineList<Sort extends string>(definition: ListDefinition<Sort>) {
  return async function page<Row extends { id: number }>(
    db: Db,
    rows: VisibleRows,
    query: ListQuery<Sort>,
    read: (ids: number[]) => PromiseLike<readonly Row[]>,
  ) {
    const found = rows.where(query.search ? containsWords(query.search, definition.search ?? []) : undefined);
    const { ids, ...total } = await pageOfIds(db, found, orderOf(definition, query.sort), query);
    const byId = new Map(ids.length > 0 ? (await read(ids)).map((row) => [row.id, row]) : []);
    return { rows: ids.flatMap((id) => byId.get(id) ?? []), ...total };
  };
}
