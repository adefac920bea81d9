import { fail } from '../../../platform/errors/app-error.ts';
import type { JobRun } from '../../../platform/jobs/define-job.ts';
import type { CopyAuthor } from '../ports.ts';

/** The user who started the job, for jobs that write in their name. */
export async function starterOf(run: Pick<JobRun, 'userId' | 'grants'>): Promise<CopyAuthor> {
  const userId = run.userId ?? fail('AUTH_USER_NOT_FOUND');
  return { userId, grants: await run.grants() };
}
