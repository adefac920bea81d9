import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { userTokens } from './user.table.ts';

export type TokenPurpose = 'invite' | 'reset';

const hashOf = (token: string) => createHash('sha256').update(token).digest();

interface NewToken {
  userId: number;
  purpose: TokenPurpose;
  creatorId: number | null;
  carrierId: number | null;
  expiresAt: Date;
}

/** Returns the token, which is stored only as a hash. Replaces an older token of the same purpose. */
export async function createToken(db: Db, { userId, purpose, ...facts }: NewToken): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const values = { ...facts, tokenHash: hashOf(token), createdAt: sql`now()` };
  await db
    .insert(userTokens)
    .values({ userId, purpose, ...values })
    .onConflictDoUpdate({ target: [userTokens.userId, userTokens.purpose], set: values });
  return token;
}

const isValid = (token: string, now: Date) =>
  and(eq(userTokens.tokenHash, hashOf(token)), gt(userTokens.expiresAt, now));

/** The user of a token; undefined if it is unknown, used or expired, or its user is deactivated. */
export async function findToken(db: Db, token: string, now: Date) {
  const [found] = await db
    .select({
      purpose: userTokens.purpose,
      creatorId: userTokens.creatorId,
      carrierId: userTokens.carrierId,
      userId: users.id,
      accountId: users.accountId,
      username: users.username,
      passwordHash: users.passwordHash,
    })
    .from(userTokens)
    .innerJoin(users, eq(users.id, userTokens.userId))
    .where(and(isValid(token, now), users.active, eq(users.kind, 'person')));
  return found;
}

/** Consumes a token: of several concurrent calls only one returns true. */
export async function useToken(db: Db, token: string, now: Date): Promise<boolean> {
  const used = await db.delete(userTokens).where(isValid(token, now)).returning({ userId: userTokens.userId });
  return used.length === 1;
}

export async function removeTokensOf(db: Db, userId: number): Promise<void> {
  await db.delete(userTokens).where(eq(userTokens.userId, userId));
}

export async function removeExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.delete(userTokens).where(lte(userTokens.expiresAt, now));
}
