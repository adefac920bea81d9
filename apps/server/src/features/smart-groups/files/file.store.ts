import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { StoredFile } from '../../../platform/files/files.ts';
import { smartGroupFiles } from '../smart-group.table.ts';

export type FoundFile = typeof smartGroupFiles.$inferSelect;
export type FileKind = FoundFile['kind'];

/** All files of a group in the order of upload. */
export const filesOf = (db: Db, groupId: number): Promise<FoundFile[]> =>
  db.select().from(smartGroupFiles).where(eq(smartGroupFiles.groupId, groupId)).orderBy(asc(smartGroupFiles.id));

export async function findAttachment(db: Db, groupId: number, id: number): Promise<FoundFile | undefined> {
  const [found] = await db
    .select()
    .from(smartGroupFiles)
    .where(
      and(eq(smartGroupFiles.groupId, groupId), eq(smartGroupFiles.id, id), eq(smartGroupFiles.kind, 'attachment')),
    );
  return found;
}

export async function findImage(db: Db, groupId: number): Promise<FoundFile | undefined> {
  const [found] = await db
    .select()
    .from(smartGroupFiles)
    .where(and(eq(smartGroupFiles.groupId, groupId), eq(smartGroupFiles.kind, 'background')));
  return found;
}

export async function addFile(db: Db, groupId: number, kind: FileKind, file: StoredFile): Promise<FoundFile> {
  const { key, name, type, sizeBytes } = file;
  const [added] = await db.insert(smartGroupFiles).values({ groupId, kind, key, name, type, sizeBytes }).returning();
  if (!added) throw new Error('insert returned no row');
  return added;
}

export async function removeFile(db: Db, id: number): Promise<void> {
  await db.delete(smartGroupFiles).where(eq(smartGroupFiles.id, id));
}
