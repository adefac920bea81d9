import type { FastifyRequest } from 'fastify';

const originOf = (url: string): string | undefined => {
  try {
    return new URL(url).origin;
  } catch {
    return undefined;
  }
};

/**
 * Does a request that carries a cookie come from our own pages? Browsers send Origin with unsafe methods; for a plain
 * GET (logout) the Referer or Sec-Fetch-Site tells. A request that says nothing at all is refused.
 */
export function isOwnOrigin(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const own = new Set([`${request.protocol}://${request.host}`, ...(publicUrl ? [originOf(publicUrl)] : [])]);
  const { origin, referer } = request.headers;
  if (origin !== undefined) return own.has(origin);
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return referer !== undefined && own.has(originOf(referer));
}
