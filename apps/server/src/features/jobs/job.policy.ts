import { satisfies } from '@stellwerk/contract/core/permission';
import { type JobState, managesJobs, seesJobs } from '@stellwerk/contract/job';
import type { Actor } from '../../platform/http/ctx.ts';
import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { storedErrorLimit } from '../../platform/jobs/job.store.ts';
import { decide } from '../../platform/policy/policy.ts';
import { jobOwners, jobScopes } from './job.store.ts';

export const jobGuard: ScopedGuard = {
  noun: 'job',
  notFound: 'BACKGROUND_JOBS_NOT_FOUND',
  seenWith: seesJobs,
  scopesOf: jobScopes,
  ownersOf: jobOwners,
};

interface ControlledJob {
  userId: number | null;
  scopePath: string;
}

/** Who may stop or delete a job: whoever started it, and those who manage what jobs work on in its scope. */
export function mayControl(actor: Actor, { userId, scopePath }: ControlledJob): boolean {
  if (userId === actor.userId) return true;
  return satisfies(managesJobs, (permission) => decide(actor.grants, permission, scopePath).allowed);
}

const running: readonly JobState[] = ['created', 'inprogress', 'postprocessing'];

interface StandingJob extends ControlledJob {
  state: JobState;
  errorCount: number;
  /** Of its kind. */
  isRetryable: boolean;
}

/** Something may be left to do of it. A job that failed as a whole may have come to nothing at all. */
function hasRest({ state, errorCount, isRetryable }: StandingJob): boolean {
  if (!isRetryable || errorCount > storedErrorLimit) return false;
  return state === 'error' || state === 'canceled' || (state === 'done' && errorCount > 0);
}

/** What the caller can do with a job as it stands. */
export function abilitiesOn(actor: Actor, job: StandingJob) {
  const allowed = mayControl(actor, job);
  return {
    cancel: allowed && running.includes(job.state),
    delete: allowed && job.state === 'created',
    retry: allowed && hasRest(job),
  };
}
