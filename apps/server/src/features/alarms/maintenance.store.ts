import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { twinView, twinViewAs } from '../twins/index.ts';
import { maintenances } from './alarm.table.ts';
import { personName } from './alarm-comment.store.ts';

const columns = {
  id: maintenances.id,
  twinId: maintenances.twinId,
  twinTitle: twinView.title,
  from: maintenances.fromAt,
  to: maintenances.toAt,
  includesBelow: maintenances.includesBelow,
  reason: maintenances.reason,
  createdBy: personName,
};

const found = (db: Db) =>
  db
    .select(columns)
    .from(maintenances)
    .innerJoin(twinView, eq(twinView.id, maintenances.twinId))
    .leftJoin(users, eq(users.id, maintenances.createdBy));

const covered = twinViewAs('covered');

/** Present and future ones that cover the twin. */
export const findMaintenances = (db: Db, twinId: number, now: Date) =>
  found(db)
    .where(
      and(
        gt(maintenances.toAt, now),
        sql`(${maintenances.twinId} = ${twinId} or (${maintenances.includesBelow} and exists (
          select 1 from ${covered} where ${covered.id} = ${twinId} and ${covered.path} <@ ${twinView.path})))`,
      ),
    )
    .orderBy(asc(maintenances.fromAt), asc(maintenances.id))
    .limit(100);

export type FoundMaintenance = Awaited<ReturnType<typeof findMaintenances>>[number];

export async function findMaintenance(db: Db, id: number): Promise<FoundMaintenance | undefined> {
  const [row] = await found(db).where(eq(maintenances.id, id));
  return row;
}

export async function insertMaintenance(db: Db, values: typeof maintenances.$inferInsert): Promise<number> {
  const [row] = await db.insert(maintenances).values(values).returning({ id: maintenances.id });
  return row?.id ?? 0;
}

/** Returns false if the twin has no such maintenance. */
export async function deleteMaintenance(db: Db, twinId: number, id: number): Promise<boolean> {
  const rows = await db
    .delete(maintenances)
    .where(and(eq(maintenances.id, id), eq(maintenances.twinId, twinId)))
    .returning({ id: maintenances.id });
  return rows.length > 0;
}
