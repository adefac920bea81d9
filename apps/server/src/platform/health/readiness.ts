import { type Db, ping } from '../db/db.ts';
import { fail } from '../errors/app-error.ts';
import type { Intake, IntakeRefusal } from './intake.ts';

/** One condition of `/health/ready`. */
export interface ReadyCheck {
  /** For the log. */
  name: string;
  /** The code to answer while the condition does not hold. */
  failure(): ReadyFailure | Promise<ReadyFailure>;
}

type ReadyFailure = 'SERVICE_UNAVAILABLE' | IntakeRefusal | undefined;

/** Neither stopping nor short of disk: load balancers send elsewhere what would be refused here. */
export const intakeCheck = (intake: Pick<Intake, 'refusal'>): ReadyCheck => ({
  name: 'intake',
  failure: intake.refusal,
});

export const databaseCheck = (db: Db): ReadyCheck => ({
  name: 'database',
  failure: () =>
    ping(db).then(
      () => undefined,
      () => 'SERVICE_UNAVAILABLE' as const,
    ),
});

/** Data that is accepted now is applied soon: it does not wait for the leases of another process to end. */
export const ingestionCheck = (ingestion: { isServing(): Promise<boolean> }): ReadyCheck => ({
  name: 'ingestion',
  failure: async () => ((await ingestion.isServing()) ? undefined : 'SERVICE_UNAVAILABLE'),
});

/** The first condition that does not hold decides the answer. */
export async function requireReady(checks: readonly ReadyCheck[]): Promise<void> {
  for (const { name, failure } of checks) {
    const code = await failure();
    if (code) fail(code, {}, { internal: `not ready: ${name}` });
  }
}
