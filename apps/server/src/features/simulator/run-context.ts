import type { Ctx } from '../../platform/http/ctx.ts';
import type { JobRun } from '../../platform/jobs/define-job.ts';

type Run = Pick<JobRun, 'db' | 'userId' | 'apiKeyId' | 'accountId' | 'log' | 'grants'>;

/** Calls services from a job in a transaction, with the current permissions of the user who started the job. */
export async function withContext<T>(run: Run, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const followUps: (() => unknown)[] = [];
  const actor = {
    userId: run.userId ?? 0,
    accountId: run.accountId,
    sessionId: null,
    apiKeyId: run.apiKeyId,
    impersonator: null,
    email: '',
    grants: await run.grants(),
    via: 'bearer' as const,
  };
  const done = await run.db.transaction((db) =>
    work({
      actor,
      db,
      log: run.log,
      requestId: '',
      language: 'en',
      activity: { objects: [], details: {} },
      afterCommit: (followUp) => followUps.push(followUp),
    }),
  );
  for (const followUp of followUps) await followUp();
  return done;
}
