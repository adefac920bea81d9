import type { FastifyInstance } from 'fastify';
import { accountGuard } from '../features/accounts/index.ts';
import { activityRoutes, createActivityService, recordActivity } from '../features/activity/index.ts';
import {
  createJobService,
  dropOldJobs,
  jobGuard,
  jobRoutes,
  jobTopics,
  publishJobChanges,
} from '../features/jobs/index.ts';
import { createSessionService, removeExpiredSessions, sessionRoutes } from '../features/sessions/index.ts';
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
import type { JobKind } from '../platform/jobs/define-job.ts';
import { createJobs, type Jobs } from '../platform/jobs/jobs.ts';
import { createLive, type Live } from '../platform/live/live.ts';
import { registerLive } from '../platform/live/register.ts';
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
  /** Routes, guards and jobs of tests that need something to call. */
  extraRoutes?: readonly HandledRoute[];
  extraGuards?: readonly NounGuard[];
  extraKinds?: readonly JobKind[];
}

export interface Api {
  app: FastifyInstance;
  routes: readonly HandledRoute[];
  /** Not started yet: a process decides by itself whether it runs jobs. */
  jobs: Jobs;
  live: Live;
}

/** Every feature's routes behind one gate, with the job engine and the live connection they use. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { config, database, log, clock, disk, metrics, extraRoutes = [], extraGuards = [], extraKinds = [] } = options;
  const { publicUrl, metricsToken } = config;
  const live = createLive({ topics: jobTopics(database.db), log });
  const sessions = createSessionService({ clock, hashing: createHashGate(), onEnd: live.closeSession });
  const jobs = createJobs({
    database,
    log,
    clock,
    kinds: [...extraKinds],
    schedules: [dropOldJobs, removeExpiredSessions(sessions)],
    onChange: publishJobChanges({ db: database.db, live, log }),
  });
  const allRoutes = () => routes.map(({ route }) => route);
  const routes: HandledRoute[] = [
    ...systemRoutes({ version, disk, metrics, metricsToken, allRoutes }),
    ...sessionRoutes({ service: sessions, publicUrl }),
    ...activityRoutes(createActivityService()),
    ...jobRoutes(createJobService({ jobs })),
    ...extraRoutes,
  ];
  const authenticate = createAuthenticate({
    publicUrl,
    findActor: (credential) => sessions.findActor(database.db, credential),
  });
  const app = await createApp({
    config,
    database,
    log,
    disk,
    recordActivity,
    routes,
    guards: [accountGuard, jobGuard, ...extraGuards],
    authenticate,
    ...(options.webDir ? { webDir: options.webDir } : {}),
    ...(options.https ? { https: options.https } : {}),
    onAnswer(answer) {
      metrics.observeAnswer(answer);
      options.onAnswer?.(answer);
    },
  });
  await registerLive(app, { live, authenticate, publicUrl });
  metrics.gauge('stellwerk_live_connections', 'Open live connections', live.size);
  return { app, routes, jobs, live };
}
