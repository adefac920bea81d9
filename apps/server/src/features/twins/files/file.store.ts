import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { StoredFile } from '../../../platform/files/files.ts';
import { twinFiles, twins } from '../twin.table.ts';

export type FileKind = (typeof twinFiles.$inferSelect)['kind'];
export type ImageKind = Exclude<FileKind, 'attachment'>;
export type FoundFile = typeof twinFiles.$inferSelect;

/** All files of a twin in the order of upload. */
export const filesOf = (db: Db, twinId: number): Promise<FoundFile[]> =>
  db.select().from(twinFiles).where(eq(twinFiles.twinId, twinId)).orderBy(asc(twinFiles.id));

export async function findAttachment(db: Db, twinId: number, id: number): Promise<FoundFile | undefined> {
  const [found] = await db
    .select()
    .from(twinFiles)
    .where(and(eq(twinFiles.twinId, twinId), eq(twinFiles.id, id), eq(twinFiles.kind, 'attachment')));
  return found;
}

export async function findImage(db: Db, twinId: number, kind: ImageKind): Promise<FoundFile | undefined> {
  const [found] = await db
    .select()
    .from(twinFiles)
    .where(and(eq(twinFiles.twinId, twinId), eq(twinFiles.kind, kind)));
  return found;
}

/** Serialises changes of a twin's files; undefined if the twin was deleted. */
export async function lockFiles(db: Db, twinId: number): Promise<FoundFile[] | undefined> {
  const [twin] = await db.select({ id: twins.id }).from(twins).where(eq(twins.id, twinId)).for('no key update');
  return twin && filesOf(db, twinId);
}

export async function addFile(db: Db, twinId: number, kind: FileKind, file: StoredFile): Promise<FoundFile> {
  const { key, name, type, sizeBytes } = file;
  const [added] = await db.insert(twinFiles).values({ twinId, kind, key, name, type, sizeBytes }).returning();
  if (!added) throw new Error('insert returned no row');
  return added;
}

export async function removeFile(db: Db, id: number): Promise<void> {
  await db.delete(twinFiles).where(eq(twinFiles.id, id));
}

export async function keysBelow(db: Db, twinPath: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ key: twinFiles.key })
    .from(twinFiles)
    .innerJoin(twins, eq(twins.id, twinFiles.twinId))
    .where(sql`${twins.path} <@ ${twinPath}::ltree`);
  return rows.map(({ key }) => key);
}

/** Copies of a twin share its images, so content is deleted only if no row references it. */
export async function unusedOf(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectDistinct({ key: twinFiles.key })
    .from(twinFiles)
    .where(inArray(twinFiles.key, [...keys]));
  const used = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !used.has(key));
}
