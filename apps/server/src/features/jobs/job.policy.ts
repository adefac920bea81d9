import { type JobState, managesJobs, seesJobs } from '@stellwerk/contract/job';
import type { Actor } from '../../platform/http/ctx.ts';
import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { storedErrorLimit } from '../../platform/jobs/job.store.ts';
import { may } from '../../platform/tenancy/may.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { jobKeys, jobOwners, scopedJobs } from './job.store.ts';

export const jobGuard: ScopedGuard = {
  noun: 'job',
  notFound: 'BACKGROUND_JOBS_NOT_FOUND',
  seenWith: seesJobs,
  scopesOf: scopesOf(scopedJobs),
  ownersOf: jobOwners,
  keysOf: jobKeys,
};

interface ControlledJob {
  userId: number | null;
  apiKeyId: number | null;
  scopePath: string;
}

/**
 * A job can be stopped or deleted by the user who started it, or the narrowed key, and by managers of the objects of jobs
 * in its scope.
 */
export function mayControl(actor: Actor, { userId, apiKeyId, scopePath }: ControlledJob): boolean {
  if (userId === actor.userId && (!actor.isNarrowed || apiKeyId === actor.apiKeyId)) return true;
  return may(actor, managesJobs, scopePath);
}

const running: readonly JobState[] = ['created', 'inprogress', 'postprocessing'];

interface StandingJob extends ControlledJob {
  state: JobState;
  errorCount: number;
  isRetryable: boolean;
  /** Until when another job can undo this one; undefined if none can, or one already does. */
  undoableUntil: Date | undefined;
}

/** Whether work may be left. A job that failed as a whole may have done nothing at all. */
function hasRest({ state, errorCount, isRetryable }: StandingJob): boolean {
  if (!isRetryable || errorCount > storedErrorLimit) return false;
  return state === 'error' || state === 'canceled' || (state === 'done' && errorCount > 0);
}

/** The actions that the caller may take on a job in its present state. */
export function abilitiesOn(actor: Actor, job: StandingJob, now: Date) {
  const allowed = mayControl(actor, job);
  return {
    cancel: allowed && running.includes(job.state),
    delete: allowed && job.state === 'created',
    retry: allowed && hasRest(job),
    undo: allowed && job.undoableUntil !== undefined && now <= job.undoableUntil,
  };
}
