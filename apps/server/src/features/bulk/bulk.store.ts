import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { jobs } from '../../platform/jobs/job.table.ts';
import { type BulkItem, bulkItems } from './bulk.table.ts';

export async function insertItems(db: Db, items: readonly (typeof bulkItems.$inferInsert)[]): Promise<void> {
  if (items.length > 0) await db.insert(bulkItems).values([...items]);
}

/** For jobs that recognise their finished objects themselves, and create one again if somebody has deleted it. */
export async function replaceItems(db: Db, items: readonly (typeof bulkItems.$inferInsert)[]): Promise<void> {
  if (items.length === 0) return;
  await db
    .insert(bulkItems)
    .values([...items])
    .onConflictDoUpdate({
      target: [bulkItems.jobId, bulkItems.item],
      set: { objectId: sql`excluded.object_id`, after: sql`excluded.after` },
    });
}

/** The items that a job has finished, also in earlier attempts. */
export async function finishedItems(db: Db, jobId: number): Promise<Set<number>> {
  const rows = await db.select({ item: bulkItems.item }).from(bulkItems).where(eq(bulkItems.jobId, jobId));
  return new Set(rows.map(({ item }) => item));
}

/** The items whose effect still exists, the last one first. */
export const itemsToUndo = (db: Db, jobId: number) =>
  db
    .select({ item: bulkItems.item, objectId: bulkItems.objectId })
    .from(bulkItems)
    .where(and(eq(bulkItems.jobId, jobId), isNull(bulkItems.undoneAt)))
    .orderBy(desc(bulkItems.item));

/** Those of these items that have not been undone meanwhile. */
export const lockItems = (db: Db, jobId: number, items: readonly number[]): Promise<BulkItem[]> =>
  db
    .select()
    .from(bulkItems)
    .where(and(eq(bulkItems.jobId, jobId), inArray(bulkItems.item, [...items]), isNull(bulkItems.undoneAt)))
    .orderBy(desc(bulkItems.item))
    .for('update');

export async function markUndone(db: Db, jobId: number, items: readonly number[], now: Date): Promise<void> {
  await db
    .update(bulkItems)
    .set({ undoneAt: now })
    .where(and(eq(bulkItems.jobId, jobId), inArray(bulkItems.item, [...items])));
}

export async function findPayload(db: Db, jobId: number): Promise<unknown> {
  const [row] = await db.select({ payload: jobs.payload }).from(jobs).where(eq(jobs.id, jobId));
  return row?.payload;
}
