import type { JobRun } from '../../../platform/jobs/define-job.ts';
import type { Grant } from '../../../platform/policy/policy.ts';
import { activeGrantsOf } from '../../users/index.ts';

/** Rights count at the moment of the work, not at the moment of the call. */
export const grantsOfStarter = ({ db, userId }: Pick<JobRun, 'db' | 'userId'>): Promise<Grant[]> =>
  userId === null ? Promise.resolve([]) : activeGrantsOf(db, userId);
