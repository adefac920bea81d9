import { isRaw } from '@stellwerk/contract/core/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, fail } from '../errors/app-error.ts';
import type { DiskGuard } from '../health/disk.ts';
import type { PublicCtx } from './ctx.ts';
import type { HandledRoute } from './handle.ts';

interface LeanOptions {
  disk: DiskGuard;
  bodyLimitBytes: number;
  contextOf(request: FastifyRequest): PublicCtx;
}

/** Answers by itself, or rejects with the reason. */
export type ServeLean = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** All bytes of a body; fails as soon as there are too many. */
function readBody({ raw }: FastifyRequest, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new AppError('PAYLOAD_TOO_LARGE', { limitBytes }, {}));
    if (Number(raw.headers['content-length'] ?? 0) > limitBytes) return refuse();
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    raw.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= limitBytes) chunks.push(chunk);
      else refuse();
    });
    raw.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    // Whoever hangs up in the middle hears no answer; the call has to end here all the same.
    raw.once('error', () => reject(new AppError('VALIDATION_ERROR', {}, { internal: 'the body ended too early' })));
  });
}

/**
 * Routes with `rawBody` are called thousands of times a second by machines. They are served before everything that
 * browsers need (headers, cookies, compression) and that costs more than they do. What goes wrong takes the usual way.
 */
export async function addLeanRoute(app: FastifyInstance, handled: HandledRoute, options: LeanOptions): Promise<void> {
  const { route, handler, admit } = handled;
  const name = `${route.method} ${route.path}`;
  if (!route.public || !admit) throw new Error(`${name}: a route that reads bytes must be public and admit by itself`);
  if (isRaw(route.response)) throw new Error(`${name}: answers of such a route are JSON`);
  const { disk, contextOf } = options;
  const limitBytes = route.bodyLimitBytes ?? options.bodyLimitBytes;

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (route.ingest && !disk.hasRoom()) fail('INGEST_DISK_NEARLY_FULL');
    admit?.(request);
    const { params, query } = request;
    // What was not parsed can't be what the route declares; such handlers read it themselves.
    const input = { params, query, body: await readBody(request, limitBytes) } as Parameters<typeof handler>[1];
    const answer = JSON.stringify(await handler(contextOf(request), input, { request, reply }));
    reply.raw.writeHead(route.status ?? 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(answer),
    });
    reply.raw.end(answer);
  }

  await app.register(async (inner) => {
    // A log of its own for each call costs more than reading the call.
    inner.setChildLoggerFactory((logger) => logger);
    inner.route({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { declaredPath: route.path, serve },
      handler: () => fail('INTERNAL_ERROR', {}, { internal: `${name} is served before` }),
    });
  });
}

/** The first of all hooks: whoever is served by it is seen by no other. */
export function serveLeanRoutes(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { serve } = request.routeOptions.config;
    if (serve) serve(request, reply).catch(done);
    else done();
  });
}
