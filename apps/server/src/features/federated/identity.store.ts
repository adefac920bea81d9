import { createHash } from 'node:crypto';
import { and, count, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { federatedAttempts, federatedClients, userIdentities } from './federated.table.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest();

type Attempt = Omit<typeof federatedAttempts.$inferSelect, 'tokenHash'>;

export async function insertAttempt(db: Db, token: string, attempt: Attempt): Promise<void> {
  await db.insert(federatedAttempts).values({ ...attempt, tokenHash: hashOf(token) });
}

/** Deletes the attempt, so that only one of two concurrent callbacks succeeds. */
export async function takeAttempt(db: Db, token: string, clientId: number, now: Date): Promise<Attempt | undefined> {
  const [taken] = await db
    .delete(federatedAttempts)
    .where(
      and(
        eq(federatedAttempts.tokenHash, hashOf(token)),
        eq(federatedAttempts.federatedClientId, clientId),
        gt(federatedAttempts.expiresAt, now),
      ),
    )
    .returning();
  return taken;
}

export async function countAttempts(db: Db, address: string, now: Date): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(federatedAttempts)
    .where(and(eq(federatedAttempts.address, address), gt(federatedAttempts.expiresAt, now)));
  return found?.count ?? 0;
}

export async function deleteExpiredAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(federatedAttempts).where(lte(federatedAttempts.expiresAt, now));
}

export interface IdentityKey {
  clientId: number;
  issuer: string;
  subject: string;
}

const is = ({ clientId, issuer, subject }: IdentityKey) =>
  and(
    eq(userIdentities.federatedClientId, clientId),
    eq(userIdentities.issuer, issuer),
    eq(userIdentities.subject, subject),
  );

/** `isGoverned`: the client belongs to the user's account or an ancestor. */
export async function findIdentityUser(db: Db, key: IdentityKey) {
  const [found] = await db
    .select({
      id: users.id,
      accountId: users.accountId,
      active: users.active,
      isGoverned: sql<boolean>`exists (
        select from ${federatedClients} client
        join ${accounts} owner on owner.id = client.account_id
        join ${scopes} above on above.id = owner.scope_id
        where client.id = ${userIdentities.federatedClientId} and above.path @> ${scopes.path}
      )`,
    })
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.userId))
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(is(key));
  return found;
}

export async function findUser(db: Db, id: number) {
  const [found] = await db
    .select({ id: users.id, accountId: users.accountId, active: users.active, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, id));
  return found;
}

export async function isLoginTaken(db: Db, email: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email}) or lower(${users.username}) = lower(${email})`)
    .limit(1);
  return found.length > 0;
}

/** Serialises first sign-ins through a client, so that two tabs don't create two users. */
export async function lockClient(db: Db, clientId: number): Promise<void> {
  await db
    .select({ id: federatedClients.id })
    .from(federatedClients)
    .where(eq(federatedClients.id, clientId))
    .for('no key update');
}

export async function insertIdentity(db: Db, { clientId, ...key }: IdentityKey, userId: number): Promise<void> {
  await db.insert(userIdentities).values({ ...key, federatedClientId: clientId, userId });
}

const ofUser = (userId: number, clientId: number) =>
  and(eq(userIdentities.userId, userId), eq(userIdentities.federatedClientId, clientId));

export async function deleteIdentity(db: Db, userId: number, clientId: number): Promise<void> {
  await db.delete(userIdentities).where(ofUser(userId, clientId));
}

/** `active` is whether the user can still sign in with it. */
export function findIdentities(db: Db, userId: number) {
  return db
    .select({
      clientId: federatedClients.id,
      displayName: federatedClients.displayName,
      logo: federatedClients.logo,
      type: federatedClients.kind,
      active: federatedClients.active,
      linkedAt: userIdentities.createdAt,
    })
    .from(userIdentities)
    .innerJoin(federatedClients, eq(federatedClients.id, userIdentities.federatedClientId))
    .where(eq(userIdentities.userId, userId))
    .orderBy(desc(userIdentities.createdAt), federatedClients.id);
}

export async function linkedClients(db: Db, userId: number, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: userIdentities.federatedClientId })
    .from(userIdentities)
    .where(and(eq(userIdentities.userId, userId), inArray(userIdentities.federatedClientId, ids)));
  return new Set(rows.map(({ id }) => id));
}
