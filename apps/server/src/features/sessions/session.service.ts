import { actions, type Permission, subjects } from '@stellwerk/contract/core/permission';
import { featureFlagDefaults, type Session } from '@stellwerk/contract/session';
import type { HashGate } from '../../platform/auth/hash-gate.ts';
import { verifyPassword } from '../../platform/auth/password.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor, Ctx, PublicCtx } from '../../platform/http/ctx.ts';
import { holdsSomewhere } from '../../platform/policy/policy.ts';
import { grantsOf } from '../users/index.ts';
import { clearFailures, countFailure, deleteOldLocks, isLocked, lockKeys } from './login-lock.store.ts';
import * as store from './session.store.ts';

/** A session ends after a day without use; using it moves the end, at most once a minute. */
const lifetimeMs = 24 * 3_600_000;
const touchEveryMs = 60_000;

const everyPermission = subjects.flatMap((subject) => actions.map((action): Permission => `${subject}.${action}`));

interface SignIn {
  username: string;
  password: string;
  address: string;
  userAgent: string;
}

interface SessionServiceOptions {
  clock: Clock;
  hashing: HashGate;
  /** Told when a session ends, so that its live connection ends with it. */
  onEnd?: (sessionId: number) => void;
}

export function createSessionService({ clock, hashing, onEnd = () => {} }: SessionServiceOptions) {
  const expiryFrom = (now: Date) => new Date(now.getTime() + lifetimeMs);

  return {
    async signIn(ctx: PublicCtx, { username, password, address, userAgent }: SignIn) {
      const keys = lockKeys(username, address);
      if (await isLocked(ctx.db, keys, clock.now())) return fail('AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS');
      const found = await store.findLogin(ctx.db, username);
      const matches = await hashing.run(address, () => verifyPassword(found?.passwordHash, password));
      if (!found || !matches) {
        await countFailure(ctx.db, keys, clock.now());
        return fail('AUTH_LOGIN_PASSWORD_MISMATCH');
      }
      await clearFailures(ctx.db, keys);
      // Only somebody who knows the password learns that the user is deactivated.
      if (!found.active) return fail('AUTH_USER_DEACTIVATED');
      const expiresAt = expiryFrom(clock.now());
      const session = { userId: found.user.id, address, userAgent: userAgent.slice(0, 400), expiresAt };
      return { token: await store.createSession(ctx.db, session), user: found.user };
    },

    async findActor(db: Db, { token, via }: { token: string; via: Actor['via'] }): Promise<Actor | undefined> {
      const now = clock.now();
      const session = await store.findSession(db, token, now);
      if (!session) return undefined;
      if (now.getTime() - session.lastUsedAt.getTime() > touchEveryMs) {
        await store.extendSession(db, session.id, now, expiryFrom(now));
      }
      const { user } = session;
      const grants = await grantsOf(db, user.id);
      return { userId: user.id, accountId: user.tenantId, sessionId: session.id, email: user.email, grants, via };
    },

    async describe(ctx: PublicCtx): Promise<Session> {
      const { actor, db } = ctx;
      const [user, createdAt] = actor
        ? await Promise.all([store.findSessionUser(db, actor.userId), store.sessionCreatedAt(db, actor.sessionId)])
        : [];
      return {
        isAuthenticated: user !== undefined,
        user: user ?? null,
        tenantId: user?.tenantId ?? null,
        tokenIssuedAt: createdAt?.toISOString() ?? null,
        abilities: actor ? everyPermission.filter((permission) => holdsSomewhere(actor.grants, permission)) : [],
        featureFlags: { flags: featureFlagDefaults },
      };
    },

    async signOut(ctx: Ctx) {
      await store.deleteSession(ctx.db, ctx.actor.sessionId);
      onEnd(ctx.actor.sessionId);
    },

    async removeExpired(db: Db) {
      await store.deleteExpiredSessions(db, clock.now());
      await deleteOldLocks(db, clock.now());
    },
  };
}

export type SessionService = ReturnType<typeof createSessionService>;
