import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { StoredFile } from '../../platform/files/files.ts';
import { driverFiles } from './driver.table.ts';

export type FoundFile = typeof driverFiles.$inferSelect;
export type FileKind = FoundFile['kind'];

/** All files of a driver in the order of upload. */
export const filesOf = (db: Db, driverId: number): Promise<FoundFile[]> =>
  db.select().from(driverFiles).where(eq(driverFiles.driverId, driverId)).orderBy(asc(driverFiles.id));

export async function findImage(db: Db, driverId: number): Promise<FoundFile | undefined> {
  const [found] = await db
    .select()
    .from(driverFiles)
    .where(and(eq(driverFiles.driverId, driverId), eq(driverFiles.kind, 'image')));
  return found;
}

export async function findAttachment(db: Db, driverId: number, name: string): Promise<FoundFile | undefined> {
  const isThis = and(
    eq(driverFiles.driverId, driverId),
    eq(driverFiles.kind, 'attachment'),
    eq(driverFiles.name, name),
  );
  const [found] = await db.select().from(driverFiles).where(isThis);
  return found;
}

export async function addFile(db: Db, driverId: number, kind: FileKind, file: StoredFile): Promise<FoundFile> {
  const { key, name, type, sizeBytes } = file;
  const [added] = await db.insert(driverFiles).values({ driverId, kind, key, name, type, sizeBytes }).returning();
  if (!added) throw new Error('insert returned no row');
  return added;
}

export async function removeFile(db: Db, id: number): Promise<void> {
  await db.delete(driverFiles).where(eq(driverFiles.id, id));
}
