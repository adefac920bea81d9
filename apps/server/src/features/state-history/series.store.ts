import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { states } from '../states/index.ts';
import { twins } from '../twins/index.ts';

/** What charts and files say of a state, in the order of the ids. */
export async function findSeries(db: Db, ids: readonly number[]) {
  const rows = await db
    .select({
      stateId: states.id,
      key: states.key,
      title: states.title,
      unit: states.unit,
      valueType: states.valueType,
      dtwinId: twins.id,
      dtwinTitle: twins.title,
      /** Null or 0: none. */
      rowLimit: accounts.csvExportLimit,
    })
    .from(states)
    .innerJoin(twins, eq(twins.id, states.twinId))
    .innerJoin(accounts, eq(accounts.id, twins.accountId))
    .where(inArray(states.id, [...ids]));
  const found = new Map(rows.map((row) => [row.stateId, row]));
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
}
export type FoundSeries = Awaited<ReturnType<typeof findSeries>>[number];
