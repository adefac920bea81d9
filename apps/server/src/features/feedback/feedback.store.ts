import type { Feedback } from '@stellwerk/contract/feedback';
import { and, count, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { inAccount, scopedFrom, scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { feedbacks } from './feedback.table.ts';

const scoped = inAccount(feedbacks, feedbacks);
export const feedbackScopes = scopesOf(scoped);

const feedbackPage = defineList({
  sort: { createdAt: feedbacks.createdAt },
  search: [feedbacks.title, feedbacks.content, feedbacks.userName],
});

const select = (db: Db) =>
  db
    .select({ feedback: feedbacks, accountName: accounts.name })
    .from(feedbacks)
    .innerJoin(accounts, eq(accounts.id, feedbacks.accountId));

const flat = ({ feedback, accountName }: Awaited<ReturnType<typeof select>>[number]) => ({ ...feedback, accountName });
export type FoundFeedback = ReturnType<typeof flat>;

interface Page {
  tenantId?: number | undefined;
  search?: string | undefined;
  offset: number;
  limit: number;
}

export const findFeedbacks = (db: Db, actor: Pick<Actor, 'grants'>, { tenantId, ...page }: Page) =>
  feedbackPage(
    db,
    scopedFrom(scoped, actor, 'all.manage').where(tenantId ? eq(feedbacks.accountId, tenantId) : undefined),
    { ...page, sort: '-createdAt' },
    async (ids) => (await select(db).where(inArray(feedbacks.id, ids))).map(flat),
  );

export async function findFeedback(db: Db, id: number): Promise<FoundFeedback | undefined> {
  const [found] = await select(db).where(eq(feedbacks.id, id));
  return found && flat(found);
}

/** How many feedbacks a user has sent since a time. */
export async function countSince(db: Db, userId: number, since: Date): Promise<number> {
  const [found] = await db
    .select({ sent: count() })
    .from(feedbacks)
    .where(and(eq(feedbacks.userId, userId), gt(feedbacks.createdAt, since)));
  return found?.sent ?? 0;
}

export async function senderOf(db: Db, userId: number): Promise<{ name: string; language: 'de' | 'en' | null }> {
  const [found] = await db
    .select({
      name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName}) || ' <' || ${users.email} || '>'`,
      language: users.language,
    })
    .from(users)
    .where(eq(users.id, userId));
  return found ?? { name: '', language: null };
}

export async function insertFeedback(db: Db, values: typeof feedbacks.$inferInsert): Promise<number> {
  const [created] = await db.insert(feedbacks).values(values).returning({ id: feedbacks.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

export async function writeState(db: Db, ids: readonly number[], state: Feedback['state']): Promise<void> {
  await db
    .update(feedbacks)
    .set({ state })
    .where(inArray(feedbacks.id, [...ids]));
}

export async function deleteFeedbackRow(db: Db, id: number): Promise<void> {
  await db.delete(feedbacks).where(eq(feedbacks.id, id));
}
