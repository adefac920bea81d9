import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { JobStarter } from '../../platform/jobs/define-job.ts';
import type { NewJob } from '../../platform/jobs/job.store.ts';
import { findDemoJob, findTop, findWorld, isOpenJob, removeKind } from './demo.store.ts';

/** The part of the job engine that this service needs; the command line has no job engine. */
export interface RemovalJobs {
  enqueue(db: Db, job: NewJob): Promise<number>;
  cancel(db: Db, id: number): Promise<unknown>;
}

/** Queues the removal of the demo world. A running build is cancelled first and removes its objects itself. */
export async function requestRemoval(db: Db, jobs: RemovalJobs, starter: JobStarter | null) {
  const { accountName: name } = (await findWorld(db)) ?? fail('DEMO_NOT_FOUND');
  const top = (await findTop(db)) ?? fail('DEMO_NOT_FOUND');
  const job = await findDemoJob(db);
  if (job && isOpenJob(job)) {
    if (job.kind === removeKind) return { id: job.id, name };
    await jobs.cancel(db, job.id);
  }
  const { accountId, scopeId } = top;
  const { userId, apiKeyId } = starter ?? { userId: null, apiKeyId: null };
  const wanted = { accountId, scopeId, userId, apiKeyId, kind: removeKind, title: name, resource: 'demo', payload: {} };
  return { id: await jobs.enqueue(db, wanted), name };
}
