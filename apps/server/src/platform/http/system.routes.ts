import { createHash, timingSafeEqual } from 'node:crypto';
import type { Route } from '@stellwerk/contract/core/route';
import { healthLive, healthReady, metrics as metricsRoute, openApiDocument } from '@stellwerk/contract/system';
import type { FastifyRequest } from 'fastify';
import { fail } from '../errors/app-error.ts';
import type { DiskGuard } from '../health/disk.ts';
import { type ReadyCheck, requireReady } from '../health/readiness.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type HandledRoute, handle } from './handle.ts';
import { openApi } from './openapi.ts';
import { isLoopbackHost } from './origin.ts';

interface SystemRoutesOptions {
  version: string;
  disk: DiskGuard;
  /** The process is ready only if all these checks pass. */
  readyChecks: () => readonly ReadyCheck[];
  metrics: Metrics;
  metricsToken: string | undefined;
  /** Every declared route, including the routes of this file; called once all routes are registered. */
  allRoutes: () => readonly Route[];
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * A reverse proxy makes every client look local, so forwarded requests always need the token. Requests whose `Host` is
 * not a loopback name need it too: otherwise a page could read the metrics through DNS rebinding.
 */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const given = (request.headers.authorization ?? '').replace(/^Bearer /i, '');
  if (token && timingSafeEqual(digest(given), digest(token))) return true;
  const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  if (forwarded || !isLoopbackHost(request.host)) return false;
  return /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '');
}

export function systemRoutes(options: SystemRoutesOptions): HandledRoute[] {
  const { version, disk, readyChecks, metrics, metricsToken, allRoutes } = options;
  let document: unknown;
  return [
    handle(openApiDocument, async () => {
      document ??= openApi(allRoutes(), version);
      return document;
    }),
    handle(healthLive, async () => ({ status: 'ok' }) as const),
    handle(healthReady, async () => {
      await requireReady(readyChecks());
      return { status: 'ok', version, database: 'ok', diskFreeRatio: disk.freeRatio() } as const;
    }),
    handle(metricsRoute, async (_ctx, _input, { request, reply }) => {
      if (!mayReadMetrics(request, metricsToken)) fail('ROUTE_NOT_FOUND');
      reply.type(metrics.registry.contentType);
      return metrics.registry.metrics();
    }),
  ];
}
