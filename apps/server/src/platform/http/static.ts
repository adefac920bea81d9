import { stat } from 'node:fs/promises';
import { basename, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { createSecurityPolicy } from './headers.ts';

/** Serves the built web client: hashed assets are cached for a year, all other files are revalidated each time. */
export async function registerWebClient(
  app: FastifyInstance,
  webDir: string,
  mapOrigins: readonly string[] = [],
): Promise<boolean> {
  if (!(await stat(webDir).catch(() => undefined))?.isDirectory()) return false;
  const securityPolicy = createSecurityPolicy(mapOrigins);
  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: true,
    index: ['index.html'],
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(reply, path) {
      if (path.includes(`${sep}assets${sep}`)) {
        reply.header('cache-control', 'public, max-age=31536000, immutable');
        // The chart frame is sandboxed into an opaque origin but still loads its script from this server.
        reply.header('access-control-allow-origin', '*');
        reply.header('cross-origin-resource-policy', 'cross-origin');
      } else {
        reply.header('cache-control', 'no-cache');
      }
      reply.header('content-security-policy', securityPolicy(basename(path).replace(/\.(br|gz)$/, '')));
    },
  });
  return true;
}
