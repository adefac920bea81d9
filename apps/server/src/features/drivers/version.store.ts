import type { versionFields } from '@stellwerk/contract/driver';
import type { HealthEntry } from '@stellwerk/contract/health';
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { driverVersions } from './driver.table.ts';

/** The number of the draft; published versions count from 1. */
export const draftNumber = 0;

export type VersionFields = z.output<typeof versionFields>;

export const emptyVersion: VersionFields = {
  parser: { type: 'none' },
  variables: [],
  health: [],
  downlinks: [],
  notes: '',
};

const ofDriver = (driverId: number, number: number) =>
  and(eq(driverVersions.driverId, driverId), eq(driverVersions.number, number));

const publisher = sql<string | null>`coalesce(
  nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.username})`;

const headColumns = {
  id: driverVersions.id,
  number: driverVersions.number,
  publishedAt: driverVersions.publishedAt,
  publishedBy: publisher,
  notes: driverVersions.notes,
};

const columns = {
  ...headColumns,
  parser: driverVersions.parser,
  variables: driverVersions.variables,
  health: driverVersions.health,
  downlinks: driverVersions.downlinks,
};

export async function findPublished(db: Db, versionId: number) {
  const [found] = await db
    .select({ parser: driverVersions.parser, variables: driverVersions.variables })
    .from(driverVersions)
    .where(and(eq(driverVersions.id, versionId), gt(driverVersions.number, draftNumber)));
  return found;
}

export async function findHealth(db: Db, versionIds: readonly number[]): Promise<Map<number, HealthEntry[]>> {
  if (versionIds.length === 0) return new Map();
  const rows = await db
    .select({ id: driverVersions.id, health: driverVersions.health })
    .from(driverVersions)
    .where(inArray(driverVersions.id, [...versionIds]));
  return new Map(rows.map(({ id, health }) => [id, health]));
}

/** The newest published version of each driver, for devices that are not pinned to a version. */
export async function newestVersionOf(db: Db, driverIds: readonly number[]): Promise<Map<number, number>> {
  if (driverIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([driverVersions.driverId], { driverId: driverVersions.driverId, id: driverVersions.id })
    .from(driverVersions)
    .where(and(inArray(driverVersions.driverId, [...driverIds]), gt(driverVersions.number, draftNumber)))
    .orderBy(driverVersions.driverId, desc(driverVersions.number));
  return new Map(rows.map(({ driverId, id }) => [driverId, id]));
}

export async function findVersion(db: Db, driverId: number, number: number) {
  const [found] = await db
    .select(columns)
    .from(driverVersions)
    .leftJoin(users, eq(users.id, driverVersions.publishedBy))
    .where(ofDriver(driverId, number));
  return found;
}
export type FoundVersion = NonNullable<Awaited<ReturnType<typeof findVersion>>>;

export const findDraft = (db: Db, driverId: number) => findVersion(db, driverId, draftNumber);

export async function findNewest(db: Db, driverId: number): Promise<FoundVersion | undefined> {
  const [found] = await db
    .select(columns)
    .from(driverVersions)
    .leftJoin(users, eq(users.id, driverVersions.publishedBy))
    .where(and(eq(driverVersions.driverId, driverId), gt(driverVersions.number, draftNumber)))
    .orderBy(desc(driverVersions.number))
    .limit(1);
  return found;
}

/** Published versions without their contents, the newest first. */
export const listVersions = (db: Db, driverId: number) =>
  db
    .select(headColumns)
    .from(driverVersions)
    .leftJoin(users, eq(users.id, driverVersions.publishedBy))
    .where(and(eq(driverVersions.driverId, driverId), gt(driverVersions.number, draftNumber)))
    .orderBy(desc(driverVersions.number));

export async function writeDraft(db: Db, driverId: number, fields: VersionFields): Promise<void> {
  await db
    .insert(driverVersions)
    .values({ ...fields, driverId, number: draftNumber })
    .onConflictDoUpdate({ target: [driverVersions.driverId, driverVersions.number], set: fields });
}

interface Publication {
  number: number;
  publishedAt: Date;
  publishedBy: number;
}

export async function insertVersion(db: Db, driverId: number, version: VersionFields & Publication): Promise<void> {
  await db.insert(driverVersions).values({ ...version, driverId });
}

export async function removeDraft(db: Db, driverId: number): Promise<boolean> {
  const removed = await db.delete(driverVersions).where(ofDriver(driverId, draftNumber));
  return (removed.rowCount ?? 0) > 0;
}

export async function publishDraft(db: Db, driverId: number, published: Publication): Promise<void> {
  await db.update(driverVersions).set(published).where(ofDriver(driverId, draftNumber));
}
