import type { OwnSession } from '@stellwerk/contract/session';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { checkGovernable } from '../users/index.ts';
import * as store from './session.store.ts';

interface OwnSessionServiceOptions {
  clock: Clock;
  /** Called after a session has ended, so that its live connection is closed. */
  onEnd: (sessionId: number) => void;
}

export function createOwnSessionService({ clock, onEnd }: OwnSessionServiceOptions) {
  /** An API key must not be able to sign out its owner. */
  const requireSession = (ctx: Ctx): number => ctx.actor.sessionId ?? fail('AUTH_SESSION_REQUIRED');
  const close = (ctx: Ctx, ended: number[]) =>
    ctx.afterCommit(() => {
      for (const id of ended) onEnd(id);
    });

  return {
    async list({ db, actor }: Ctx): Promise<OwnSession[]> {
      const rows = await store.findSessionsOf(db, actor.userId, clock.now());
      return rows.map(({ impersonatorId, impersonatorName, createdAt, lastUsedAt, expiresAt, ...row }) => ({
        ...row,
        current: row.id === actor.sessionId,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        impersonator: impersonatorId === null ? null : { id: impersonatorId, name: impersonatorName ?? '' },
      }));
    },

    async revoke(ctx: Ctx, sessionId: number): Promise<void> {
      requireSession(ctx);
      close(ctx, await store.deleteSession(ctx.db, sessionId));
    },

    async revokeOthers(ctx: Ctx): Promise<number> {
      const ended = await store.endSessions(ctx.db, ctx.actor.userId, { except: requireSession(ctx) });
      close(ctx, ended);
      return ended.length;
    },

    async revokeOf(ctx: Ctx, userId: number): Promise<number> {
      if (userId === ctx.actor.userId) requireSession(ctx);
      await checkGovernable(ctx.db, ctx.actor, userId);
      const ended = await store.endSessions(ctx.db, userId);
      close(ctx, ended);
      return ended.length;
    },
  };
}

export type OwnSessionService = ReturnType<typeof createOwnSessionService>;
