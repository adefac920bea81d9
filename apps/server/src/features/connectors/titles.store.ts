import { inArray } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { twins } from '../twins/index.ts';

/** What devices are called. */
export async function titlesOf(db: Db, twinIds: readonly number[]): Promise<Map<number, string>> {
  if (twinIds.length === 0) return new Map();
  const rows = await db
    .select({ id: twins.id, title: twins.title })
    .from(twins)
    .where(inArray(twins.id, [...new Set(twinIds)]));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
