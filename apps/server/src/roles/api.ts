import type { FastifyInstance } from 'fastify';
import { assignableRoleGuard, roleGuard, scopeGuard } from '../features/access/index.ts';
import {
  accountGuard,
  accountRoutes,
  accountTransport,
  createAccountsService,
  isAccountDomain,
} from '../features/accounts/index.ts';
import { aclRoutes, createAclServices } from '../features/acl/index.ts';
import { activityRoutes, createActivityService, recordActivity, sealEveryMinute } from '../features/activity/index.ts';
import { createAlarmLog } from '../features/alarm-log/index.ts';
import { type AlarmNewsListener, alarmGuards, alarmTopics, createAlarmNews } from '../features/alarms/index.ts';
import { apiKeyGuard, apiKeyRoutes, createApiKeyService, createKeyAuthenticator } from '../features/api-keys/index.ts';
import { connectorGuards, connectorTopics, countConnectors } from '../features/connectors/index.ts';
import { countDashboards, createDashboards, dashboardGuards } from '../features/dashboards/index.ts';
import { createDemo, type Demo } from '../features/demo/index.ts';
import { countDeviceTies, deviceGuards, deviceTopics } from '../features/devices/index.ts';
import { driverGuards } from '../features/drivers/index.ts';
import { createFavouriteService, favouriteGuard, favouriteRoutes } from '../features/favourites/index.ts';
import { createFederated, federatedGuards } from '../features/federated/index.ts';
import { createGeocodeService, geocodeRoutes } from '../features/geocode/index.ts';
import {
  createJobService,
  dropOldJobs,
  jobGuard,
  jobRoutes,
  jobTopics,
  publishJobChanges,
} from '../features/jobs/index.ts';
import { outboxRoutes } from '../features/outbox/index.ts';
import { countRuleTies, ruleGuards, stateUses } from '../features/rules/index.ts';
import { createSearchService, searchKinds, searchRoutes } from '../features/search/index.ts';
import {
  clearFailures,
  countFailure,
  createImpersonationService,
  createOwnSessionService,
  createSessionService,
  endSessions,
  isLocked,
  lockKeys,
  removeExpiredSessions,
  sessionGuard,
  sessionRoutes,
} from '../features/sessions/index.ts';
import { fleetGuard } from '../features/simulator/index.ts';
import {
  createHistoryCsvService,
  createStateHistoryService,
  retentionSchedules,
  stateHistoryRoutes,
} from '../features/state-history/index.ts';
import { countStateTies, createStates, stateGuards, stateTopics } from '../features/states/index.ts';
import { createTwinMapService, mergeTwinCells, twinMapRoutes } from '../features/twin-map/index.ts';
import {
  createPublicMapService,
  createPublicTwinService,
  createTwinShareService,
  publicTwinRoutes,
  twinShareRoutes,
} from '../features/twin-sharing/index.ts';
import {
  bulkDuplicateJob,
  bulkDuplicateKind,
  countTwins,
  createTwinRoutes,
  synchroniseJob,
  twinGuards,
} from '../features/twins/index.ts';
import { createSecondFactor, createTwoFactorService, twoFactorRoutes } from '../features/two-factor/index.ts';
import {
  bulkCreateJob,
  bulkCreateKind,
  createBulkService,
  createPasswordLinks,
  createPasswordService,
  createProfileService,
  createUserMailDelivery,
  createUserService,
  type PasswordLock,
  passwordRoutes,
  removeExpiredTokens,
  userGuard,
  userMailKind,
  userRoutes,
} from '../features/users/index.ts';
import { createAuthenticate } from '../platform/auth/authenticate.ts';
import { createHashGate } from '../platform/auth/hash-gate.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/db/db.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { removeAbandonedUploads } from '../platform/files/files.job.ts';
import type { Files } from '../platform/files/files.ts';
import type { DiskGuard } from '../platform/health/disk.ts';
import { createIntake, type Intake } from '../platform/health/intake.ts';
import { databaseCheck, ingestionCheck, intakeCheck } from '../platform/health/readiness.ts';
import { systemRoutes } from '../platform/health/system.routes.ts';
import { historySchedules } from '../platform/history/history.job.ts';
import type { History } from '../platform/history/history.ts';
import { type AppOptions, createApp } from '../platform/http/app.ts';
import type { HandledRoute } from '../platform/http/handle.ts';
import type { NounGuard } from '../platform/http/nouns.ts';
import { createOwnOrigin } from '../platform/http/origin.ts';
import type { JobKind } from '../platform/jobs/define-job.ts';
import { removeJobTexts } from '../platform/jobs/job-text.job.ts';
import { createJobs, type Jobs } from '../platform/jobs/jobs.ts';
import type { TopicKind } from '../platform/live/define-topic.ts';
import { createLive, type Live } from '../platform/live/live.ts';
import { registerLive } from '../platform/live/register.ts';
import type { Log } from '../platform/log/log.ts';
import { createMail } from '../platform/mail/mail.ts';
import type { MailTransport } from '../platform/mail/transport.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { dropParkedEntries } from '../platform/outbox/outbox.job.ts';
import { createOutbox, type Outbox } from '../platform/outbox/outbox.ts';
import type { Sandbox } from '../platform/sandbox/sandbox.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { version } from '../version.ts';
import { createField, type Field, type FieldOptions } from './field.ts';
import { ownProgram } from './own-program.ts';

