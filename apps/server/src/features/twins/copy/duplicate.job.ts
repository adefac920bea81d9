import { z } from 'zod';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import type { Files } from '../../../platform/files/files.ts';
import { defineJob, type JobKind } from '../../../platform/jobs/define-job.ts';
import { requireAt } from '../../../platform/tenancy/may.ts';
import type { TwinStatesPort } from '../ports.ts';
import { takePlace } from '../tree/placement.service.ts';
import { findPlace } from '../tree/tree-change.store.ts';
import { drawIds } from '../twin.store.ts';
import { writeCopies } from './copy.service.ts';
import { createdLines, findOriginal } from './copy.store.ts';
import { type CheckedLine, checkLines } from './duplicate-check.service.ts';
import { grantsOfStarter } from './job-rights.service.ts';

export const bulkDuplicateKind = 'digitaltwin-bulk-duplicate';

const payload = z.object({ twinId: z.int(), fileKey: z.string() });

interface DuplicateJobOptions {
  files: Files;
  states: Pick<TwinStatesPort, 'copy'>;
}

const isTaken = (error: unknown) => error instanceof AppError && error.code === 'DTWIN_CREATE_DUPLICATE_ENTRY';

/** Copies a twin once a line. It starts over after a crash and passes over the lines that it has done. */
export const bulkDuplicateJob = ({ files, states }: DuplicateJobOptions): JobKind =>
  defineJob({
    kind: bulkDuplicateKind,
    hasText: true,
    payload,
    afterCrash: 'startOver',
    concurrency: 2,
    async run(run) {
      const { db, id: bulkJobId, userId } = run;
      const { twinId, fileKey } = run.payload;
      const actor = { grants: await grantsOfStarter(run) };
      const twin = (await findPlace(db, twinId)) ?? fail('DTWIN_NOT_FOUND');
      requireAt(actor, 'DigitalTwin.write', twin.scopePath);
      const original = (await findOriginal(db, actor, twinId)) ?? fail('DTWIN_NOT_FOUND');
      const { accountId, parentId } = twin;

      const create = (lines: readonly CheckedLine[]) =>
        db.transaction(async (tx) => {
          const place = await takePlace(tx, actor, { parentId, tenantId: accountId });
          const ids = await drawIds(tx, lines.length);
          const copies = lines.map(({ line, values, references }, index) => ({
            id: ids[index] ?? 0,
            original,
            place,
            values,
            references,
            bulk: { bulkJobId, bulkLine: line },
          }));
          await writeCopies(tx, { states }, copies, userId);
        });

      /** Somebody may take a title at the same moment: then each line tries for itself. */
      async function createAll(lines: readonly CheckedLine[]): Promise<void> {
        if (lines.length === 0) return;
        try {
          await create(lines);
        } catch (error) {
          if (!isTaken(error)) throw error;
          for (const line of lines) await createOne(line);
        }
      }

      async function createOne(line: CheckedLine): Promise<void> {
        try {
          await create([line]);
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
      run.throwIfCanceled();
    },
  });
