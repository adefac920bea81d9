import {
  impersonate,
  listOwnSessions,
  login,
  logout,
  restoreOriginalUser,
  revokeOtherSessions,
  revokeSession,
  revokeUserSessions,
  verify,
} from '@stellwerk/contract/session';
import type { FastifyRequest } from 'fastify';
import { bearerOf, cookieOptions, sessionCookie } from '../../platform/auth/authenticate.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { IsOwnOrigin } from '../../platform/http/origin.ts';
import type { ImpersonationService } from './impersonation.service.ts';
import type { OwnSessionService } from './own-session.service.ts';
import type { SessionService } from './session.service.ts';

interface SessionRoutesOptions {
  service: SessionService;
  own: OwnSessionService;
  impersonation: ImpersonationService;
  isOwnOrigin: IsOwnOrigin;
}

const originOf = (request: FastifyRequest) => ({
  address: request.address,
  userAgent: request.headers['user-agent'] ?? '',
});

export function sessionRoutes({ service, own, impersonation, isOwnOrigin }: SessionRoutesOptions): HandledRoute[] {
  return [
    handle(login, async (ctx, { body }, { request, reply }) => {
      // Prevents login CSRF: another site must not sign its visitor in as a different user.
      const { origin } = request.headers;
      if (origin !== undefined && !(await isOwnOrigin(request))) fail('ORIGIN_NOT_ALLOWED');
      const data = await service.signIn(ctx, { ...body, ...originOf(request) });
      if (!data.mfaRequired) reply.setCookie(sessionCookie, data.token, cookieOptions(request));
      return { data };
    }),
    handle(verify, async (ctx) => ({ data: await service.describe(ctx) })),
    handle(logout, async (ctx, _input, { request, reply }) => {
      await service.signOut(ctx);
      reply.clearCookie(sessionCookie, cookieOptions(request));
      return { data: { loggedOut: true as const } };
    }),
    handle(impersonate, async (ctx, { body }, { request, reply }) => {
      const begun = await impersonation.begin(ctx, { ...body, ...originOf(request) });
      if (ctx.actor.via === 'cookie') reply.setCookie(sessionCookie, begun.token, cookieOptions(request));
      return { data: { ...begun, originalToken: bearerOf(request) ?? null } };
    }),
    handle(restoreOriginalUser, async (ctx, _input, { request, reply }) => {
      const data = await impersonation.restore(ctx);
      if (ctx.actor.via === 'cookie') reply.setCookie(sessionCookie, data.token, cookieOptions(request));
      return { data };
    }),
    handle(listOwnSessions, async (ctx) => ({ data: await own.list(ctx) })),
    handle(revokeSession, async (ctx, { params }) => {
      await own.revoke(ctx, params.id);
      return { data: { revoked: true as const } };
    }),
    handle(revokeOtherSessions, async (ctx) => ({ data: { revoked: await own.revokeOthers(ctx) } })),
    handle(revokeUserSessions, async (ctx, { params }) => ({
      data: { revoked: await own.revokeOf(ctx, params.id) },
    })),
  ];
}
