import { and, asc, count, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { driverTests } from './driver.table.ts';

export type FoundTest = typeof driverTests.$inferSelect;
type NewTest = typeof driverTests.$inferInsert;

export const testsOf = (db: Db, driverId: number): Promise<FoundTest[]> =>
  db.select().from(driverTests).where(eq(driverTests.driverId, driverId)).orderBy(asc(driverTests.id));

export async function countTests(db: Db, driverId: number): Promise<number> {
  const [found] = await db.select({ n: count() }).from(driverTests).where(eq(driverTests.driverId, driverId));
  return found?.n ?? 0;
}

export async function addTests(db: Db, tests: NewTest[]): Promise<FoundTest[]> {
  return tests.length === 0 ? [] : db.insert(driverTests).values(tests).returning();
}

export async function removeTest(db: Db, driverId: number, id: number): Promise<boolean> {
  const isThis = and(eq(driverTests.id, id), eq(driverTests.driverId, driverId));
  const removed = await db.delete(driverTests).where(isThis);
  return (removed.rowCount ?? 0) > 0;
}
