import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { twins } from '../twins/index.ts';
import { devices } from './device.table.ts';

/** A device lies in the scope of its twin. */
export async function deviceScopes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: devices.twinId, path: sql<string>`${scopes.path}::text` })
    .from(devices)
    .innerJoin(twins, eq(twins.id, devices.twinId))
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(inArray(devices.twinId, ids));
  return new Map(rows.map(({ id, path }) => [id, path]));
}
