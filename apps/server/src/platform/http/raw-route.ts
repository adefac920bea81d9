import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isRaw, type Route } from '@stellwerk/contract/core/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, fail } from '../errors/app-error.ts';
import type { Intake } from '../health/intake.ts';
import type { Log } from '../log/log.ts';
import { refuseEncoded } from './content-encoding.ts';
import { answerFailure } from './error-handler.ts';
import type { FastPathAnswer, ServeFastPath } from './fast-path.ts';

/** The request data that is available before the body is read. */
export interface RawCaller {
  params: Record<string, string>;
  query: Record<string, unknown>;
  headers: IncomingHttpHeaders;
}

interface RawCall extends RawCaller {
  body: Buffer;
}

/**
 * A route with `rawBody`, called thousands of times a second by machines. It is served before the hooks for browsers
 * (headers, cookies, compression), which cost more than the route itself. Errors go through the usual error handler.
 */
export interface RawRoute {
  route: Route;
  /** Raw routes authenticate by keys of their own. Throws to refuse the caller before the body is read. */
  admit(caller: RawCaller): void;
  answer(call: RawCall): Promise<object>;
}

export type OnAnswer = (answer: { method: string; path: string; status: number; durationMs: number }) => void;

interface RawRouteOptions {
  intake: Pick<Intake, 'refusal'>;
  log: Log;
  bodyLimitBytes: number;
  onAnswer?: OnAnswer;
}

/** Sends the response itself, or rejects with the error. */
export type ServeRaw = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const type = { 'content-type': 'application/json; charset=utf-8' };

/** Reads the whole body; rejects as soon as it exceeds the limit. */
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
    // A client that disconnects early gets no response, but the promise must settle all the same.
    raw.once('error', () => reject(new AppError('VALIDATION_ERROR', {}, { internal: 'the body ended too early' })));
  });
}

/** Matches paths of the route; its parameters become named groups. */
const patternOf = ({ path }: Route) => new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[\\w-]{1,200})')}$`);

/** Registers the route, and returns the function that serves its requests on the fast path. */
export async function addRawRoute(
  app: FastifyInstance,
  { route, admit, answer }: RawRoute,
  options: RawRouteOptions,
): Promise<ServeFastPath> {
  const name = `${route.method} ${route.path}`;
  if (!route.public || !route.rawBody) throw new Error(`${name}: who admits by itself must be public and read bytes`);
  if (isRaw(route.response)) throw new Error(`${name}: answers of such a route are JSON`);
  const { intake, log, onAnswer } = options;
  const limitBytes = route.bodyLimitBytes ?? options.bodyLimitBytes;
  const status = route.status ?? 200;
  const pattern = patternOf(route);

  function requireIntake(): void {
    const refusal = route.ingest && intake.refusal();
    if (refusal) fail(refusal);
  }

  /** Intake is checked before the key: stopped connectors know no keys, so valid keys would be refused as unknown. */
  function letIn(caller: RawCaller): void {
    requireIntake();
    admit(caller);
    refuseEncoded(caller.headers);
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // Params and query are not validated: raw routes read them themselves.
    const { params, query } = request as { params: RawCaller['params']; query: RawCaller['query'] };
    const caller = { params, query, headers: request.headers };
    letIn(caller);
    const body = await readBody(request, limitBytes);
    // The server may have begun to stop while the body was arriving.
    requireIntake();
    const text = JSON.stringify(await answer({ ...caller, body }));
    reply.raw.writeHead(status, { ...type, 'content-length': Buffer.byteLength(text) });
    reply.raw.end(text);
  }

  async function answerOnFastPath(call: RawCall): Promise<FastPathAnswer> {
    try {
      letIn(call);
      return { status, headers: type, body: JSON.stringify(await answer(call)) };
    } catch (error) {
      const requestId = randomUUID();
      const acceptLanguage = call.headers['accept-language'];
      const failing = { log: log.child({ reqId: requestId }), requestId, acceptLanguage };
      const { body, headers, ...failed } = answerFailure(error as Error, failing);
      return { ...failed, headers: { ...type, ...headers }, body: JSON.stringify(body) };
    }
  }

  await app.register(async (inner) => {
    // Creating a child logger for each request costs more than reading the request.
    inner.setChildLoggerFactory((logger) => logger);
    inner.route({
      method: route.method,
      // A HEAD request must not hand in data.
      exposeHeadRoute: false,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { declaredPath: route.path, serve },
      handler: () => fail('INTERNAL_ERROR', {}, { internal: `${name} is served before` }),
    });
  });

  return ({ head: { method, path, headers }, body }) => {
    const found = method === route.method && body.length <= limitBytes ? pattern.exec(path) : null;
    if (!found) return undefined;
    const startedMs = performance.now();
    return answerOnFastPath({ params: found.groups ?? {}, query: {}, headers, body }).then((given) => {
      const durationMs = performance.now() - startedMs;
      onAnswer?.({ method, path: route.path, status: given.status, durationMs });
      return given;
    });
  };
}

/** Must be registered as the first hook: requests that it serves reach no other hook. */
export function serveRawRoutes(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { serve } = request.routeOptions.config;
    if (serve) serve(request, reply).catch(done);
    else done();
  });
}
