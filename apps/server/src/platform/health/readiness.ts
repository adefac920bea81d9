import { type Db, ping } from '../db/db.ts';
import { fail } from '../errors/app-error.ts';
import type { Intake, IntakeRefusal } from './intake.ts';

/** One condition of `/health/ready`. */
export interface ReadyCheck {
  /** Used in the log. */
  name: string;
  /** The error code of the response while the condition does not hold. */
  failure(): ReadyFailure | Promise<ReadyFailure>;
}

type ReadyFailure = 'SERVICE_UNAVAILABLE' | IntakeRefusal | undefined;

/** Fails while stopping or short of disk space, so that load balancers route data to other servers. */
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

/** Passes if accepted data is applied soon, without waiting for leases of another process to expire. */
export const ingestionCheck = (ingestion: { isServing(): Promise<boolean> }): ReadyCheck => ({
  name: 'ingestion',
  failure: async () => ((await ingestion.isServing()) ? undefined : 'SERVICE_UNAVAILABLE'),
});

/** The first failing condition determines the response. */
export async function requireReady(checks: readonly ReadyCheck[]): Promise<void> {
  for (const { name, failure } of checks) {
    const code = await failure();
    if (code) fail(code, {}, { internal: `not ready: ${name}` });
  }
}
