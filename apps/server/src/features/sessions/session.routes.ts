import { login, logout, verify } from '@stellwerk/contract/session';
import type { FastifyRequest } from 'fastify';
import { sessionCookie } from '../../platform/auth/authenticate.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import { isOwnOrigin } from '../../platform/http/origin.ts';
import type { SessionService } from './session.service.ts';

interface SessionRoutesOptions {
  service: SessionService;
  publicUrl: string | undefined;
}

export function sessionRoutes({ service, publicUrl }: SessionRoutesOptions): HandledRoute[] {
  const cookieOptions = (request: FastifyRequest) => ({
    path: '/',
    httpOnly: true,
    sameSite: 'strict' as const,
    secure: request.protocol === 'https',
  });
  return [
    handle(login, async (ctx, { body }, { request, reply }) => {
      // A foreign page must not sign its visitor in under another name.
      const { origin } = request.headers;
      if (origin !== undefined && !isOwnOrigin(request, publicUrl)) fail('ORIGIN_NOT_ALLOWED');
      const userAgent = request.headers['user-agent'] ?? '';
      const data = await service.signIn(ctx, { ...body, address: request.ip, userAgent });
      ctx.activity.actor = { userId: data.user.id, accountId: data.user.tenantId };
      reply.setCookie(sessionCookie, data.token, cookieOptions(request));
      return { data };
    }),
    handle(verify, async (ctx) => ({ data: await service.describe(ctx) })),
    handle(logout, async (ctx, _input, { request, reply }) => {
      await service.signOut(ctx);
      reply.clearCookie(sessionCookie, cookieOptions(request));
      return { data: { loggedOut: true as const } };
    }),
  ];
}
