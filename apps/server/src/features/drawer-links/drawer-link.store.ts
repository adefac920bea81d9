import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { inAccount, scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { scopeLine } from '../accounts/index.ts';
import { drawerLinks } from './drawer-link.table.ts';

export const drawerLinkScopes = scopesOf(inAccount(drawerLinks, drawerLinks));

export type DrawerLinkRow = typeof drawerLinks.$inferSelect;
export type DrawerLinkValues = Omit<DrawerLinkRow, 'id' | 'accountId' | 'position'>;

export const linksOfAccount = (db: Db, accountId: number): Promise<DrawerLinkRow[]> =>
  db
    .select()
    .from(drawerLinks)
    .where(eq(drawerLinks.accountId, accountId))
    .orderBy(asc(drawerLinks.position), asc(drawerLinks.id));

/** Links of the accounts above first, each in their order. */
export async function linksForUsersOf(db: Db, accountId: number): Promise<DrawerLinkRow[]> {
  const rows = await db
    .select({ link: drawerLinks })
    .from(drawerLinks)
    .innerJoin(accounts, eq(accounts.id, drawerLinks.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(sql`${accounts.scopeId} in ${scopeLine(accountId)}`)
    .orderBy(sql`nlevel(${scopes.path})`, asc(drawerLinks.position), asc(drawerLinks.id));
  return rows.map(({ link }) => link);
}

/** Serialises changes of the links of an account. */
export async function lockLinks(db: Db, accountId: number): Promise<DrawerLinkRow[]> {
  await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  return linksOfAccount(db, accountId);
}

export async function insertLink(db: Db, values: DrawerLinkValues & { accountId: number; position: number }) {
  const [created] = await db.insert(drawerLinks).values(values).returning();
  if (!created) throw new Error('insert returned no row');
  return created;
}

export async function findLink(db: Db, id: number): Promise<DrawerLinkRow | undefined> {
  const [found] = await db.select().from(drawerLinks).where(eq(drawerLinks.id, id));
  return found;
}

export async function updateLink(db: Db, id: number, values: DrawerLinkValues): Promise<void> {
  await db.update(drawerLinks).set(values).where(eq(drawerLinks.id, id));
}

export async function orderLinks(db: Db, ids: readonly number[]): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await db.update(drawerLinks).set({ position }).where(eq(drawerLinks.id, id));
  }
}

export async function deleteLink(db: Db, id: number): Promise<void> {
  await db.delete(drawerLinks).where(eq(drawerLinks.id, id));
}
