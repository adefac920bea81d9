import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { inAccount, scopedFrom, scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { scopeLine } from '../accounts/index.ts';
import { announcements } from './announcement.table.ts';

const scoped = inAccount(announcements, announcements);
export const announcementScopes = scopesOf(scoped);

export type AnnouncementRow = typeof announcements.$inferSelect;
export type AnnouncementValues = Omit<AnnouncementRow, 'id' | 'accountId' | 'createdAt'>;

const announcementPage = defineList({ sort: { createdAt: announcements.createdAt }, search: [announcements.message] });

interface Page {
  accountId: number;
  search?: string | undefined;
  offset: number;
  limit: number;
}

export const findAnnouncements = (db: Db, actor: Pick<Actor, 'grants'>, { accountId, ...page }: Page) =>
  announcementPage(
    db,
    scopedFrom(scoped, actor, 'all.manage').where(eq(announcements.accountId, accountId)),
    { ...page, sort: '-createdAt' },
    (ids) => db.select().from(announcements).where(inArray(announcements.id, ids)),
  );

export async function insertAnnouncement(db: Db, values: AnnouncementValues & { accountId: number }) {
  const [created] = await db.insert(announcements).values(values).returning();
  if (!created) throw new Error('insert returned no row');
  return created;
}

/** The account is part of the address, so an announcement of another account does not exist there. */
const isIn = (accountId: number, id: number) => and(eq(announcements.id, id), eq(announcements.accountId, accountId));

export async function updateAnnouncement(
  db: Db,
  { accountId, id }: { accountId: number; id: number },
  values: AnnouncementValues,
) {
  const [changed] = await db.update(announcements).set(values).where(isIn(accountId, id)).returning();
  return changed;
}

export async function deleteAnnouncement(
  db: Db,
  { accountId, id }: { accountId: number; id: number },
): Promise<boolean> {
  const deleted = await db.delete(announcements).where(isIn(accountId, id)).returning({ id: announcements.id });
  return deleted.length > 0;
}

/** Ids of dismissed announcements are a property of the user by specification. */
const dismissed = sql`coalesce(${users.properties}->'announcements', '[]'::jsonb)`;

interface Viewer {
  userId: number;
  accountId: number;
  /** Announcements that begin until then are included. */
  until: Date;
  now: Date;
}

/** Announcements of the user's account, and of those above for their sub-accounts, the newest first. */
export const announcementsFor = (db: Db, { userId, accountId, now, until }: Viewer, ids?: readonly number[]) =>
  db
    .select({ announcement: announcements })
    .from(announcements)
    .innerJoin(accounts, eq(accounts.id, announcements.accountId))
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        sql`${accounts.scopeId} in ${scopeLine(accountId)}`,
        sql`(${announcements.accountId} = ${accountId} or ${announcements.includeSubAccounts})`,
        announcements.active,
        sql`(${announcements.startAt} is null or ${announcements.startAt} <= ${until})`,
        sql`(${announcements.endAt} is null or ${announcements.endAt} > ${now})`,
        sql`not ${dismissed} @> to_jsonb(${announcements.id})`,
        ids ? inArray(announcements.id, [...ids]) : undefined,
      ),
    )
    .orderBy(sql`${announcements.id} desc`)
    .limit(50);

/** Keeps the newest 500, so that the properties of a user do not grow for ever. */
export async function dismiss(db: Db, userId: number, id: number): Promise<void> {
  const all = sql`${dismissed} || to_jsonb(${id}::bigint)`;
  const newest = sql`(select coalesce(jsonb_agg(value order by place), '[]'::jsonb) from (
    select value, place from jsonb_array_elements(${all}) with ordinality as every(value, place)
    order by place desc limit 500) kept)`;
  await db
    .update(users)
    .set({ properties: sql`jsonb_set(${users.properties}, '{announcements}', ${newest})` })
    .where(eq(users.id, userId));
}
