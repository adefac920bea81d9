import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';

/** Users who can receive a mail with a link: active, and not API users. */
export async function findRecipient(db: Db, userId: number) {
  const [found] = await db
    .select({
      id: users.id,
      email: users.email,
      name: sql<string>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.username})`,
      language: users.language,
      accountId: users.accountId,
      accountName: accounts.name,
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(and(eq(users.id, userId), users.active, eq(users.kind, 'person')));
  return found;
}
export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

/** The user with this e-mail address, for a forgotten password. */
export async function findByEmail(db: Db, email: string): Promise<{ id: number; accountId: number } | undefined> {
  const [found] = await db
    .select({ id: users.id, accountId: users.accountId })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, users.active, eq(users.kind, 'person')));
  return found;
}

export async function findPasswordHash(db: Db, userId: number): Promise<string | null | undefined> {
  const [found] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
  return found?.passwordHash;
}

export async function savePassword(db: Db, userId: number, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, userId));
}
