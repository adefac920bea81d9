import { defaultLanguage } from '@stellwerk/contract/text';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { JobRun } from '../../platform/jobs/define-job.ts';

type Run = Pick<JobRun, 'db' | 'id' | 'userId' | 'apiKeyId' | 'accountId' | 'log' | 'grants'>;

/**
 * Runs the work of a job in a transaction, as a call of the user or API key that started the job. Permissions are read again, because
 * they may have changed since the call.
 */
export async function jobTransaction<T>(run: Run, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const userId = run.userId ?? fail('AUTH_USER_NOT_FOUND');
  const grants = await run.grants();
  const later: (() => unknown)[] = [];
  const result = await run.db.transaction((db) =>
    work({
      actor: {
        userId,
        accountId: run.accountId,
        sessionId: null,
        apiKeyId: run.apiKeyId,
        impersonator: null,
        email: '',
        grants,
        via: 'bearer',
      },
      db,
      log: run.log,
      requestId: `job-${run.id}`,
      language: defaultLanguage,
      activity: { objects: [], details: {} },
      afterCommit: (each) => later.push(each),
    }),
  );
  for (const each of later) await each();
  return result;
}
