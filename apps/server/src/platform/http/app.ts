import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { isRaw, type Route } from '@stellwerk/contract/core/route';
import { fromWire, toWire, type WireNames } from '@stellwerk/contract/core/wire';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { z } from 'zod';
import type { Config } from '../config/config.ts';
import type { Database, Db } from '../db/db.ts';
import { onBehalfOf } from '../db/fair-pool.ts';
import { AppError, fail } from '../errors/app-error.ts';
import type { Intake } from '../health/intake.ts';
import type { Authenticate } from '../http/ctx.ts';
import type { Log } from '../log/log.ts';
import { createActivity, isChange, isLogged, isRefusal, type RecordActivity } from './activity.ts';
import { compression } from './compression.ts';
import { refuseEncoded, unsupportedEncoding } from './content-encoding.ts';
import type { Actor, PublicCtx } from './ctx.ts';
import { handleError, languageOf } from './error-handler.ts';
import { type FastPathUse, openFastPath, type ServeFastPath } from './fast-path.ts';
import { type CheckedIds, createGate } from './gate.ts';
import type { HandledRoute, PlainRoute } from './handle.ts';
import { registerHeaders } from './headers.ts';
import type { NounGuard } from './nouns.ts';
import type { FindPageLook } from './page-look.ts';
import { addRawRoute, type OnAnswer, type ServeRaw, serveRawRoutes } from './raw-route.ts';
import { createRequestReader } from './request-reader.ts';
import { brandedPaths, registerWebClient } from './static.ts';
import { closeAfterRefusedUpgrades, isLiveUpgrade } from './upgrade.ts';
import { serialize, validate } from './validation.ts';

export interface AppOptions {
  config: Pick<Config, 'trustProxy' | 'publicUrl' | 'tls'> & Partial<Pick<Config, 'maps' | 'httpFastPath'>>;
  database: Database;
  log: Log;
  authenticate: Authenticate;
  routes: readonly HandledRoute[];
  guards: readonly NounGuard[];
  intake: Pick<Intake, 'refusal'>;
  recordActivity: RecordActivity;
  /** Folder of the built web client; not set in tests of the API. */
  webDir?: string;
  findLook?: FindPageLook;
  https?: { cert: Buffer; key: Buffer };
  /** Called after each response of a declared route. */
  onAnswer?: OnAnswer;
  onFastPath?: (use: FastPathUse) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
    /** Ids confirmed by the guards before schema validation. */
    checkedIds: CheckedIds | undefined;
    /** Client address. It is stored when the request arrives because a closed connection no longer has one. */
    address: string;
  }
  interface FastifyContextConfig {
    declaredPath?: string;
    wire?: WireNames;
    /** Set for routes with `rawBody`. */
    serve?: ServeRaw;
  }
}

