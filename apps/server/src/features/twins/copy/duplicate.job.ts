import { z } from 'zod';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import type { Files } from '../../../platform/files/files.ts';
import { defineJob, type JobKind } from '../../../platform/jobs/define-job.ts';
import { requireAt } from '../../../platform/tenancy/may.ts';
import type { LeftOutRule } from '../ports.ts';
import { takePlace } from '../tree/placement.service.ts';
import { findPlace } from '../tree/tree-change.store.ts';
import { takeIds } from '../twin.store.ts';
import { type CopyOptions, writeCopies } from './copy.service.ts';
import { createdLines, findOriginal } from './copy.store.ts';
import { type CheckedLine, checkLines } from './duplicate-check.service.ts';
import { starterOf } from './job-permissions.service.ts';
import { distinctRules, leftOutToJob } from './left-out.ts';

export const bulkDuplicateKind = 'digitaltwin-bulk-duplicate';

const payload = z.object({ twinId: z.int(), fileKey: z.string() });

interface DuplicateJobOptions extends CopyOptions {
  files: Files;
}

const isTaken = (error: unknown) => error instanceof AppError && error.code === 'DTWIN_CREATE_DUPLICATE_ENTRY';

/** Creates one copy per line. Restarts after a crash and skips processed lines. */
export const bulkDuplicateJob = ({ files, ...options }: DuplicateJobOptions): JobKind =>
  defineJob({
    kind: bulkDuplicateKind,
    undo: { way: 'byHand' },
    hasText: true,
    payload,
    afterCrash: 'startOver',
    concurrency: 2,
    async run(run) {
      const { db, id: bulkJobId } = run;
      const { twinId, fileKey } = run.payload;
      const actor = await starterOf(run);
      const twin = (await findPlace(db, twinId)) ?? fail('DTWIN_NOT_FOUND');
      requireAt(actor, 'DigitalTwin.write', twin.scopePath);
      const original = (await findOriginal(db, actor, twinId)) ?? fail('DTWIN_NOT_FOUND');
      const { accountId, parentId } = twin;

      const create = async (lines: readonly CheckedLine[]) => {
        // Before each batch: permissions that were withdrawn meanwhile end the job.
        const author = await starterOf(run);
        return db.transaction(async (tx): Promise<LeftOutRule[]> => {
          const place = await takePlace(tx, author, { parentId, tenantId: accountId });
          const ids = await takeIds(tx, lines.length);
          const copies = lines.map(({ line, values, references }, index) => ({
            id: ids[index] ?? 0,
            original,
            place,
            values,
            references,
            bulk: { bulkJobId, bulkLine: line },
          }));
          const carried = await writeCopies(tx, options, copies, author);
          return carried.flatMap(({ leftOut }) => leftOut);
        });
      };

      // All copies are in one place, so a rule is left out of each for the same reason.
      let leftOut: LeftOutRule[] = [];

      /** If another transaction takes a title concurrently, the batch fails and each line is retried alone. */
      async function createAll(lines: readonly CheckedLine[]): Promise<void> {
        if (lines.length === 0) return;
        try {
          leftOut = distinctRules([...leftOut, ...(await create(lines))]);
        } catch (error) {
          if (!isTaken(error)) throw error;
          for (const line of lines) await createOne(line);
        }
      }

      async function createOne(line: CheckedLine): Promise<void> {
        try {
          leftOut = distinctRules([...leftOut, ...(await create([line]))]);
        } catch (error) {
          if (!isTaken(error)) throw error;
          run.error({ line: line.line, code: 'DTWIN_CREATE_DUPLICATE_ENTRY' });
        }
      }

      const { stream: source } = await files.open(fileKey);
      const doneLines = await createdLines(db, bulkJobId);
      let done = 0;
      for await (const batch of checkLines({ db, source, original, place: { accountId, parentId }, doneLines })) {
        run.throwIfCanceled();
        for (const error of batch.errors) run.error(error);
        await createAll(batch.lines);
        done += batch.count;
        run.progress(done);
      }
      for (const rule of leftOut) run.error(leftOutToJob(rule));
      run.throwIfCanceled();
    },
  });
