import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../accounts/index.ts';
import { users } from '../users/index.ts';
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
};

/** The user that signs in with this e-mail address or user name. */
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
}

/** The token is returned once and kept only as a hash. */
export async function createSession(db: Db, session: NewSession): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.insert(sessions).values({ ...session, tokenHash: hashOf(token) });
  return token;
}

/** The living session of a token, with its user; sessions of deactivated users are dead. */
export async function findSession(db: Db, token: string, now: Date) {
  const [found] = await db
    .select({ id: sessions.id, createdAt: sessions.createdAt, lastUsedAt: sessions.lastUsedAt, user: userColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(and(eq(sessions.tokenHash, hashOf(token)), gt(sessions.expiresAt, now), users.active));
  return found;
}

export async function findSessionUser(db: Db, userId: number) {
  const [found] = await db
    .select({ user: userColumns })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(eq(users.id, userId));
  return found?.user;
}

export async function sessionCreatedAt(db: Db, sessionId: number): Promise<Date | undefined> {
  const [found] = await db.select({ createdAt: sessions.createdAt }).from(sessions).where(eq(sessions.id, sessionId));
  return found?.createdAt;
}

export async function extendSession(db: Db, sessionId: number, now: Date, expiresAt: Date): Promise<void> {
  await db.update(sessions).set({ lastUsedAt: now, expiresAt }).where(eq(sessions.id, sessionId));
}

export async function deleteSession(db: Db, sessionId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

export async function deleteSessionsOf(db: Db, userId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(sql`${sessions.expiresAt} <= ${now}`);
}
