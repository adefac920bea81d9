import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../features/activity/index.ts';
import { createSessionService, sessionRoutes } from '../features/sessions/index.ts';
import { createAuthenticate } from '../platform/auth/authenticate.ts';
import { createHashGate } from '../platform/auth/hash-gate.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/db/db.ts';
import type { DiskGuard } from '../platform/health/disk.ts';
import { systemRoutes } from '../platform/health/system.routes.ts';
import { type AppOptions, createApp } from '../platform/http/app.ts';
import type { HandledRoute } from '../platform/http/handle.ts';
import type { NounGuard } from '../platform/http/nouns.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { version } from '../version.ts';

export interface ApiOptions {
  config: Pick<Config, 'trustProxy' | 'publicUrl' | 'tls' | 'metricsToken'>;
  database: Database;
  log: Log;
  clock: Clock;
  disk: DiskGuard;
  metrics: Metrics;
  webDir?: string;
  https?: { cert: Buffer; key: Buffer };
  onAnswer?: AppOptions['onAnswer'];
  /** Routes and guards of tests that need something to call. */
  extraRoutes?: readonly HandledRoute[];
  extraGuards?: readonly NounGuard[];
}

export interface Api {
  app: FastifyInstance;
  routes: readonly HandledRoute[];
}

/** The HTTP side: every feature's routes behind one gate. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { config, database, log, clock, disk, metrics, extraRoutes = [], extraGuards = [] } = options;
  const sessions = createSessionService({ clock, hashing: createHashGate() });
  const routes: HandledRoute[] = [
    ...systemRoutes({
      version,
      disk,
      metrics,
      metricsToken: config.metricsToken,
      allRoutes: () => routes.map(({ route }) => route),
    }),
    ...sessionRoutes({ service: sessions, publicUrl: config.publicUrl }),
    ...extraRoutes,
  ];
  const app = await createApp({
    config,
    database,
    log,
    disk,
    recordActivity,
    routes,
    guards: [...extraGuards],
    authenticate: createAuthenticate({
      publicUrl: config.publicUrl,
      findActor: (credential) => sessions.findActor(database.db, credential),
    }),
    ...(options.webDir ? { webDir: options.webDir } : {}),
    ...(options.https ? { https: options.https } : {}),
    onAnswer(answer) {
      metrics.observeAnswer(answer);
      options.onAnswer?.(answer);
    },
  });
  return { app, routes };
}
