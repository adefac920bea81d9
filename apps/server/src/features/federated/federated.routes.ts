import {
  createOauth2Client,
  createOidcClient,
  deleteOauth2Client,
  deleteOidcClient,
  finishFederated,
  listOauth2Clients,
  listOidcClients,
  listOwnIdentities,
  listSignInClients,
  type Oauth2Client,
  type OidcClient,
  startFederated,
  unlinkOwnIdentity,
  updateOauth2Client,
  updateOidcClient,
} from '@stellwerk/contract/federated';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOptions, sessionCookie } from '../../platform/auth/authenticate.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { PublicCtx } from '../../platform/http/ctx.ts';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import { callbackPath } from './addresses.ts';
import type { ClientService } from './client.service.ts';
import { attemptMs, type SignInService } from './sign-in.service.ts';

const attemptCookie = 'stellwerk_sign_in';

/** SameSite=Lax, because with Strict the browser would not send the cookie when the service redirects back. */
const attemptOptions = (request: FastifyRequest, clientId: number) => ({
  ...cookieOptions(request),
  path: callbackPath(clientId),
  sameSite: 'lax' as const,
});

/** The page that shows the result. Relative, because the browser is already on the right host. */
const landing = (parameters: Record<string, string>) => {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));
  return query.size > 0 ? `/#/oauth?${query}` : '/#/oauth';
};

/** The caller is a browser, so errors are shown on a page. */
async function sendOn(ctx: PublicCtx, reply: FastifyReply, work: () => Promise<string>): Promise<string> {
  const location = await work().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    ctx.log.info({ code: error.code, internal: error.internal }, 'federated sign-in refused');
    ctx.activity.refused = error.code;
    return landing({ error: error.code });
  });
  reply.header('cache-control', 'no-store').header('location', location);
  return '';
}

interface FederatedRoutesOptions {
  oidc: ClientService<OidcClient>;
  oauth2: ClientService<Oauth2Client>;
  signIn: SignInService;
}

const deleted = { data: { deleted: true as const } };

export const federatedRoutes = ({ oidc, oauth2, signIn }: FederatedRoutesOptions): HandledRoute[] => [
  handle(listOidcClients, (ctx, { query }) => oidc.list(ctx, query)),
  handle(createOidcClient, async (ctx, { body: { tenantId, ...fields } }) => ({
    data: await oidc.create(ctx, tenantId, fields),
  })),
  handle(updateOidcClient, async (ctx, { params, body }) => ({ data: await oidc.update(ctx, params.id, body) })),
  handle(deleteOidcClient, async (ctx, { params }) => {
    await oidc.remove(ctx, params.id);
    return deleted;
  }),
  handle(listOauth2Clients, (ctx, { query }) => oauth2.list(ctx, query)),
  handle(createOauth2Client, async (ctx, { body: { tenantId, ...fields } }) => ({
    data: await oauth2.create(ctx, tenantId, fields),
  })),
  handle(updateOauth2Client, async (ctx, { params, body }) => ({ data: await oauth2.update(ctx, params.id, body) })),
  handle(deleteOauth2Client, async (ctx, { params }) => {
    await oauth2.remove(ctx, params.id);
    return deleted;
  }),
  handle(listSignInClients, async (ctx, { query }) => ({ data: await signIn.shown(ctx.db, query.domain ?? '') })),
  handle(startFederated, (ctx, { params: { clientId }, query }, { request, reply }) =>
    sendOn(ctx, reply, async () => {
      const { location, token } = await signIn.begin(ctx, {
        clientId,
        address: request.address,
        redirect: query.redirect,
        link: query.link === 'true',
      });
      reply.setCookie(attemptCookie, token, { ...attemptOptions(request, clientId), maxAge: attemptMs / 1_000 });
      return location;
    }),
  ),
  handle(finishFederated, (ctx, { params: { clientId } }, { request, reply }) =>
    sendOn(ctx, reply, async () => {
      reply.clearCookie(attemptCookie, attemptOptions(request, clientId));
      const { token, redirect } = await signIn.finish(ctx, {
        clientId,
        token: request.cookies[attemptCookie],
        search: new URL(request.url, 'http://unused').search,
        address: request.address,
        userAgent: request.headers['user-agent'] ?? '',
      });
      if (token !== undefined) reply.setCookie(sessionCookie, token, cookieOptions(request));
      return landing({ redirect });
    }),
  ),
  handle(listOwnIdentities, async (ctx) => ({ data: await signIn.own(ctx) })),
  handle(unlinkOwnIdentity, async (ctx, { params }) => {
    await signIn.unlink(ctx, params.clientId);
    return deleted;
  }),
];
