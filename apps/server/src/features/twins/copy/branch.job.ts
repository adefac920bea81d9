import { twinLimits } from '@stellwerk/contract/twin';
import { z } from 'zod';
import { fail } from '../../../platform/errors/app-error.ts';
import { defineJob, type JobKind } from '../../../platform/jobs/define-job.ts';
import { requireAt } from '../../../platform/tenancy/may.ts';
import { findPlace, lockTwinsToAdd } from '../tree/tree-change.store.ts';
import { branchDuplicateKind } from './branch-kind.ts';
import { type CopyOptions, planBelow, requireHeight, writeContents, writeTwins } from './copy.service.ts';
import { findBelow, findOriginal } from './copy.store.ts';
import { starterOf } from './job-permissions.service.ts';
import { leftOutToJob } from './left-out.ts';

const payload = z.object({ twinId: z.int(), copyId: z.int() });

/** Twins between two checks for a cancel. */
const batchSize = 500;

/**
 * Copies the subtree of a twin to its copy. States and rules reference one another across the subtree, so everything is
 * one transaction: a job that is canceled or killed leaves the copy of the top alone.
 */
export const branchDuplicateJob = (options: CopyOptions): JobKind =>
  defineJob({
    kind: branchDuplicateKind,
    undo: { way: 'byHand' },
    payload,
    afterCrash: 'startOver',
    concurrency: 1,
    async run(run) {
      const { twinId, copyId } = run.payload;
      const author = await starterOf(run);
      const leftOut = await run.db.transaction(async (db) => {
        const found = (await findPlace(db, copyId)) ?? fail('DTWIN_NOT_FOUND');
        await lockTwinsToAdd(db, found.accountId);
        const copy = (await findPlace(db, copyId)) ?? fail('DTWIN_NOT_FOUND');
        requireAt(author, 'DigitalTwin.write', copy.scopePath);
        const original = (await findOriginal(db, author, twinId)) ?? fail('DTWIN_NOT_FOUND');
        const { path } = (await findPlace(db, twinId)) ?? fail('DTWIN_NOT_FOUND');
        const below = await findBelow(db, author, path, twinLimits.copiedSubtree);
        const place = { ...copy, parentPath: copy.path.split('.').slice(0, -1).join('.') };
        const top = { id: copyId, original, place, values: {} };
        // A copy below its original is not copied into itself.
        const planned = await planBelow(
          db,
          top,
          below.filter(({ id }) => id !== copyId),
        );
        requireHeight([top, ...planned], place);
        const total = planned.length + 1;
        run.progress(0, total);
        for (let start = 0; start < planned.length; start += batchSize) {
          run.throwIfCanceled();
          await writeTwins(db, planned.slice(start, start + batchSize), author);
          run.progress(Math.min(start + batchSize, planned.length), total);
        }
        run.throwIfCanceled();
        const carried = await writeContents(db, options, [top, ...planned], author);
        run.throwIfCanceled();
        run.progress(total, total);
        return carried;
      });
      for (const { twinId: entityId, leftOut: rules } of leftOut) {
        for (const rule of rules) run.error({ entityId, ...leftOutToJob(rule) });
      }
    },
  });
