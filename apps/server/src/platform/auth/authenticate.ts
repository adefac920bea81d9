import type { Route } from '@stellwerk/contract/core/route';
import type { FastifyRequest } from 'fastify';
import { fail } from '../errors/app-error.ts';
import type { Actor, Authenticate, SetHeader } from '../http/ctx.ts';
import type { IsOwnOrigin } from '../http/origin.ts';

export const sessionCookie = 'stellwerk_session';

/** Scripts cannot read the cookie, foreign pages cannot send it, and it expires when the browser closes. */
export const cookieOptions = (request: FastifyRequest) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: request.protocol === 'https',
});

interface Credential {
  token: string;
  via: Actor['via'];
}

export function bearerOf(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined;
}

function credentialOf(request: FastifyRequest): Credential | undefined {
  const token = bearerOf(request);
  if (token) return { token, via: 'bearer' };
  const key = request.headers['x-api-key'];
  if (typeof key === 'string' && key !== '') return { token: key, via: 'apikey' };
  const cookie = request.cookies[sessionCookie];
  return cookie ? { token: cookie, via: 'cookie' } : undefined;
}

interface AuthenticateOptions {
  isOwnOrigin: IsOwnOrigin;
  findActor(credential: Credential, setHeader?: SetHeader): Promise<Actor | undefined>;
}

/** Calls that change something, and the logout, which ends the session although it is a GET. */
const isUnsafe = (route: Pick<Route, 'method' | 'path'>) =>
  route.method !== 'GET' || route.path.endsWith('/auth/logout');

/** Finds the caller of a request. Unsafe calls with a cookie are refused if they come from a foreign page. */
export function createAuthenticate({ isOwnOrigin, findActor }: AuthenticateOptions): Authenticate {
  return async (request, route, setHeader) => {
    const credential = credentialOf(request);
    if (!credential) return undefined;
    const isRisky = credential.via === 'cookie' && isUnsafe(route);
    if (isRisky && !(await isOwnOrigin(request))) fail('ORIGIN_NOT_ALLOWED');
    return findActor(credential, setHeader);
  };
}
