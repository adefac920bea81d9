import { readsDevices } from '@stellwerk/contract/device';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { visible } from '../../platform/policy/visible.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { twins } from '../twins/index.ts';

/** The titles of those devices that somebody with these grants may read. */
export async function titlesOf(
  db: Db,
  grants: readonly Grant[],
  twinIds: readonly number[],
): Promise<Map<number, string>> {
  if (twinIds.length === 0) return new Map();
  const rows = await db
    .select({ id: twins.id, title: twins.title })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(and(inArray(twins.id, [...new Set(twinIds)]), visible(grants, readsDevices, scopes.path)));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
