import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';

export const alarmChannel = 'stellwerk_alarms';

/**
 * Tells every process of accounts whose alarms have changed, once the transaction is committed and not at all when it is
 * not. The text is the account alone: of equal messages of a transaction PostgreSQL sends one.
 */
export async function noteAlarmChanges(db: Db, accountIds: Iterable<number>): Promise<void> {
  const ids = [...new Set(accountIds)];
  if (ids.length === 0) return;
  await db.execute(sql`
    select pg_notify(${alarmChannel}, account_id::text) from unnest(${sql.param(ids)}::bigint[]) as account_id`);
}

/** Does something to alarms by a statement that returns their accounts, and tells of it where there were any. */
export async function changeAlarms(db: Db, statement: SQL): Promise<number> {
  const { rows } = await db.execute<{ account_id: number }>(statement);
  await noteAlarmChanges(
    db,
    rows.map(({ account_id }) => account_id),
  );
  return rows.length;
}

/** Each of the accounts with itself and all above it. */
export async function accountsAbove(db: Db, accountIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await db.execute<{ id: number; aboveIds: number[] }>(sql`
    select account.id, array_agg(above.id) as "aboveIds" from ${accounts} account
    join ${scopes} own on own.id = account.scope_id
    join ${scopes} upper_scope on upper_scope.path @> own.path
    join ${accounts} above on above.scope_id = upper_scope.id
    where account.id = any(${sql.param([...accountIds])}::bigint[]) group by account.id`);
  return new Map(rows.map(({ id, aboveIds }) => [id, aboveIds]));
}

export async function accountScope(db: Db, accountId: number): Promise<string | undefined> {
  const { rows } = await db.execute<{ path: string }>(sql`
    select scope.path::text as path from ${accounts} account join ${scopes} scope on scope.id = account.scope_id
    where account.id = ${accountId}`);
  return rows[0]?.path;
}

export async function allAccountIds(db: Db): Promise<number[]> {
  const rows = await db.select({ id: accounts.id }).from(accounts);
  return rows.map(({ id }) => id);
}
