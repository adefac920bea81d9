import { eq } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { jobDefinitions } from './job.table.ts';

/** Kinds that take no new jobs. */
export async function findInactiveKinds(db: Db): Promise<Set<string>> {
  const rows = await db
    .select({ kind: jobDefinitions.kind })
    .from(jobDefinitions)
    .where(eq(jobDefinitions.active, false));
  return new Set(rows.map(({ kind }) => kind));
}

export async function isActiveKind(db: Db, kind: string): Promise<boolean> {
  const [row] = await db
    .select({ active: jobDefinitions.active })
    .from(jobDefinitions)
    .where(eq(jobDefinitions.kind, kind));
  return row?.active ?? true;
}

export async function setActiveKind(db: Db, kind: string, active: boolean, now: Date): Promise<void> {
  const row = { active, changedAt: now };
  await db
    .insert(jobDefinitions)
    .values({ kind, ...row })
    .onConflictDoUpdate({ target: jobDefinitions.kind, set: row });
}
