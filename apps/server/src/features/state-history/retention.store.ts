import { and, asc, eq, gt } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { stateView } from '../states/index.ts';
import { twinView } from '../twins/index.ts';

export const findRetentions = (db: Db) =>
  db
    .select({ accountId: accounts.id, retentionMonths: accounts.retentionMonths })
    .from(accounts)
    .orderBy(asc(accounts.id));

interface Page {
  after: number;
  limit: number;
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

export async function findAccountStates(db: Db, accountId: number, { after, limit }: Page): Promise<number[]> {
  const rows = await db
    .select({ id: stateView.id })
    .from(stateView)
    .innerJoin(twinView, eq(twinView.id, stateView.twinId))
    .where(and(eq(twinView.accountId, accountId), gt(stateView.id, after)))
    .orderBy(asc(stateView.id))
    .limit(limit);
  return idsOf(rows);
}

export async function findAccountTwins(db: Db, accountId: number, { after, limit }: Page): Promise<number[]> {
  const rows = await db
    .select({ id: twinView.id })
    .from(twinView)
    .where(and(eq(twinView.accountId, accountId), gt(twinView.id, after)))
    .orderBy(asc(twinView.id))
    .limit(limit);
  return idsOf(rows);
}
