import type { Route } from '@stellwerk/contract/core/route';
import type { FastifyRequest } from 'fastify';
import { fail } from '../errors/app-error.ts';
import type { Actor } from '../http/ctx.ts';
import { isOwnOrigin } from '../http/origin.ts';

export const sessionCookie = 'stellwerk_session';

export type Authenticate = (
  request: FastifyRequest,
  route: Pick<Route, 'method' | 'public' | 'path'>,
) => Promise<Actor | undefined>;

interface Credential {
  token: string;
  via: Actor['via'];
}

function credentialOf(request: FastifyRequest): Credential | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer' && token) return { token, via: 'bearer' };
  const cookie = request.cookies[sessionCookie];
  return cookie ? { token: cookie, via: 'cookie' } : undefined;
}

interface AuthenticateOptions {
  publicUrl: string | undefined;
  findActor(credential: Credential): Promise<Actor | undefined>;
}

/** Calls that change something, and those that end the session, although the latter is a GET. */
const isUnsafe = (route: Pick<Route, 'method' | 'path'>) =>
  route.method !== 'GET' || route.path.endsWith('/auth/logout');

/** Finds the caller of a request. A cookie from a foreign page is refused where it could do harm. */
export function createAuthenticate({ publicUrl, findActor }: AuthenticateOptions): Authenticate {
  return async (request, route) => {
    const credential = credentialOf(request);
    if (!credential) return undefined;
    if (credential.via === 'cookie' && isUnsafe(route) && !isOwnOrigin(request, publicUrl)) fail('ORIGIN_NOT_ALLOWED');
    return findActor(credential);
  };
}
