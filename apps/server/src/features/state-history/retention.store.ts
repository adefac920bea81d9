import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { droppedSeries, states } from '../states/index.ts';
import { twinPositions, twins } from '../twins/index.ts';

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
    .select({ id: states.id })
    .from(states)
    .innerJoin(twins, eq(twins.id, states.twinId))
    .where(and(eq(twins.accountId, accountId), gt(states.id, after)))
    .orderBy(asc(states.id))
    .limit(limit);
  return idsOf(rows);
}

export async function findAccountTwins(db: Db, accountId: number, { after, limit }: Page): Promise<number[]> {
  const rows = await db
    .select({ id: twins.id })
    .from(twins)
    .where(and(eq(twins.accountId, accountId), gt(twins.id, after)))
    .orderBy(asc(twins.id))
    .limit(limit);
  return idsOf(rows);
}

export async function dropPositions(db: Db, twinIds: number[], before: Date): Promise<void> {
  await db.delete(twinPositions).where(and(inArray(twinPositions.twinId, twinIds), lt(twinPositions.at, before)));
}

export async function findDropped(db: Db, before: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: droppedSeries.series })
    .from(droppedSeries)
    .where(lt(droppedSeries.droppedAt, before))
    .orderBy(asc(droppedSeries.series))
    .limit(limit);
  return idsOf(rows);
}

export async function forgetDropped(db: Db, series: number[]): Promise<void> {
  await db.delete(droppedSeries).where(inArray(droppedSeries.series, series));
}