export interface ApiOptions extends FieldOptions {
  config: Pick<Config, 'trustProxy' | 'publicUrl' | 'tls' | 'metricsToken'> &
    Partial<Pick<Config, 'maps' | 'httpFastPath' | 'geocodeUrl' | 'host' | 'mqttPort' | 'mqttsPort'>>;
  /** Where links in mails lead when the account has no domain of its own. */
  linkBase: string;
  database: Database;
  secrets: Secrets;
  egress: Egress;
  files: Files;
  history: History;
  sandbox: Sandbox;
  /** The operator's mail server, for accounts that have none of their own. */
  systemMail: MailTransport | undefined;
  log: Log;
  clock: Clock;
  disk: DiskGuard;
  metrics: Metrics;
  webDir?: string;
  https?: { cert: Buffer; key: Buffer };
  onAnswer?: AppOptions['onAnswer'];
  /** How long the search waits for a kind; tests wait longer. */
  searchTimeLimitMs?: number;
  /** Routes, guards, jobs and topics of tests that need something to call. */
  extraRoutes?: readonly HandledRoute[];
  extraGuards?: readonly NounGuard[];
  extraKinds?: readonly JobKind[];
  extraTopics?: readonly TopicKind[];
}

export interface Api {
  app: FastifyInstance;
  intake: Intake;
  routes: readonly HandledRoute[];
  topics: readonly TopicKind[];
  /** Not started yet: a process decides by itself whether it runs jobs. */
  jobs: Jobs;
  live: Live;
  /** Not started yet either. */
  outbox: Outbox;
  /** Nor this: it runs where data comes in. */
  field: Field;
  /** Nor this: it sends where data comes in. */
  demo: Demo;
  /** Nor this: it runs where people look. */
  alarmNews: AlarmNewsListener;
}

