import { randomBytes } from 'node:crypto';
import { email as emailSchema } from '@stellwerk/contract/user';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { violates } from '../../platform/db/violates.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx, PublicCtx } from '../../platform/http/ctx.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { defaultAccess } from '../accounts/index.ts';
import { administratorsCover, createUser, grantsOf } from '../users/index.ts';
import { type ClientAddresses, inAppPath } from './addresses.ts';
import * as clients from './client.store.ts';
import { codesOf } from './error-codes.ts';
import type { Exchange, Identity } from './exchange.service.ts';
import * as store from './identity.store.ts';

/**
 * Whether users with these grants may sign in through a service of an account. Services of the topmost account belong to
 * the operator, so system administrators use them too.
 */
const vouchesFor = (accountPath: string, grants: readonly Grant[]) =>
  !accountPath.includes('.') || administratorsCover(accountPath, grants);

export const attemptMs = 10 * 60_000;
/** High, because a whole office may share one IP address; completed attempts don't count. */
const openAttemptsPerAddress = 100;
const shownClients = 20;

interface Origin {
  address: string;
  userAgent: string;
}

interface SignInOptions {
  clock: Clock;
  secrets: Secrets;
  exchange: Exchange;
  addresses: ClientAddresses;
  openSession(db: Db, session: Origin & { userId: number }): Promise<string>;
}

interface Finish extends Origin {
  clientId: number;
  /** The cookie of the attempt. */
  token: string | undefined;
  /** The parameters that the service added to our URL. */
  search: string;
}

type UsableClient = clients.FoundClient & { secret: string | undefined };

