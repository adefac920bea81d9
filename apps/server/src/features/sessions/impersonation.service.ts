import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { checkGovernable } from '../users/index.ts';
import { expiryFrom, type Origin } from './session.service.ts';
import * as store from './session.store.ts';

interface Impersonation extends Origin {
  userId: number;
  reason?: string | undefined;
}

interface ImpersonationServiceOptions {
  clock: Clock;
  /** Called after a session has ended, so that its live connection is closed. */
  onEnd: (sessionId: number) => void;
}

/** Impersonation: a session of another user that stores the impersonator and their original session. */
export function createImpersonationService({ clock, onEnd }: ImpersonationServiceOptions) {
  return {
    async begin(ctx: Ctx, { userId, reason, address, userAgent }: Impersonation) {
      const { actor, db } = ctx;
      if (actor.impersonator) return fail('AUTH_IMPERSONATION_NESTED');
      if (actor.sessionId === null) return fail('AUTH_SESSION_REQUIRED');
      if (userId === actor.userId) return fail('AUTH_IMPERSONATION_SELF');
      await checkGovernable(db, actor, userId);
      const found = (await store.findSessionUser(db, userId, null)) ?? fail('USER_NOT_FOUND');
      if (!found.active) return fail('AUTH_USER_DEACTIVATED');
      if (reason !== undefined) ctx.activity.details = { ...ctx.activity.details, reason };
      const token = await store.createSession(db, {
        userId,
        address,
        userAgent: userAgent.slice(0, 400),
        expiresAt: expiryFrom(clock.now()),
        impersonatorId: actor.userId,
        originalSessionId: actor.sessionId,
      });
      return { user: found.user, token };
    },

    /** Returns to the original session with a new token, because a copy of the old one may still exist. */
    async restore(ctx: Ctx) {
      const { actor, db } = ctx;
      const { sessionId } = actor;
      if (!actor.impersonator || sessionId === null) return fail('AUTH_NOT_IMPERSONATING');
      const originalSessionId = (await store.originalOf(db, sessionId)) ?? fail('AUTH_TOKEN_NOT_FOUND');
      const now = clock.now();
      const renewed = await store.renewToken(db, originalSessionId, now, expiryFrom(now));
      const found = renewed && (await store.findSessionUser(db, renewed.userId, null));
      if (!renewed || !found) return fail('AUTH_TOKEN_NOT_FOUND');
      const ended = await store.deleteSession(db, sessionId);
      ctx.afterCommit(() => {
        for (const id of ended) onEnd(id);
      });
      return { user: found.user, token: renewed.token };
    },
  };
}

export type ImpersonationService = ReturnType<typeof createImpersonationService>;