const bodyLimitBytes = 1_048_576;

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database, log } = options;
  // The live connection stops listening before the server closes.
  const upgrades = {
    shouldUpgradeCallback: (request: IncomingMessage) =>
      isLiveUpgrade(request) && app.server.listenerCount('upgrade') > 0,
  };
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: bodyLimitBytes,
    // Only the proxies named in TRUST_PROXY may set the client address.
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    connectionTimeout: 60_000,
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    // Fastify's own 503 responses carry neither an error code nor a Retry-After header.
    return503OnClosing: false,
    ...(options.https ? { https: { ...options.https, ...upgrades } } : { http: upgrades }),
  }) as unknown as FastifyInstance;

  closeAfterRefusedUpgrades(app);
  app.decorateRequest('actor', undefined);
  app.decorateRequest('checkedIds', undefined);
  app.decorateRequest('address', '');
  app.setValidatorCompiler(validate);
  app.setSerializerCompiler(serialize);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) => handleError(new AppError('ROUTE_NOT_FOUND', {}, {}), request, reply));
  refuseUndeclared(app);
  serveRawRoutes(app);
  await registerHeaders(app, options.https !== undefined || (config.publicUrl?.startsWith('https:') ?? false));
  await app.register(cookie);
  await app.register(multipart, { limits: { fileSize: 50_000_000, files: 20, fields: 50, fieldSize: 1_000_000 } });
  await app.register(compress, {
    encodings: ['gzip', 'identity'],
    ...compression,
    onUnsupportedRequestEncoding: unsupportedEncoding,
  });
  app.addHook('onRequest', (request, reply, done) => {
    request.address = request.ip ?? '';
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.routeOptions.config.declaredPath;
    if (path !== undefined) {
      options.onAnswer?.({ method: request.method, path, status: reply.statusCode, durationMs: reply.elapsedTime });
    }
    done();
  });
  const rawRoutes: [method: string, serve: ServeFastPath][] = [];
  const guards = new Map(options.guards.map((guard) => [guard.noun, guard]));
  for (const handled of options.routes) {
    if ('handler' in handled) addRoute(app, handled, options, guards);
    else rawRoutes.push([handled.route.method, await addRawRoute(app, handled, { ...options, bodyLimitBytes })]);
  }
  // Callbacks carry a query, which the fast path doesn't read; it would parse every page of the web client for nothing.
  const fastRoutes = rawRoutes.filter(([method]) => method !== 'GET');
  if (config.httpFastPath !== 'off') startFastPath(app, fastRoutes, options);
  const { webDir, findLook } = options;
  if (webDir) await registerWebClient(app, webDir, { mapOrigins: config.maps?.origins, findLook });

  function contextOf(request: FastifyRequest, followUps: (() => unknown)[] = []): PublicCtx {
    const language = languageOf(request.headers['accept-language']);
    const activity = { objects: [], details: {} };
    return {
      actor: request.actor,
      db: database.db,
      log: request.log as Log,
      requestId: request.id,
      language,
      activity,
      afterCommit: (work) => followUps.push(work),
    };
  }

  function addRoute(
    app: FastifyInstance,
    { route, handler, prepare }: PlainRoute,
    { authenticate, intake, recordActivity }: AppOptions,
    guards: ReadonlyMap<NounGuard['noun'], NounGuard>,
  ) {
    if (route.rawBody) throw new Error(`${route.method} ${route.path}: a route that reads bytes must admit by itself`);
    const gate = createGate(route, guards);
    const entryOf = createActivity(route, guards);
    const status = route.status ?? 200;

    /** A change and its entry in the activity log are committed in the same transaction. */
    async function perform(request: FastifyRequest, work: (ctx: PublicCtx) => Promise<unknown>): Promise<unknown> {
      const followUps: (() => unknown)[] = [];
      const ctx = contextOf(request, followUps);
      const workAndRecord = async (db: Db) => {
        const answer = await work({ ...ctx, db });
        const isWorthAnEntry = isLogged(route, request.actor) && !ctx.activity.omit;
        if (isWorthAnEntry) await recordActivity(db, await entryOf(db, request, ctx.activity));
        return answer;
      };
      const inTransaction = isChange(route) && route.transaction !== 'own';
      const answer = await (inTransaction ? database.db.transaction(workAndRecord) : workAndRecord(database.db));
      for (const followUp of followUps) {
        // The change is already committed, so a failing follow-up must not make the request fail.
        await Promise.try(followUp).catch((error: unknown) => request.log.error({ err: error }, 'follow-up failed'));
      }
      return answer;
    }
    app.route({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { declaredPath: route.path, ...(route.wire ? { wire: route.wire } : {}) },
      bodyLimit: route.bodyLimitBytes ?? bodyLimitBytes,
      schema: {
        ...(route.params ? { params: route.params } : {}),
        ...(route.query ? { querystring: route.query } : {}),
        ...(route.body ? { body: route.body } : {}),
        ...(isRaw(route.response) || status === 204 ? {} : { response: { [status]: answered(route, route.response) } }),
      },
      onRequest: async (request, reply) => {
        const refusal = route.ingest && intake.refusal();
        if (refusal) fail(refusal);
        request.actor = await authenticate(request, route, (name, value) => reply.header(name, value));
        gate.admit(request.actor);
        // The multipart parser reads the raw bytes of the connection and bypasses decompression.
        if (/^multipart\//i.test(request.headers['content-type'] ?? '')) refuseEncoded(request.headers);
      },
      preValidation: async (request) => {
        readWire(request, route);
        const ctx = contextOf(request);
        if (!ctx.actor) return;
        const { params, query, body } = request;
        const known = { ...ctx, actor: ctx.actor };
        request.checkedIds = await onBehalfOf(known.actor.accountId, () =>
          gate.checkNamed(known, { params, query, body }),
        );
      },
      onError: async (request, _reply, error) => {
        if (!isRefusal(error) || route.ingest) return;
        const entry = await entryOf(database.db, request, { objects: [], details: {} }, error);
        // Refusals of callers who are not signed in are logged only on routes that are logged anyway.
        if (entry.userId !== null || isLogged(route)) await recordActivity(database.db, entry);
      },
      handler: async (request, reply) => {
        const { params, query, body, checkedIds = new Map() } = request;
        const serve = async () => {
          const ctx = contextOf(request);
          const checked = await gate.checkParsed(ctx, { params, query, body }, checkedIds);
          const input = prepare ? await prepare(ctx, checked) : checked;
          return perform(request, (ctx) => handler(ctx, input, { request, reply }));
        };
        const answer = await (request.actor ? onBehalfOf(request.actor.accountId, serve) : serve());
        if (reply.sent) return reply;
        reply.code(status);
        if (isRaw(route.response) && !reply.hasHeader('content-type')) reply.type(route.response.raw);
        return status === 204 ? null : answer;
      },
    });
  }
  return app;
}

const answered = (route: Route, response: z.ZodType): z.ZodType =>
  route.wire ? response.transform((answer) => toWire(route, 'response', answer)) : response;

/** Everything behind this point uses our words. */
function readWire(request: FastifyRequest, route: Route): void {
  if (!route.wire) return;
  const query = fromWire(route, 'query', request.query);
  if (query.refused.length > 0) fail('PARAMETER_VALIDATION_ERROR', {}, { issues: query.refused });
  const body = fromWire(route, 'body', request.body);
  if (body.refused.length > 0) fail('VALIDATION_ERROR', {}, { issues: body.refused });
  request.query = query.value;
  request.body = body.value;
}

function startFastPath(
  app: FastifyInstance,
  rawRoutes: readonly [method: string, serve: ServeFastPath][],
  { https, onFastPath }: AppOptions,
): void {
  const fastPath = openFastPath(app.server, https ? 'secureConnection' : 'connection', {
    read: createRequestReader([...new Set(rawRoutes.map(([method]) => method))]),
    serve(request) {
      for (const [, serve] of rawRoutes) {
        const answering = serve(request);
        if (answering) return answering;
      }
      return undefined;
    },
    onUse: onFastPath,
  });
  app.addHook('preClose', async () => fastPath.close());
}

/** Every route must be declared in the contract, except the static files of the web client. */
function refuseUndeclared(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat();
    const isFile =
      [...brandedPaths, '/*'].includes(route.url) && methods.every((method) => ['GET', 'HEAD'].includes(method));
    if (route.config?.declaredPath === undefined && !isFile) {
      throw new Error(`${route.method} ${route.url} is not declared in the contract`);
    }
  });
}
