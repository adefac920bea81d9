import { and, eq, isNotNull, or, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { twins } from '../twins/index.ts';

/** Is there anything to draw? The condition is over twins joined with scopes. */
export async function hasPlace(db: Db, condition: SQL): Promise<boolean> {
  const found = await db
    .select({ id: twins.id })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(and(or(isNotNull(twins.x), isNotNull(twins.geoPolygon)), condition))
    .limit(1);
  return found.length > 0;
}
