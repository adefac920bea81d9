import { createHash } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { twinView } from '../twins/index.ts';
import { twinShares } from './twin-share.table.ts';

export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest();

export async function findPlace(db: Db, twinId: number) {
  const [found] = await db
    .select({ accountId: twinView.accountId, scopePath: sql<string>`${twinView.scopePath}::text` })
    .from(twinView)
    .where(eq(twinView.id, twinId));
  return found;
}

export async function findShare(db: Db, twinId: number) {
  const [found] = await db
    .select({
      id: twinShares.id,
      createdAt: twinShares.createdAt,
      validUntil: twinShares.validUntil,
      createdBy: sql<
        string | null
      >`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.username})`,
    })
    .from(twinShares)
    .leftJoin(users, eq(users.id, twinShares.createdBy))
    .where(eq(twinShares.twinId, twinId));
  return found;
}

/** False if the twin is shared already. */
export async function insertShare(db: Db, share: typeof twinShares.$inferInsert): Promise<boolean> {
  const created = await db
    .insert(twinShares)
    .values(share)
    .onConflictDoNothing({ target: twinShares.twinId })
    .returning({ id: twinShares.id });
  return created.length > 0;
}

/** False if the twin is not shared. */
export async function updateShare(
  db: Db,
  twinId: number,
  changes: Partial<typeof twinShares.$inferInsert>,
): Promise<boolean> {
  const changed = await db
    .update(twinShares)
    .set(changes)
    .where(eq(twinShares.twinId, twinId))
    .returning({ id: twinShares.id });
  return changed.length > 0;
}

export async function deleteShare(db: Db, twinId: number): Promise<boolean> {
  const gone = await db.delete(twinShares).where(eq(twinShares.twinId, twinId)).returning({ id: twinShares.id });
  return gone.length > 0;
}

/** The ids of the twin and its ancestors that are shared; expired shares do not count. */
export async function sharedOnTheWay(db: Db, twinId: number, now: Date): Promise<number[]> {
  const rows = await db
    .select({ twinId: twinShares.twinId })
    .from(twinShares)
    .innerJoin(twinView, eq(twinView.id, twinId))
    .where(
      and(
        gt(twinShares.validUntil, now),
        sql`${twinShares.twinId} = any(string_to_array(${twinView.path}::text, '.')::bigint[])`,
      ),
    );
  return rows.map((row) => row.twinId);
}
