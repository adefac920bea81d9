import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { JobStarter } from '../../platform/jobs/define-job.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { activeGrantsOf } from '../users/index.ts';
import { findKeyOfJob } from './api-key.store.ts';
import { grantsOfKey } from './authenticate.service.ts';

/**
 * The present permissions of the user or API key that started a job. A job must not outlive its key: otherwise a revoked
 * key would keep changing data, and a key with few permissions would get all permissions of its owner in a job.
 */
export function createStarterGrants({ clock }: { clock: Clock }) {
  return async (db: Db, { userId, apiKeyId }: JobStarter): Promise<Grant[]> => {
    if (apiKeyId === null) return activeGrantsOf(db, userId);
    const key = await findKeyOfJob(db, apiKeyId, clock.now());
    return key?.userId === userId ? grantsOfKey(db, key) : fail('API_KEY_NOT_FOUND');
  };
}
export type StarterGrants = ReturnType<typeof createStarterGrants>;
