import type { Language } from '@stellwerk/contract/text';
import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { userRoles, users } from '../../platform/tenancy/user.table.ts';
import { failAsTaken, type LoginName, loginNames } from './login-names.store.ts';
import { scopedUsers } from './user.view.ts';

export interface NewUser {
  accountId: number;
  email: string;
  username: string;
  kind?: 'person' | 'api';
  firstName?: string;
  lastName?: string;
  passwordHash: string | null;
  language?: Language | null;
  active?: boolean;
  properties?: Record<string, unknown>;
  access?: { scopeId: number; roleId: number }[];
}

/** Fails with USER_DUPLICATE_ENTRY if another user has the e-mail address or the user name. */
export async function createUser(db: Db, { access = [], ...user }: NewUser): Promise<number> {
  const [created] = await db.insert(users).values(user).returning({ id: users.id }).catch(failAsTaken(user));
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

export const userScopes = scopesOf(scopedUsers);

/** Columns for both a list and a single user. */
export const userColumns = {
  id: users.id,
  kind: users.kind,
  firstName: users.firstName,
  lastName: users.lastName,
  username: users.username,
  email: users.email,
  active: users.active,
  mfa: sql<boolean>`${users.mfaEnabledAt} is not null`,
  hasPassword: sql<boolean>`${users.passwordHash} is not null`,
  accountId: users.accountId,
  accountName: accounts.name,
  createdAt: users.createdAt,
  lastSignInAt: users.lastSignInAt,
};

export async function findUser(db: Db, id: number) {
  const [found] = await db
    .select({
      ...userColumns,
      scopePath: sql<string>`${scopes.path}::text`,
      language: users.language,
      properties: users.properties,
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(eq(users.id, id));
  return found;
}
export type FoundUser = NonNullable<Awaited<ReturnType<typeof findUser>>>;

type UserValues = Partial<
  Pick<
    typeof users.$inferInsert,
    'firstName' | 'lastName' | 'email' | 'username' | 'language' | 'active' | 'properties'
  >
>;

export async function changeUser(db: Db, id: number, values: UserValues): Promise<void> {
  // Drizzle fails on an update without columns.
  if (Object.keys(values).length === 0) return;
  await db.update(users).set(values).where(eq(users.id, id)).catch(failAsTaken(values));
}

export async function removeUser(db: Db, id: number): Promise<void> {
  await db.delete(users).where(eq(users.id, id));
}

/** Locks the user, so that concurrent changes of properties wait for each other. */
export async function lockProperties(db: Db, id: number): Promise<Record<string, unknown> | undefined> {
  const [found] = await db.select({ properties: users.properties }).from(users).where(eq(users.id, id)).for('update');
  return found?.properties;
}

export async function noteTermsAccepted(db: Db, id: number, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ eulaAcceptedAt: now })
    .where(and(eq(users.id, id), isNull(users.eulaAcceptedAt)));
}

/** The subset of the two names with which another user already signs in. */
export async function findTaken(
  db: Db,
  { email, username }: { email?: string | undefined; username?: string | undefined },
  exceptId: number | undefined,
): Promise<LoginName[]> {
  const names = [email, username]
    .filter((name) => name !== undefined && name !== '')
    .map((name = '') => name.toLowerCase());
  if (names.length === 0) return [];
  const [lowerEmail, lowerUsername] = [sql<string>`lower(${users.email})`, sql<string>`lower(${users.username})`];
  const rows = await db
    .select({ email: lowerEmail, username: lowerUsername })
    .from(users)
    .where(
      and(
        or(inArray(lowerEmail, names), inArray(lowerUsername, names)),
        exceptId === undefined ? undefined : ne(users.id, exceptId),
      ),
    );
  const taken = new Set(rows.flatMap((row) => [row.email, row.username]));
  return loginNames.filter((field) => {
    const name = { email, username }[field];
    return name !== undefined && name !== '' && taken.has(name.toLowerCase());
  });
}

/** The account of a new user or of a list, with its scope. */
export async function findHome(db: Db, accountId: number) {
  const [found] = await db
    .select({
      id: accounts.id,
      name: accounts.name,
      scopeId: accounts.scopeId,
      path: sql<string>`${scopes.path}::text`,
    })
    .from(accounts)
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(eq(accounts.id, accountId));
  return found;
}
