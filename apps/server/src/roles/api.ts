import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../features/activity/index.ts';
import { keyAuthenticatorPort } from '../features/api-keys/index.ts';
import { sessionsPort } from '../features/sessions/index.ts';
import { createAuthenticate } from '../platform/auth/authenticate.ts';
import type { Feature } from '../platform/feature/define-feature.ts';
import { discoverFeatures } from '../platform/feature/discover.ts';
import { createFeatureSet, type FeatureSet } from '../platform/feature/feature-set.ts';
import type { PortValue } from '../platform/feature/port.ts';
import type { Intake } from '../platform/health/intake.ts';
import { type AppOptions, createApp } from '../platform/http/app.ts';
import type { HandledRoute } from '../platform/http/handle.ts';
import { pageLookPort } from '../platform/http/page-look.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { registerLive } from '../platform/live/register.ts';
import type { Outbox } from '../platform/outbox/outbox.ts';
import { createFeatureContext, type PlatformOptions } from './feature-context.ts';
import { ingestFeature } from './ingest-feature.ts';
import { ownProgram } from './own-program.ts';
import { platformFeature } from './platform-feature.ts';

export interface ApiOptions extends PlatformOptions {
  webDir?: string;
  onAnswer?: AppOptions['onAnswer'];
  /** Further features, and port values that replace provided ones; for tests. */
  extraFeatures?: readonly Feature[];
  ports?: readonly PortValue[];
}

export interface Api {
  app: FastifyInstance;
  intake: Intake;
  routes: readonly HandledRoute[];
  /** Jobs, the outbox and the services of features are not started yet: each process decides what it runs. */
  jobs: Jobs;
  outbox: Outbox;
  features: Pick<FeatureSet, 'list' | 'port' | 'services' | 'deliverers' | 'discarders'>;
}

const featuresDir = new URL('../features', import.meta.url).pathname;

/** Combines the routes of all features behind one gate, with their job engine, outbox and live connection. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { config, database, log, disk, metrics, webDir, https, extraFeatures = [] } = options;
  const set = createFeatureSet();
  const context = createFeatureContext(options, set);
  const { intake, isOwnOrigin, jobs, live, outbox } = context;
  const features = [
    platformFeature({ disk, set }),
    ingestFeature,
    ...(await discoverFeatures(featuresDir)),
    ...extraFeatures,
  ];
  await set.create(features, { ...context, program: () => ownProgram(app, https?.cert) }, options.ports);

  const [sessions, findKeyActor] = [set.port(sessionsPort), set.port(keyAuthenticatorPort)];
  const authenticate = createAuthenticate({
    isOwnOrigin,
    findActor: (credential, setHeader) =>
      credential.via === 'apikey'
        ? findKeyActor(database.db, credential.token, setHeader)
        : sessions.findActor(database.db, credential),
  });
  const routes = set.list('routes');
  const app = await createApp({
    ...{ config, database, log, intake, recordActivity, authenticate, routes },
    guards: set.list('guards'),
    findLook: set.port(pageLookPort),
    ...(webDir ? { webDir } : {}),
    ...(https ? { https } : {}),
    onFastPath: metrics.countFastPath,
    onAnswer(answer) {
      metrics.observeAnswer(answer);
      options.onAnswer?.(answer);
    },
  });
  await registerLive(app, { live, authenticate, isOwnOrigin });
  metrics.gauge('stellwerk_live_connections', 'Open live connections', live.size);
  return { app, intake, routes, jobs, outbox, features: set };
}
