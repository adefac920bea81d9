import type { TemplateContent } from '@stellwerk/contract/device-template';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type JobKind } from '../../../platform/jobs/define-job.ts';
import { jobTransaction } from '../../bulk/index.ts';
import { countLinked, findCanaries, markFailed, markSynced, openLinks } from '../links/link.store.ts';
import { findContent } from '../template.store.ts';
import type { ApplyService } from './apply.service.ts';

export const syncKind = 'device-template-sync';

/** Devices in one transaction: a cancel waits for them, and other requests may wait for their locks. */
const devicesAtOnce = 50;

/** Contents by version, read once per job. */
function createContents(db: Db, templateId: number) {
  const known = new Map<number, TemplateContent | undefined>();
  return async (number: number | null): Promise<TemplateContent | undefined> => {
    if (number === null) return undefined;
    if (!known.has(number)) known.set(number, await findContent(db, templateId, number));
    return known.get(number);
  };
}

/**
 * Gives a version to the devices that lack it. Each device and the note that it has the version are committed together,
 * so a job that restarts after a crash finds exactly the devices that are left.
 */
export const templateSyncJob = ({ apply, clock }: { apply: ApplyService['apply']; clock: Clock }): JobKind =>
  defineJob({
    kind: syncKind,
    // An earlier version is published again instead, by a call for the template.
    undo: { way: 'byHand' },
    payload: z.object({ templateId: z.int(), number: z.int(), isCanary: z.boolean().default(false) }),
    afterCrash: 'startOver',
    concurrency: 2,
    // The devices that are left are found in the database, not in the job.
    retry: (payload, { failedIds }) => (failedIds.size > 0 ? payload : undefined),
    async run(run) {
      const { templateId, number, isCanary } = run.payload;
      const contentOf = createContents(run.db, templateId);
      const content = await contentOf(number);
      if (!content) return;
      const total = isCanary ? (await findCanaries(run.db, templateId)).length : await countLinked(run.db, templateId);
      const left = async () =>
        (await openLinks(run.db, { templateId, number, isCanary, after: 0, limit: total + 1 })).length;
      let done = total - (await left());
      run.progress(done, total);
      for (let after = 0; ; ) {
        run.throwIfCanceled();
        const { links, refusals } = await jobTransaction(run, async (ctx) => {
          const links = await openLinks(ctx.db, { templateId, number, isCanary, after, limit: devicesAtOnce });
          const given = await Promise.all(
            links.map(async ({ twinId, version }) => ({ twinId, before: await contentOf(version) })),
          );
          const refusals = await apply(ctx, content, given);
          const synced = links.map(({ twinId }) => twinId).filter((id) => !refusals.has(id));
          await markSynced(ctx.db, synced, number, clock.now());
          for (const [twinId, refusal] of refusals) await markFailed(ctx.db, twinId, refusal);
          return { links, refusals };
        });
        const last = links.at(-1);
        if (!last) break;
        for (const [entityId, { code, params }] of refusals) run.error({ entityId, code, params });
        done += links.length;
        run.progress(Math.min(done, total), total);
        after = last.twinId;
      }
    },
  });
