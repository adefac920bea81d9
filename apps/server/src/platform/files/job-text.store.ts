import { and, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { jobs } from '../jobs/job.table.ts';

/** Finds the keys of input texts of jobs that ended after that time; they are no longer needed. */
export async function endedTexts(db: Db, kinds: readonly string[], after: Date): Promise<string[]> {
  const rows = await db
    .select({ key: sql<string>`${jobs.payload} ->> 'fileKey'` })
    .from(jobs)
    .where(and(inArray(jobs.kind, [...kinds]), gt(jobs.finishedAt, after)));
  return rows.map(({ key }) => key);
}
