import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { alarmComments } from './alarm.table.ts';

/** The name of a joined user; API users only have a user name. */
export const personName = sql<string | null>`coalesce(
  nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.username})`;

export interface FoundComment extends Record<string, unknown> {
  id: number;
  alarmId: number;
  message: string;
  author: string | null;
  createdAt: Date;
}

interface NewComment {
  alarmIds: readonly number[];
  userId: number;
  message: string;
  now: Date;
}

export async function insertComments(db: Db, { alarmIds, userId, message, now }: NewComment): Promise<number[]> {
  if (alarmIds.length === 0) return [];
  const rows = await db
    .insert(alarmComments)
    .values(alarmIds.map((alarmId) => ({ alarmId, userId, message, createdAt: now })))
    .returning({ id: alarmComments.id });
  return rows.map(({ id }) => id);
}

const columns = {
  id: alarmComments.id,
  alarmId: alarmComments.alarmId,
  message: alarmComments.message,
  author: personName,
  createdAt: alarmComments.createdAt,
};

export async function lastComments(db: Db, alarmIds: readonly number[]): Promise<Map<number, FoundComment>> {
  if (alarmIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([alarmComments.alarmId], columns)
    .from(alarmComments)
    .leftJoin(users, eq(users.id, alarmComments.userId))
    .where(inArray(alarmComments.alarmId, [...alarmIds]))
    .orderBy(alarmComments.alarmId, sql`${alarmComments.id} desc`);
  return new Map(rows.map((row) => [row.alarmId, row]));
}

const selectComments = (db: Db) =>
  db.select(columns).from(alarmComments).leftJoin(users, eq(users.id, alarmComments.userId));

/** All comments of one alarm, oldest first. */
export const commentsOf = (db: Db, alarmId: number): Promise<FoundComment[]> =>
  selectComments(db).where(eq(alarmComments.alarmId, alarmId)).orderBy(alarmComments.id);

export async function findComment(db: Db, id: number): Promise<FoundComment | undefined> {
  const [found] = await selectComments(db).where(eq(alarmComments.id, id));
  return found;
}
