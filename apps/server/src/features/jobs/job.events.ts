import { idFromText } from '@stellwerk/contract/core/id';
import { satisfies } from '@stellwerk/contract/core/permission';
import { type JobChange, seesJobs } from '@stellwerk/contract/job';
import { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import type { JobChange as StoredChange } from '../../platform/jobs/job.store.ts';
import { defineTopic, type TopicKind } from '../../platform/live/define-topic.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Log } from '../../platform/log/log.ts';
import { holdsSomewhere } from '../../platform/policy/policy.ts';
import { may } from '../../platform/tenancy/may.ts';
import { scopePaths } from '../../platform/tenancy/scope.store.ts';
import { jobGuard } from './job.policy.ts';
import { jobKeys, jobOwners } from './job.store.ts';

const maySee = (actor: Actor, scopePath: string) => may(actor, seesJobs, scopePath);

const about = z.object({ scopePath: z.string(), userId: z.int().nullable() });

/**
 * `job/{id}` reports changes of one job, `own-jobs` those of jobs that the subscriber started, and `jobs` those of all
 * jobs that the subscriber may see, checked per message.
 */
export function jobTopics(db: Db): TopicKind[] {
  return [
    // For the notice that a job has ended, also for users who may not see the jobs of others.
    defineTopic({
      pattern: 'own-jobs',
      // A narrowed key does not follow everything that its user does.
      authorise: async (actor) => !actor.isNarrowed,
      accepts(actor, subject) {
        const parsed = about.safeParse(subject);
        return parsed.success && parsed.data.userId === actor.userId;
      },
    }),
    defineTopic({
      pattern: 'job/{id}',
      async authorise(actor, params) {
        const id = idFromText(params.id);
        if (id === undefined) return false;
        const [scopes, owners, keys] = await Promise.all([
          jobGuard.scopesOf(db, [id]),
          jobOwners(db, [id]),
          jobKeys(db, [id]),
        ]);
        const scopePath = scopes.get(id);
        const isOwn = owners.get(id) === actor.userId && (!actor.isNarrowed || keys.get(id) === actor.apiKeyId);
        return scopePath !== undefined && (isOwn || maySee(actor, scopePath));
      },
    }),
    defineTopic({
      pattern: 'jobs',
      authorise: async (actor) => satisfies(seesJobs, (permission) => holdsSomewhere(actor.grants, permission)),
      accepts(actor, subject) {
        const parsed = about.safeParse(subject);
        return parsed.success && maySee(actor, parsed.data.scopePath);
      },
    }),
  ];
}

interface PublishOptions {
  db: Db;
  live: Pick<Live, 'publish'>;
  log: Log;
}

/** Publishes changes of jobs to subscribers. The result is the `onChange` of the job engine. */
export function publishJobChanges({ db, live, log }: PublishOptions): (change: StoredChange) => void {
  async function publish(change: StoredChange) {
    const { id, kind, title, state, done, total, errorCount, cancelRequested, scopeId, userId } = change;
    const scopePath = (await scopePaths(db, [scopeId])).get(scopeId);
    if (scopePath === undefined) return;
    const progress = { done, total };
    const data: JobChange = { id, title, type: kind, state, progress, errorCount, cancelRequested };
    live.publish('jobs', data, { scopePath, userId });
    if (userId !== null) live.publish('own-jobs', data, { scopePath, userId });
    live.publish(`job/${id}`, data);
  }
  // Changes are published in sequence, so that none overtakes the one before it.
  let turn = Promise.resolve();
  return (change) => {
    turn = turn
      .then(() => publish(change))
      .catch((error: unknown) => log.warn({ err: error }, 'job change not published'));
  };
}
