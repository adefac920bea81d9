import type { PermissionRule } from '@stellwerk/contract/core/permission';
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import type { Grant } from '../policy/policy.ts';
import { visible } from '../policy/visible.ts';
import { accounts } from './account.table.ts';
import { scopes } from './scope.table.ts';

/** A table, joined up to the scope that decides who may see its rows. */
export interface Scoped {
  id: SQLWrapper;
  /** The table and its joins, without the keyword `from`. */
  tables: SQL;
  scopePath: SQLWrapper;
}

const isOneOf = (id: SQLWrapper, ids: readonly number[]) => sql`${id} = any(${sql.param(ids)}::bigint[])`;

/** Rows that have a scope themselves. */
export const inScope = (table: SQLWrapper, { id, scopeId }: { id: SQLWrapper; scopeId: SQLWrapper }): Scoped => ({
  id,
  tables: sql`${table} inner join ${scopes} on ${scopes.id} = ${scopeId}`,
  scopePath: scopes.path,
});

/** Rows that lie in the scope of their account. */
export const inAccount = (table: SQLWrapper, { id, accountId }: { id: SQLWrapper; accountId: SQLWrapper }): Scoped =>
  inScope(sql`${table} inner join ${accounts} on ${accounts.id} = ${accountId}`, { id, scopeId: accounts.scopeId });

/** Whether the joined scope is the scope of this account or lies above it. */
export const isAtOrAbove = (accountId: number): SQL => sql`${scopes.path} @> (select own_scope.path
  from ${accounts} own_account join ${scopes} own_scope on own_scope.id = own_account.scope_id
  where own_account.id = ${accountId})`;

/** The rows of a query that the caller may see. Only this module creates them, so no list can leave the check out. */
class VisibleRows {
  readonly id: SQLWrapper;
  readonly #tables: SQL;
  readonly #conditions: readonly (SQL | undefined)[];

  constructor(id: SQLWrapper, tables: SQL, conditions: readonly (SQL | undefined)[]) {
    this.id = id;
    this.#tables = tables;
    this.#conditions = conditions;
  }

  join(joins: SQL): VisibleRows {
    return new VisibleRows(this.id, sql`${this.#tables} ${joins}`, this.#conditions);
  }

  where(...conditions: readonly (SQL | undefined)[]): VisibleRows {
    return new VisibleRows(this.id, this.#tables, [...this.#conditions, ...conditions]);
  }

  /** The query from the keyword `from` on. */
  get every(): SQL {
    return sql`from ${this.#tables} where ${and(...this.#conditions) ?? sql`true`}`;
  }
}

export type { VisibleRows };

/** Begins every query over rows of several accounts. */
export const scopedFrom = (
  { id, tables, scopePath }: Scoped,
  { grants }: { grants: readonly Grant[] },
  permission: PermissionRule,
): VisibleRows => new VisibleRows(id, tables, [visible(grants, permission, scopePath)]);

/** For features with their own visibility rule, given as an SQL condition. */
export const seenFrom = ({ id, tables }: Scoped, isSeen: SQL): VisibleRows => new VisibleRows(id, tables, [isSeen]);

/** Rows of one object that a guard has checked, or of the caller. */
export const checkedFrom = (id: SQLWrapper, tables: SQL, isOfObject: SQL): VisibleRows =>
  new VisibleRows(id, tables, [isOfObject]);

/** Reads the paths of the scopes of these rows, for guards. */
export const scopesOf =
  ({ id, tables, scopePath }: Scoped) =>
  async (db: Db, ids: readonly number[]): Promise<Map<number, string>> => {
    const found = await db.execute<{ id: number; path: string }>(
      sql`select ${id} as id, ${scopePath}::text as path from ${tables} where ${isOneOf(id, ids)}`,
    );
    return new Map(found.rows.map((row) => [Number(row.id), row.path]));
  };

export async function visibleIds(db: Db, rows: VisibleRows, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const found = await db.execute<{ id: number }>(
    sql`select ${rows.id} as id ${rows.where(isOneOf(rows.id, ids)).every}`,
  );
  return new Set(found.rows.map((row) => Number(row.id)));
}
