import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { userRoles, users } from './user.table.ts';

interface NewUser {
  accountId: number;
  email: string;
  username: string;
  firstName?: string;
  lastName?: string;
  passwordHash: string | null;
  /** Roles in scopes. */
  access?: { scopeId: number; roleId: number }[];
}

export async function createUser(db: Db, { access = [], ...user }: NewUser): Promise<number> {
  const [created] = await db.insert(users).values(user).returning({ id: users.id });
  if (!created) throw new Error('insert returned no row');
  if (access.length > 0) await db.insert(userRoles).values(access.map((entry) => ({ ...entry, userId: created.id })));
  return created.id;
}

/** Returns the id of the user with this e-mail address, or undefined if there is none. */
export async function setPassword(db: Db, email: string, passwordHash: string): Promise<number | undefined> {
  const [changed] = await db
    .update(users)
    .set({ passwordHash, active: true })
    .where(sql`lower(${users.email}) = lower(${email})`)
    .returning({ id: users.id });
  return changed?.id;
}
