import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { flowDeadLetters } from '../flow.table.ts';

type NewLetter = Omit<typeof flowDeadLetters.$inferInsert, 'id' | 'sizeBytes'>;

/** The inbox of one account; the oldest messages give way to new ones. */
export const deadLetterLimitBytes = 64 * 1024 * 1024;
export const deadLetterLimit = 10_000;

/** A letter of the same entry of the outbox is added once. Returns the number of old letters that gave way. */
export async function addLetters(db: Db, letters: readonly NewLetter[]): Promise<void> {
  if (letters.length === 0) return;
  const rows = letters.map((letter) => ({ ...letter, sizeBytes: JSON.stringify(letter.event).length + 200 }));
  await db.insert(flowDeadLetters).values(rows).onConflictDoNothing();
  const ids = sql.param([...new Set(letters.map(({ accountId }) => accountId))]);
  await db.execute(sql`
    delete from ${flowDeadLetters} as old using (
      select id, sum(size_bytes) over newest as bytes, row_number() over newest as place
      from ${flowDeadLetters} where account_id = any(${ids}::bigint[])
      window newest as (partition by account_id order by id desc)) as sized
    where old.id = sized.id and (sized.bytes > ${deadLetterLimitBytes} or sized.place > ${deadLetterLimit})`);
}

export const pageOfLetters = (db: Db, flowId: number, { offset, limit }: { offset: number; limit: number }) =>
  db
    .select()
    .from(flowDeadLetters)
    .where(eq(flowDeadLetters.flowId, flowId))
    .orderBy(desc(flowDeadLetters.id))
    .offset(offset)
    .limit(limit);

export const countLetters = (db: Db, flowId: number): Promise<number> =>
  db.$count(flowDeadLetters, eq(flowDeadLetters.flowId, flowId));

/** Removes letters of a flow and returns them, the oldest first. */
export async function takeLetters(db: Db, flowId: number, ids: readonly number[]) {
  const taken = await db
    .delete(flowDeadLetters)
    .where(and(eq(flowDeadLetters.flowId, flowId), inArray(flowDeadLetters.id, [...ids])))
    .returning();
  return taken.sort((a, b) => a.id - b.id);
}

/** What the inboxes of an account occupy. */
export async function sizeOfLetters(db: Db, accountId: number): Promise<{ count: number; bytes: number }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${flowDeadLetters.sizeBytes}), 0)`.mapWith(Number),
    })
    .from(flowDeadLetters)
    .where(eq(flowDeadLetters.accountId, accountId));
  return row ?? { count: 0, bytes: 0 };
}
