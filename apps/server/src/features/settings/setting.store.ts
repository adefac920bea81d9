import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { scopeLine } from '../accounts/index.ts';
import { accountSettings, brandingImages } from './setting.table.ts';

export interface AccountLevel {
  id: number;
  name: string;
  path: string;
  /** Values as they are stored; earlier versions may have stored others. */
  values: Readonly<Record<string, unknown>>;
  serviceBuilder: Record<string, string> | null;
}

/** The address for feedback is a field of the account by specification. */
const feedbackOf = (data: Record<string, unknown>): unknown =>
  typeof data.feedback === 'object' && data.feedback !== null ? Reflect.get(data.feedback, 'bug') : undefined;

/** The account and its ancestors with their own values, nearest first. */
export async function levelsOf(db: Db, accountId: number): Promise<AccountLevel[]> {
  const rows = await db
    .select({
      id: accounts.id,
      name: accounts.name,
      path: sql<string>`${scopes.path}::text`,
      data: accounts.data,
      values: accountSettings.values,
      serviceBuilder: accountSettings.serviceBuilder,
    })
    .from(accounts)
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .leftJoin(accountSettings, eq(accountSettings.accountId, accounts.id))
    .where(sql`${accounts.scopeId} in ${scopeLine(accountId)}`)
    .orderBy(desc(sql`nlevel(${scopes.path})`));
  return rows.map(({ data, values, ...row }) => ({
    ...row,
    values: { ...values, feedbackRecipient: feedbackOf(data) || undefined },
  }));
}

/** Serialises changes of one account, so that two of them do not overwrite each other's settings. */
export async function lockSettings(db: Db, accountId: number): Promise<void> {
  await db.insert(accountSettings).values({ accountId }).onConflictDoNothing();
  await db.select().from(accountSettings).where(eq(accountSettings.accountId, accountId)).for('update');
}

export async function putSettings(db: Db, accountId: number, values: Record<string, unknown>): Promise<void> {
  await db
    .insert(accountSettings)
    .values({ accountId, values })
    .onConflictDoUpdate({ target: accountSettings.accountId, set: { values, updatedAt: sql`now()` } });
}

export async function putServiceBuilder(db: Db, accountId: number, own: Record<string, string> | null): Promise<void> {
  await db.update(accountSettings).set({ serviceBuilder: own }).where(eq(accountSettings.accountId, accountId));
}

export async function putFeedbackRecipient(db: Db, accountId: number, address: string): Promise<void> {
  const feedback = JSON.stringify({ feedback: { bug: address } });
  await db
    .update(accounts)
    .set({ data: sql`${accounts.data} || ${feedback}::jsonb` })
    .where(eq(accounts.id, accountId));
}

export interface BrandingImage {
  hash: string;
  type: string;
  content: Buffer;
}

export async function putBrandingImage(db: Db, image: BrandingImage): Promise<void> {
  await db.insert(brandingImages).values(image).onConflictDoNothing();
}

export async function findBrandingImage(db: Db, hash: string): Promise<BrandingImage | undefined> {
  const [found] = await db.select().from(brandingImages).where(eq(brandingImages.hash, hash));
  return found;
}

/** Images that no account uses any more. */
export async function removeUnusedImages(db: Db): Promise<void> {
  await db.delete(brandingImages).where(sql`not exists (
    select 1 from ${accountSettings} where strpos(${accountSettings.values}::text, ${brandingImages.hash}) > 0)`);
}