export function createSignInService({ clock, secrets, exchange, addresses, openSession }: SignInOptions) {
  async function usable(db: Db, id: number): Promise<UsableClient> {
    // The same error for both kinds, so that callers don't learn the kind of a client.
    const client = (await clients.findUsableClient(db, id)) ?? fail(codesOf.oidc.notFound);
    return { ...client, secret: await secrets.get(db, clients.clientSecret(id)) };
  }

  const toShown = ({ id, displayName, logo, kind, domain }: clients.FoundClient) => ({
    id,
    displayName,
    logo,
    type: kind,
    startUrl: addresses.start({ id, domain }),
  });

  /** Users may link a service to themselves only if the service belongs to their account or an ancestor. */
  async function linkingUser({ actor, db }: PublicCtx, client: UsableClient): Promise<number> {
    if (!actor) return fail('AUTH_TOKEN_NOT_FOUND');
    if (actor.sessionId === null || actor.impersonator) return fail('AUTH_SESSION_REQUIRED');
    const open = await clients.findClientsFor(db, actor.accountId, { only: client.id });
    if (open.length === 0) return fail(codesOf[client.kind].notFound);
    return vouchesFor(client.accountPath, actor.grants) ? actor.userId : fail('FEDERATED_SERVICE_NOT_TRUSTED');
  }

  async function link(db: Db, key: store.IdentityKey, userId: number) {
    const user = (await store.findUser(db, userId)) ?? fail('AUTH_USER_NOT_FOUND');
    const owner = await store.findIdentityUser(db, key);
    if (owner && owner.id !== userId) return fail('FEDERATED_IDENTITY_TAKEN');
    await store.deleteIdentity(db, userId, key.clientId);
    await store.insertIdentity(db, key, userId);
    return user;
  }

  /** Existing users are never taken over, even if the service reports their e-mail address. */
  async function create(db: Db, client: UsableClient, key: store.IdentityKey, identity: Identity) {
    const { notCreatable } = codesOf[client.kind];
    if (!client.createUsers) return fail(notCreatable, {}, { internal: 'users are not created' });
    const profile = await identity.readProfile();
    const email = emailSchema.safeParse(profile.email).data;
    const isTrusted = client.kind === 'oidc' ? profile.isEmailVerified === true : profile.isEmailVerified !== false;
    if (email === undefined || !isTrusted) return fail(notCreatable, {}, { internal: 'no verified e-mail address' });
    return db.transaction(async (tx) => {
      await store.lockClient(tx, client.id);
      const meanwhile = await store.findIdentityUser(tx, key);
      if (meanwhile) return meanwhile;
      if (await store.isLoginTaken(tx, email)) return fail(notCreatable, {}, { internal: 'the user exists' });
      const id = await createUser(tx, {
        accountId: client.accountId,
        email,
        username: email,
        firstName: profile.firstName,
        lastName: profile.lastName,
        passwordHash: null,
        access: await defaultAccess(tx, client.accountId),
      }).catch((error: unknown) => {
        const isTaken = violates(error, 'users_email_key') || violates(error, 'users_username_key');
        if (isTaken) fail(notCreatable, {}, { cause: error });
        throw error;
      });
      await store.insertIdentity(tx, key, id);
      return { id, accountId: client.accountId, active: true, isGoverned: true };
    });
  }

  return {
    async shown(db: Db, domain: string) {
      return (await clients.findClientsOfDomain(db, domain, shownClients)).map(toShown);
    },

    /** Returns the URL to redirect to, and the token for the cookie. */
    async begin(ctx: PublicCtx, input: Pick<Finish, 'clientId' | 'address'> & { redirect?: string; link: boolean }) {
      const { db } = ctx;
      const now = clock.now();
      const client = await usable(db, input.clientId);
      const linkUserId = input.link ? await linkingUser(ctx, client) : null;
      if ((await store.countAttempts(db, input.address, now)) >= openAttemptsPerAddress) {
        return fail('RATE_LIMITED', { retryAfterSeconds: attemptMs / 1_000 });
      }
      const secrecy = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
      const location = await exchange.begin(client, addresses.callback(client), secrecy);
      const token = randomBytes(32).toString('base64url');
      await store.insertAttempt(db, token, {
        ...secrecy,
        federatedClientId: client.id,
        redirect: inAppPath(input.redirect),
        linkUserId,
        address: input.address,
        expiresAt: new Date(now.getTime() + attemptMs),
      });
      return { location, token };
    },

    /** Returns the path to redirect to and the session token; no token if a service was linked. */
    async finish(ctx: PublicCtx, { clientId, token, search, ...origin }: Finish) {
      const { db } = ctx;
      const attempt = token === undefined ? undefined : await store.takeAttempt(db, token, clientId, clock.now());
      if (!attempt) {
        // Otherwise callers could fill the activity log through this route.
        ctx.activity.omit = true;
        return fail('FEDERATED_ATTEMPT_INVALID');
      }
      const client = await usable(db, clientId);
      ctx.activity.actor = { userId: null, accountId: client.accountId };
      const callback = new URL(addresses.callback(client));
      callback.search = search;
      if (callback.searchParams.get('state') !== attempt.state) return fail('FEDERATED_ATTEMPT_INVALID');
      const identity = await exchange.finish(client, callback, attempt);
      const key = { clientId, issuer: identity.issuer, subject: identity.subject };
      if (attempt.linkUserId !== null) {
        const { linkUserId } = attempt;
        const user = await db.transaction((tx) => link(tx, key, linkUserId));
        ctx.activity.actor = { userId: user.id, accountId: user.accountId };
        return { token: undefined, redirect: attempt.redirect };
      }
      const user = (await store.findIdentityUser(db, key)) ?? (await create(db, client, key, identity));
      ctx.activity.actor = { userId: user.id, accountId: user.accountId };
      if (!user.isGoverned)
        return fail('AUTH_USER_NOT_FOUND', {}, { internal: 'moved out of the reach of the client' });
      if (!user.active) return fail('AUTH_USER_DEACTIVATED');
      // Administrators of the client's account choose the service and thereby who can sign in as its users (ADR 14).
      if (!vouchesFor(client.accountPath, await grantsOf(db, user.id))) {
        return fail('FEDERATED_SERVICE_NOT_TRUSTED');
      }
      return { token: await openSession(db, { userId: user.id, ...origin }), redirect: attempt.redirect };
    },

    async own({ actor, db }: Ctx) {
      const [linked, possible] = await Promise.all([
        store.findIdentities(db, actor.userId),
        clients.findClientsFor(db, actor.accountId, { limit: shownClients }),
      ]);
      const known = new Set(linked.map(({ clientId }) => clientId));
      return {
        linked: linked.map(({ active: _active, linkedAt, ...identity }) => ({
          ...identity,
          linkedAt: linkedAt.toISOString(),
        })),
        available: possible
          .filter(({ id, accountPath }) => !known.has(id) && vouchesFor(accountPath, actor.grants))
          .map(toShown),
      };
    },

    async unlink({ actor, db }: Ctx, clientId: number): Promise<void> {
      if (actor.sessionId === null || actor.impersonator) fail('AUTH_SESSION_REQUIRED');
      const user = (await store.findUser(db, actor.userId)) ?? fail('AUTH_USER_NOT_FOUND');
      const others = (await store.findIdentities(db, actor.userId)).filter(
        (identity) => identity.clientId !== clientId && identity.active,
      );
      if (user.passwordHash === null && others.length === 0) fail('FEDERATED_IDENTITY_LAST');
      await store.deleteIdentity(db, actor.userId, clientId);
    },

    removeExpired: (db: Db) => store.deleteExpiredAttempts(db, clock.now()),
  };
}
export type SignInService = ReturnType<typeof createSignInService>;
