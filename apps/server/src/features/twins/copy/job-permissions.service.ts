import { fail } from '../../../platform/errors/app-error.ts';
import type { JobRun } from '../../../platform/jobs/define-job.ts';
import type { Grant } from '../../../platform/policy/policy.ts';
import { activeGrantsOf } from '../../users/index.ts';
import type { CopyAuthor } from '../ports.ts';

/** The current permissions of the user who started the job, because they may have changed since the call. */
export const grantsOfStarter = ({ db, userId }: Pick<JobRun, 'db' | 'userId'>): Promise<Grant[]> =>
  userId === null ? Promise.resolve([]) : activeGrantsOf(db, userId);

/** The user who started the job, for jobs that write in their name. */
export async function starterOf(run: Pick<JobRun, 'db' | 'userId'>): Promise<CopyAuthor> {
  const userId = run.userId ?? fail('AUTH_USER_NOT_FOUND');
  return { userId, grants: await grantsOfStarter(run) };
}