/** Every feature's routes behind one gate, with the job engine and the live connection they use. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { config, database, log, clock, disk, metrics } = options;
  const { extraRoutes = [], extraGuards = [], extraKinds = [], extraTopics = [] } = options;
  const { publicUrl, metricsToken } = config;
  const isOwnOrigin = createOwnOrigin({
    publicUrl,
    host: config.host,
    isAccountDomain: (domain) => isAccountDomain(database.db, domain),
  });
  const intake = createIntake({ disk });
  const topics: TopicKind[] = [
    ...jobTopics(database.db),
    ...stateTopics(database.db),
    ...deviceTopics(database.db),
    ...connectorTopics(database.db),
    ...alarmTopics(database.db),
    ...extraTopics,
  ];
  const live = createLive({ topics, log });
  const secondFactor = createSecondFactor({ clock, secrets: options.secrets });
  const onEnd = live.closeSession;
  const hashing = createHashGate();
  const sessions = createSessionService({ clock, hashing, secondFactor, onEnd });
  const federated = createFederated({ ...options, openSession: sessions.open });
  const findKeyActor = createKeyAuthenticator({ clock });
  const transportFor = async (accountId?: number) =>
    (accountId === undefined ? undefined : await accountTransport(database.db, options.secrets, accountId)) ??
    options.systemMail;
  const mail = createMail({ egress: options.egress, log, transportFor });
  const links = createPasswordLinks({
    clock,
    linkBase: options.linkBase,
    hasMailServer: async (accountId?: number) => (await transportFor(accountId)) !== undefined,
  });
  const passwordLock: PasswordLock = {
    isLocked: (db, id, address) => isLocked(db, lockKeys({ id }, address), clock.now()),
    countFailure: (db, id, address) => countFailure(db, lockKeys({ id }, address), clock.now()),
    clear: clearFailures,
  };
  const states = createStates({
    ...options,
    live,
    uses: [stateUses, (...asked) => dashboards.stateUses(...asked)],
    follow: (db, work) => field.engine.follow(db, work),
  });
  const field = await createField(options, {
    states,
    live,
    mail,
    intake,
    program: () => ownProgram(app, options.https?.cert),
  });
  const demo = createDemo({
    ...options,
    ...field.forDemo,
    values: states.values,
    routes: () => routes,
    guards: () => guards,
  });
  const dashboards = await createDashboards(options);
  const alarmLog = createAlarmLog({ ...options, parsers: field.parsers });
  const userMails = { [userMailKind]: createUserMailDelivery({ db: database.db, mail, links, log }) };
  const deliverers = { ...userMails, ...field.deliverers };
  const outbox = createOutbox({ database, log, clock, deliverers, discarders: field.discarders });
  const jobs = createJobs({
    database,
    log,
    clock,
    kinds: [
      bulkCreateJob({ files: options.files, links }),
      bulkDuplicateJob({ files: options.files, states: states.port }),
      synchroniseJob({ states: states.port }),
      ...field.jobs,
      ...demo.jobs,
      ...extraKinds,
    ],
    schedules: [
      dropOldJobs,
      dropParkedEntries,
      removeExpiredSessions(sessions),
      ...federated.schedules,
      sealEveryMinute,
      removeExpiredTokens,
      removeJobTexts({ files: options.files, kinds: [bulkCreateKind, bulkDuplicateKind] }),
      removeAbandonedUploads(options),
      mergeTwinCells,
      ...historySchedules(options.history),
      ...retentionSchedules(options.history),
      ...states.schedules,
      ...field.schedules,
      ...alarmLog.schedules,
    ],
    onChange: publishJobChanges({ db: database.db, live, log }),
  });
  const publicTwins = createPublicTwinService(options);
  const allRoutes = () => routes.map(({ route }) => route);
  const readyChecks = [intakeCheck(intake), databaseCheck(database.db), ingestionCheck(field.ingestion)];
  const routes: HandledRoute[] = [
    ...systemRoutes({ version, disk, readyChecks, metrics, metricsToken, allRoutes }),
    ...sessionRoutes({
      service: sessions,
      own: createOwnSessionService({ clock, onEnd }),
      impersonation: createImpersonationService({ clock, onEnd }),
      isOwnOrigin,
    }),
    ...twoFactorRoutes(createTwoFactorService({ ...options, secondFactor })),
    ...apiKeyRoutes(createApiKeyService({ clock, onEnd: live.reauthorise })),
    ...userRoutes({
      users: createUserService({ ...options, links, endSessions, onSessionEnd: onEnd }),
      profile: createProfileService({ clock }),
      bulk: createBulkService({ files: options.files, jobs, links }),
    }),
    ...passwordRoutes(
      createPasswordService({ clock, hashing, links, lock: passwordLock, endSessions, onSessionEnd: onEnd }),
    ),
    ...federated.routes,
    ...activityRoutes(createActivityService()),
    ...aclRoutes(createAclServices(live)),
    ...accountRoutes(
      createAccountsService({
        ...options,
        mail,
        live,
        publicUrl,
        counters: [countTwins, countConnectors, countDashboards],
        cleaners: [federated.forgetAccount],
        ties: { devices: countDeviceTies, states: countStateTies, rules: countRuleTies },
      }),
    ),
    ...jobRoutes(createJobService({ jobs })),
    ...demo.routes(jobs),
    ...outboxRoutes(outbox),
    ...twinMapRoutes(createTwinMapService({ clock }), config.maps?.styles),
    ...geocodeRoutes(createGeocodeService({ ...options, geocodeUrl: config.geocodeUrl })),
    ...createTwinRoutes({ ...options, states: states.port, devices: field.twinDevices, jobs, live }),
    ...states.routes,
    ...field.routes(jobs),
    ...alarmLog.routes,
    ...dashboards.routes,
    ...favouriteRoutes(createFavouriteService()),
    ...stateHistoryRoutes({ service: createStateHistoryService(options), csv: createHistoryCsvService(options) }),
    ...twinShareRoutes(createTwinShareService(options)),
    ...publicTwinRoutes({ twin: publicTwins, map: createPublicMapService(publicTwins) }),
    ...searchRoutes(createSearchService({ kinds: searchKinds, timeLimitMs: options.searchTimeLimitMs })),
    ...extraRoutes,
  ];
  const authenticate = createAuthenticate({
    isOwnOrigin,
    findActor: (credential, setHeader) =>
      credential.via === 'apikey'
        ? findKeyActor(database.db, credential.token, setHeader)
        : sessions.findActor(database.db, credential),
  });
  const guards: NounGuard[] = [
    accountGuard,
    scopeGuard,
    roleGuard,
    assignableRoleGuard,
    userGuard,
    sessionGuard,
    apiKeyGuard,
    ...federatedGuards,
    jobGuard,
    ...twinGuards,
    ...stateGuards,
    ...connectorGuards,
    ...driverGuards,
    ...deviceGuards,
    ...ruleGuards,
    fleetGuard,
    ...dashboardGuards,
    favouriteGuard,
    ...alarmGuards,
    ...extraGuards,
  ];
  const app = await createApp({
    config,
    database,
    log,
    intake,
    recordActivity,
    routes,
    guards,
    authenticate,
    ...(options.webDir ? { webDir: options.webDir } : {}),
    ...(options.https ? { https: options.https } : {}),
    onFastPath: metrics.countFastPath,
    onAnswer(answer) {
      metrics.observeAnswer(answer);
      options.onAnswer?.(answer);
    },
  });
  await registerLive(app, { live, authenticate, isOwnOrigin });
  metrics.gauge('stellwerk_live_connections', 'Open live connections', live.size);
  const alarmNews = createAlarmNews({ database, live, log });
  return { app, intake, routes, topics, jobs, live, outbox, field, demo, alarmNews };
}
