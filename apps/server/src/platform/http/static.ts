import { readFile, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { createSecurityPolicy } from './headers.ts';
import { type FindPageLook, type PageLook, withLook } from './page-look.ts';

/** Pages that show the branding of the visited host. */
const brandedPages = { '/': 'index.html', '/index.html': 'index.html', '/public.html': 'public.html' } as const;
export const brandedPaths: readonly string[] = Object.keys(brandedPages);

interface WebClientOptions {
  mapOrigins?: readonly string[] | undefined;
  findLook?: FindPageLook | undefined;
}

/** Serves the built web client: hashed assets are cached for a year, all other files are revalidated each time. */
export async function registerWebClient(
  app: FastifyInstance,
  webDir: string,
  { mapOrigins = [], findLook = async () => undefined }: WebClientOptions = {},
): Promise<boolean> {
  if (!(await stat(webDir).catch(() => undefined))?.isDirectory()) return false;
  const securityPolicy = createSecurityPolicy(mapOrigins);

  for (const [url, file] of Object.entries(brandedPages)) {
    const html = await readFile(join(webDir, file), 'utf8').catch(() => undefined);
    if (html === undefined) continue;
    app.get(url, async (request, reply) => {
      // Without a database the page still loads, in the product's colours, and reports the problem.
      const look: PageLook | undefined = await findLook(request.hostname).catch((error: unknown) => {
        request.log.warn({ err: error }, 'the branding of a page could not be read');
        return undefined;
      });
      const policy = look ? createSecurityPolicy([...mapOrigins, ...look.mapOrigins]) : securityPolicy;
      return reply
        .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy(file) })
        .type('text/html; charset=utf-8')
        .send(look ? withLook(html, look) : html);
    });
  }

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
