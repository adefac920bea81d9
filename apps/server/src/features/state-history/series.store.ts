import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { stateView } from '../states/index.ts';
import { twinView } from '../twins/index.ts';

/** The description of states for charts and files, in the order of the ids. */
export async function findSeries(db: Db, ids: readonly number[]) {
  const rows = await db
    .select({
      stateId: stateView.id,
      key: stateView.key,
      title: stateView.title,
      unit: stateView.unit,
      valueType: stateView.valueType,
      dtwinId: twinView.id,
      dtwinTitle: twinView.title,
      /** Maximum of exported rows; null or 0 for no limit. */
      rowLimit: accounts.csvExportLimit,
    })
    .from(stateView)
    .innerJoin(twinView, eq(twinView.id, stateView.twinId))
    .innerJoin(accounts, eq(accounts.id, twinView.accountId))
    .where(inArray(stateView.id, [...ids]));
  const found = new Map(rows.map((row) => [row.stateId, row]));
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
}
export type FoundSeries = Awaited<ReturnType<typeof findSeries>>[number];
