import { accountTransport, isAccountDomain } from '../features/accounts/index.ts';
import { starterGrantsPort } from '../features/api-keys/index.ts';
import { accountMailsOf } from '../features/settings/index.ts';
import { createHashGate } from '../platform/auth/hash-gate.ts';
import type { FeatureContext } from '../platform/feature/context.ts';
import type { FeatureSet } from '../platform/feature/feature-set.ts';
import type { DiskGuard } from '../platform/health/disk.ts';
import { createIntake } from '../platform/health/intake.ts';
import { createOwnOrigin } from '../platform/http/origin.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { createLive } from '../platform/live/live.ts';
import { createMail } from '../platform/mail/mail.ts';
import type { MailTransport } from '../platform/mail/transport.ts';
import { createOutbox } from '../platform/outbox/outbox.ts';

type Given = 'config' | 'linkBase' | 'https' | 'database' | 'secrets' | 'egress' | 'files' | 'history' | 'sandbox';

export interface PlatformOptions extends Pick<FeatureContext, Given | 'log' | 'clock' | 'metrics'> {
  /** The operator's mail server, for accounts without their own. */
  systemMail: MailTransport | undefined;
  disk: DiskGuard;
}

/** Creates the platform for a feature set: its engines read the features' parts after all features are created. */
export function createFeatureContext(options: PlatformOptions, set: FeatureSet): Omit<FeatureContext, 'program'> {
  const { config, database, secrets, egress, log, clock, disk, systemMail, linkBase } = options;
  const { db } = database;
  const { publicUrl, host } = config;
  const mailTransport = async (accountId?: number) =>
    (accountId === undefined ? undefined : await accountTransport(db, secrets, accountId)) ?? systemMail;
  return {
    ...options,
    hashing: createHashGate(),
    intake: createIntake({ disk }),
    isOwnOrigin: createOwnOrigin({ publicUrl, host, isAccountDomain: (name) => isAccountDomain(db, name) }),
    live: createLive({ topics: () => set.list('topics'), log }),
    outbox: createOutbox({ database, log, clock, deliverers: set.deliverers, discarders: set.discarders }),
    jobs: createJobs({
      database,
      log,
      clock,
      grantsOf: (db, starter) => set.port(starterGrantsPort)(db, starter),
      kinds: () => set.list('jobs'),
      schedules: () => set.list('schedules'),
      onChange(change) {
        for (const listen of set.list('jobListeners')) listen(change);
      },
    }),
    mail: createMail({ egress, log, transportFor: mailTransport, accountMails: accountMailsOf(db, linkBase) }),
    mailTransport,
    routes: () => set.list('routes'),
    guards: () => set.list('guards'),
    extensions: set.extensions,
  };
}
