import { dashboardLimits } from '@stellwerk/contract/dashboard';
import { and, desc, eq, lte } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { type Author, userName } from './dashboard.store.ts';
import { dashboardVersions } from './dashboard.table.ts';

type Version = typeof dashboardVersions.$inferInsert;

/** Stores a version and keeps the newest hundred. */
export async function insertVersion(
  db: Db,
  version: Pick<Version, 'dashboardId' | 'version' | 'change' | 'about' | 'snapshot'>,
  { userId, now }: Author,
): Promise<void> {
  await db.insert(dashboardVersions).values({ ...version, createdAt: now, createdBy: userId });
  const ofDashboard = eq(dashboardVersions.dashboardId, version.dashboardId);
  const isOld = lte(dashboardVersions.version, version.version - dashboardLimits.versions);
  await db.delete(dashboardVersions).where(and(ofDashboard, isOld));
}

const columns = {
  version: dashboardVersions.version,
  createdAt: dashboardVersions.createdAt,
  createdBy: userName,
  change: dashboardVersions.change,
  about: dashboardVersions.about,
};

export const findVersions = (db: Db, dashboardId: number) =>
  db
    .select(columns)
    .from(dashboardVersions)
    .leftJoin(users, eq(users.id, dashboardVersions.createdBy))
    .where(eq(dashboardVersions.dashboardId, dashboardId))
    .orderBy(desc(dashboardVersions.version))
    .limit(dashboardLimits.versions);
export type FoundVersion = Awaited<ReturnType<typeof findVersions>>[number];

export async function findVersion(db: Db, dashboardId: number, version: number) {
  const [found] = await db
    .select({ ...columns, snapshot: dashboardVersions.snapshot })
    .from(dashboardVersions)
    .leftJoin(users, eq(users.id, dashboardVersions.createdBy))
    .where(and(eq(dashboardVersions.dashboardId, dashboardId), eq(dashboardVersions.version, version)));
  return found;
}
