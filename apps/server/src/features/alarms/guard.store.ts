import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { twins } from '../twins/index.ts';
import { alarms } from './alarm.table.ts';

/** In the scope of the twin; once that is gone, in that of the account. */
export async function alarmScopes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: alarms.id, path: sql<string>`${scopes.path}::text` })
    .from(alarms)
    .innerJoin(accounts, eq(accounts.id, alarms.accountId))
    .leftJoin(twins, eq(twins.id, alarms.twinId))
    .innerJoin(scopes, eq(scopes.id, sql`coalesce(${twins.scopeId}, ${accounts.scopeId})`))
    .where(inArray(alarms.id, ids));
  return new Map(rows.map(({ id, path }) => [id, path]));
}
