import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { spreadAlarms } from './alarm-status.store.ts';

export const alarmChannel = 'stellwerk_alarms';

/**
 * Notifies every process of accounts whose alarms have changed, when the transaction commits. The payload is only the
 * account, because PostgreSQL sends equal messages of a transaction once.
 */
export async function noteAlarmChanges(db: Db, accountIds: Iterable<number>): Promise<void> {
  const ids = [...new Set(accountIds)];
  if (ids.length === 0) return;
  await db.execute(sql`
    select pg_notify(${alarmChannel}, account_id::text) from unnest(${sql.param(ids)}::bigint[]) as account_id`);
}

/**
 * Executes a statement that changes alarms and returns their accounts, twins and origins; notifies of them, and updates
 * the statuses of the twins.
 */
export async function changeAlarms(db: Db, statement: SQL): Promise<number> {
  const { rows } = await db.execute<{ account_id: number; twin_id: number | null; origin: string }>(statement);
  await spreadAlarms(
    db,
    rows.map(({ twin_id: twinId, origin }) => ({ twinId, origin })),
  );
  await noteAlarmChanges(
    db,
    rows.map(({ account_id }) => account_id),
  );
  return rows.length;
}

/** The ids of each account and of all accounts above it, by account. */
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
