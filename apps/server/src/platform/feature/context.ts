import type { OwnProgram } from '@stellwerk/plugin/connector-sender';
import type { HashGate } from '../auth/hash-gate.ts';
import type { Clock } from '../clock/clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/db.ts';
import type { Egress } from '../egress/egress.ts';
import type { Files } from '../files/files.ts';
import type { Intake } from '../health/intake.ts';
import type { History } from '../history/history.ts';
import type { HandledRoute } from '../http/handle.ts';
import type { NounGuard } from '../http/nouns.ts';
import type { IsOwnOrigin } from '../http/origin.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Live } from '../live/live.ts';
import type { Log } from '../log/log.ts';
import type { Mail } from '../mail/mail.ts';
import type { MailTransport } from '../mail/transport.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { ExtensionPoint } from './port.ts';

export type ServerConfig = Pick<Config, 'trustProxy' | 'publicUrl' | 'tls' | 'metricsToken'> &
  Partial<Pick<Config, 'maps' | 'httpFastPath' | 'geocodeUrl' | 'host' | 'listenerPorts' | 'ingest'>>;

/** The platform services that features get when they are created. */
export interface FeatureContext {
  config: ServerConfig;
  /** The base URL of links in mails if the account has no domain of its own. */
  linkBase: string;
  https?: { cert: Buffer; key: Buffer } | undefined;
  database: Database;
  secrets: Secrets;
  hashing: HashGate;
  egress: Egress;
  files: Files;
  history: History;
  sandbox: Sandbox;
  mail: Mail;
  /** The mail server for mails of an account; undefined if there is none. */
  mailTransport(accountId?: number): Promise<MailTransport | undefined>;
  log: Log;
  clock: Clock;
  metrics: Metrics;
  intake: Intake;
  isOwnOrigin: IsOwnOrigin;
  live: Live;
  jobs: Jobs;
  outbox: Outbox;
  /** The local address of this process; undefined until it listens. */
  program(): OwnProgram | undefined;
  /** Routes, guards and extensions of all features: available at run time, not while features are created. */
  routes(): readonly HandledRoute[];
  guards(): readonly NounGuard[];
  extensions<T>(point: ExtensionPoint<T>): readonly T[];
}
