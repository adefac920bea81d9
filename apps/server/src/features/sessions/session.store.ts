import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { userRoles, users } from '../../platform/tenancy/user.table.ts';
import { accountTermsView } from '../accounts/index.ts';
import { sessions } from './session.table.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest();

const userColumns = {
  id: users.id,
  email: users.email,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  tenantId: users.accountId,
  tenantName: accounts.name,
  language: users.language,
  mfa: sql<boolean>`${users.mfaEnabledAt} is not null`,
};

/** The impersonator of a session, and their original session. */
const impersonators = alias(users, 'impersonators');
const originals = alias(sessions, 'originals');
const impersonatorName = sql<string | null>`coalesce(
  nullif(trim(${impersonators.firstName} || ' ' || ${impersonators.lastName}), ''), ${impersonators.username})`;

/** The user with this e-mail address or user name. */
export async function findLogin(db: Db, name: string) {
  const [found] = await db
    .select({ user: userColumns, passwordHash: users.passwordHash, active: users.active })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(sql`lower(${users.email}) = lower(${name}) or lower(${users.username}) = lower(${name})`)
    .orderBy(sql`lower(${users.email}) = lower(${name}) desc`)
    .limit(1);
  return found;
}

interface NewSession {
  userId: number;
  address: string;
  userAgent: string;
  expiresAt: Date;
  /** Set during impersonation. */
  impersonatorId?: number;
  originalSessionId?: number;
}

/** Returns the token, which is stored only as a hash. */
export async function createSession(db: Db, session: NewSession): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.insert(sessions).values({ ...session, tokenHash: hashOf(token) });
  return token;
}

export async function noteSignIn(db: Db, userId: number, now: Date): Promise<void> {
  await db.update(users).set({ lastSignInAt: now }).where(eq(users.id, userId));
}

/** Replaces the token of a valid session. Returns the new token and the user. */
export async function renewToken(db: Db, sessionId: number, now: Date, expiresAt: Date) {
  const token = randomBytes(32).toString('base64url');
  const [renewed] = await db
    .update(sessions)
    .set({ tokenHash: hashOf(token), lastUsedAt: now, expiresAt })
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now)))
    .returning({ userId: sessions.userId });
  return renewed && { token, userId: renewed.userId };
}

/** Accounts in which a user has roles directly, between which they can switch. */
export async function findPrimary(db: Db, userId: number) {
  return db
    .selectDistinct({
      scopeId: scopes.id,
      path: sql<string>`${scopes.path}::text`,
      id: accounts.id,
      name: accounts.name,
    })
    .from(userRoles)
    .innerJoin(scopes, eq(scopes.id, userRoles.scopeId))
    .innerJoin(accounts, eq(accounts.id, scopes.accountId))
    .where(eq(userRoles.userId, userId))
    .orderBy(accounts.name, scopes.id)
    .limit(100);
}

/** The valid session of a token, with its active user. An impersonation expires with its original session. */
export async function findSession(db: Db, token: string, now: Date) {
  const [found] = await db
    .select({
      id: sessions.id,
      lastUsedAt: sessions.lastUsedAt,
      originalSessionId: sessions.originalSessionId,
      impersonatorId: sessions.impersonatorId,
      impersonatorName,
      userId: users.id,
      accountId: users.accountId,
      email: users.email,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(impersonators, eq(impersonators.id, sessions.impersonatorId))
    .leftJoin(originals, eq(originals.id, sessions.originalSessionId))
    .where(
      and(
        eq(sessions.tokenHash, hashOf(token)),
        gt(sessions.expiresAt, now),
        users.active,
        or(isNull(sessions.impersonatorId), and(gt(originals.expiresAt, now), impersonators.active)),
      ),
    );
  return found;
}

/** The account or an ancestor has terms of use that the user has not accepted. */
const termsPending = sql<boolean>`${users.eulaAcceptedAt} is null and exists (
  select 1 from ${accountTermsView}
  join ${accounts} owner on owner.id = ${accountTermsView.accountId}
  join ${scopes} above on above.id = owner.scope_id
  join ${scopes} own on own.id = ${accounts.scopeId}
  where above.path @> own.path
)`;

/** The signed-in user for the web, with the start of the session. */
export async function findSessionUser(db: Db, userId: number, sessionId: number | null) {
  const [found] = await db
    .select({ user: userColumns, active: users.active, termsPending, issuedAt: sessions.createdAt })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .leftJoin(sessions, and(eq(sessions.userId, users.id), eq(sessions.id, sessionId ?? 0)))
    .where(eq(users.id, userId));
  return found;
}

export async function extendSessions(db: Db, ids: number[], now: Date, expiresAt: Date): Promise<void> {
  await db.update(sessions).set({ lastUsedAt: now, expiresAt }).where(inArray(sessions.id, ids));
}

export async function findSessionsOf(db: Db, userId: number, now: Date) {
  return db
    .select({
      id: sessions.id,
      address: sessions.address,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
      impersonatorId: sessions.impersonatorId,
      impersonatorName,
    })
    .from(sessions)
    .leftJoin(impersonators, eq(impersonators.id, sessions.impersonatorId))
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(100);
}

export async function originalOf(db: Db, sessionId: number): Promise<number | undefined> {
  const [found] = await db
    .select({ originalSessionId: sessions.originalSessionId })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return found?.originalSessionId ?? undefined;
}

export async function sessionOwners(db: Db, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: sessions.id, userId: sessions.userId })
    .from(sessions)
    .where(inArray(sessions.id, ids));
  return new Map(rows.map((row) => [row.id, row.userId]));
}

/** Also deletes impersonations that started in these sessions. */
async function deleteWithDependents(db: Db, ended: ReturnType<typeof and>): Promise<number[]> {
  const ids = db.select({ id: sessions.id }).from(sessions).where(ended);
  const rows = await db
    .delete(sessions)
    .where(or(inArray(sessions.id, ids), inArray(sessions.originalSessionId, ids)))
    .returning({ id: sessions.id });
  return rows.map(({ id }) => id);
}

/** Returns the ids of all deleted sessions. */
export const deleteSession = (db: Db, sessionId: number): Promise<number[]> =>
  deleteWithDependents(db, and(eq(sessions.id, sessionId)));

/** Ends the sessions of a user. Returns their ids, so that their live connections can be closed after the commit. */
export const endSessions = (db: Db, userId: number, options: { except?: number | undefined } = {}): Promise<number[]> =>
  deleteWithDependents(
    db,
    and(eq(sessions.userId, userId), options.except === undefined ? undefined : ne(sessions.id, options.except)),
  );

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now));
}
