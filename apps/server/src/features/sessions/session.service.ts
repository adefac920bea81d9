import { actions, type Permission, subjects } from '@stellwerk/contract/core/permission';
import { featureFlagNames, noSession, type Session } from '@stellwerk/contract/session';
import type { HashGate } from '../../platform/auth/hash-gate.ts';
import { verifyPassword } from '../../platform/auth/password.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor, Ctx, PublicCtx } from '../../platform/http/ctx.ts';
import { covers, decide, holdsSomewhere } from '../../platform/policy/policy.ts';
import { effectiveSettings } from '../settings/index.ts';
import { grantsOf } from '../users/index.ts';
import { mayStillImpersonate } from './impersonation.policy.ts';
import { clearFailures, countFailure, deleteOldLocks, lockedKeys, lockKeys } from './login-lock.store.ts';
import { createRecentLocks } from './login-lock-cache.ts';
import * as store from './session.store.ts';

/** A session expires after a day without use; each use extends it, at most once a minute. */
const lifetimeMs = 24 * 3_600_000;
const touchEveryMs = 60_000;

export const expiryFrom = (now: Date) => new Date(now.getTime() + lifetimeMs);

const everyPermission = subjects.flatMap((subject) => actions.map((action): Permission => `${subject}.${action}`));

export interface Origin {
  address: string;
  userAgent: string;
}

interface SignIn extends Origin {
  username: string;
  password: string;
  token?: string | undefined;
}

/** Consumes a code of the user's authenticator app, or a recovery code. */
export type CheckSecondFactor = (db: Db, userId: number, token: string) => Promise<boolean>;

interface SessionServiceOptions {
  clock: Clock;
  hashing: HashGate;
  secondFactor: CheckSecondFactor;
  /** Called after a session has ended, so that its live connection is closed. */
  onEnd: (sessionId: number) => void;
}

export function createSessionService({ clock, hashing, secondFactor, onEnd }: SessionServiceOptions) {
  const open = (db: Db, { userId, address, userAgent }: Origin & { userId: number }): Promise<string> =>
    db.transaction(async (tx) => {
      const now = clock.now();
      await store.noteSignIn(tx, userId, now);
      const session = { userId, address, userAgent: userAgent.slice(0, 400), expiresAt: expiryFrom(now) };
      return store.createSession(tx, session);
    });

  const recentLocks = createRecentLocks({ clock });

  /** Runs inside the concurrency limit, so that a flood of attempts exhausts neither CPU nor database. */
  async function provePassword(db: Db, { username, password, address }: SignIn) {
    const found = await store.findLogin(db, username);
    const keys = lockKeys(found ? { id: found.user.id } : { name: username }, address);
    const locked = await lockedKeys(db, keys, clock.now());
    const [byName, byAddress] = lockKeys({ name: username }, address);
    recentLocks.forget([byName, byAddress]);
    if (locked.length > 0) {
      // The next attempt contains only the name, so the lock is cached by name instead of by user id.
      recentLocks.remember(locked.map((key) => (key === byAddress ? byAddress : byName)));
      return fail('AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS');
    }
    if (!(await verifyPassword(found?.passwordHash, password)) || !found) {
      await countFailure(db, keys, clock.now());
      return fail('AUTH_LOGIN_PASSWORD_MISMATCH');
    }
    return { ...found, keys };
  }

  return {
    open,

    async signIn(ctx: PublicCtx, attempt: SignIn) {
      const { username, token, address, userAgent } = attempt;
      const [byName, source] = lockKeys({ name: username }, address);
      if (recentLocks.refuses([byName, source])) return fail('AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS');
      const { user, active, keys } = await hashing.run(source, () => provePassword(ctx.db, attempt));
      // Only callers with the right password learn that the user is deactivated.
      if (!active) return fail('AUTH_USER_DEACTIVATED');
      ctx.activity.actor = { userId: user.id, accountId: user.tenantId };
      if (user.mfa) {
        // Keeps the count of failures, otherwise the password alone would allow unlimited guesses at the code.
        if (token === undefined) return { mfaRequired: true as const };
        if (!(await secondFactor(ctx.db, user.id, token))) {
          await countFailure(ctx.db, keys, clock.now());
          return fail('2FA_TOKEN_FAILURE');
        }
      }
      await clearFailures(ctx.db, user.id);
      return { mfaRequired: false as const, token: await open(ctx.db, { userId: user.id, address, userAgent }), user };
    },

    async findActor(db: Db, { token, via }: { token: string; via: Actor['via'] }): Promise<Actor | undefined> {
      const now = clock.now();
      const session = await store.findSession(db, token, now);
      if (!session) return undefined;
      const { id, originalSessionId, impersonatorId, impersonatorName, userId } = session;
      const grants = await grantsOf(db, userId);
      if (impersonatorId !== null && !(await mayStillImpersonate(db, impersonatorId, { id: userId, grants }))) {
        for (const ended of await store.deleteSession(db, id)) onEnd(ended);
        return undefined;
      }
      if (now.getTime() - session.lastUsedAt.getTime() > touchEveryMs) {
        const used = originalSessionId === null ? [id] : [id, originalSessionId];
        await store.extendSessions(db, used, now, expiryFrom(now));
      }
      return {
        userId,
        accountId: session.accountId,
        sessionId: id,
        apiKeyId: null,
        impersonator: impersonatorId === null ? null : { id: impersonatorId, name: impersonatorName ?? '' },
        email: session.email,
        grants,
        via,
      };
    },

    async describe({ actor, db }: PublicCtx): Promise<Session> {
      if (!actor) return noSession;
      const [found, primary, settings] = await Promise.all([
        store.findSessionUser(db, actor.userId, actor.sessionId),
        store.findPrimary(db, actor.userId),
        effectiveSettings(db, actor.accountId),
      ]);
      if (!found) return noSession;
      const managed = primary.filter(({ path }) => decide(actor.grants, 'all.manage', path).allowed);
      const topmost = managed.filter(
        ({ path }) => !managed.some((other) => other.path !== path && covers(other.path, path)),
      );
      return {
        isAuthenticated: true,
        user: found.user,
        tenantId: found.user.tenantId,
        tokenIssuedAt: found.issuedAt?.toISOString() ?? null,
        isApiKey: actor.apiKeyId !== null,
        impersonator: actor.impersonator,
        primaryScopeIds: primary.map(({ scopeId }) => scopeId),
        primaryTenants: [...new Map(primary.map(({ id, name }) => [id, { id, name }])).values()],
        manageableTenantIds: [...new Set(topmost.map(({ id }) => id))],
        eulaAccepted: !found.termsPending,
        abilities: everyPermission.filter((permission) => holdsSomewhere(actor.grants, permission)),
        featureFlags: { flags: Object.fromEntries(featureFlagNames.map((name) => [name, settings[name] === true])) },
      };
    },

    async signOut(ctx: Ctx) {
      const { sessionId, impersonator, via } = ctx.actor;
      if (sessionId === null) return fail('AUTH_SESSION_REQUIRED');
      // The browser has lost the token of the original session, so signing out ends both sessions.
      const original = impersonator && via === 'cookie' ? await store.originalOf(ctx.db, sessionId) : undefined;
      const ended = await store.deleteSession(ctx.db, original ?? sessionId);
      ctx.afterCommit(() => {
        for (const id of ended) onEnd(id);
      });
    },

    async removeExpired(db: Db) {
      await store.deleteExpiredSessions(db, clock.now());
      await deleteOldLocks(db, clock.now());
    },
  };
}

export type SessionService = ReturnType<typeof createSessionService>;
