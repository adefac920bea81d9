import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { twinView } from '../twins/index.ts';

export async function findAccountOfTwin(db: Db, twinId: number): Promise<number | undefined> {
  const [found] = await db.select({ accountId: twinView.accountId }).from(twinView).where(eq(twinView.id, twinId));
  return found?.accountId;
}
