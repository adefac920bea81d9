import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { twinView, viewedTwins } from '../twins/index.ts';
import { matchingTwins, type ResolvedFilter, type Viewer } from './data/index.ts';

export async function findTwinPlace(db: Db, id: number) {
  const [found] = await db
    .select({
      id: twinView.id,
      title: twinView.title,
      accountId: twinView.accountId,
      hasPlace: sql<boolean>`${twinView.x} is not null`,
      scopePath: sql<string>`${twinView.scopePath}::text`,
      accountScopePath: sql<string>`${scopes.path}::text`,
    })
    .from(twinView)
    .innerJoin(accounts, eq(accounts.id, twinView.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(eq(twinView.id, id));
  return found;
}
export type TwinPlace = NonNullable<Awaited<ReturnType<typeof findTwinPlace>>>;

/** Callers only need to know whether there are some, so a million twins are not counted. */
const counted = 1_000;

/** Counts the twins of a filter that the viewer sees, up to a thousand, and how many of these have a place. */
export async function countTwins(db: Db, viewer: Viewer, filter: ResolvedFilter) {
  const { every } = matchingTwins(viewer, filter, 'DigitalTwin.list');
  const { rows } = await db.execute<{ twinCount: number; locatedCount: number }>(sql`
    select count(*)::int as "twinCount", count(x)::int as "locatedCount"
    from (select ${viewedTwins.columns.x} as x ${every} limit ${counted}) as found`);
  return rows[0] ?? { twinCount: 0, locatedCount: 0 };
}
