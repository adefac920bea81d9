import { Readable } from 'node:stream';
import { type ExportFormat, maxRowsOf } from '@stellwerk/contract/data-export';
import type { Language } from '@stellwerk/contract/text';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { renderError } from '../../platform/errors/render.ts';
import { type Files, newFileKey, type StoredFile } from '../../platform/files/files.ts';
import type { History } from '../../platform/history/history.ts';
import { defineJob, type JobItemError, type JobKind, type JobRun } from '../../platform/jobs/define-job.ts';
import { putOutbox } from '../../platform/outbox/outbox.store.ts';
import { createZonedTime } from '../state-history/index.ts';
import { beginFile, type FoundExport, findExport, finishFile } from './data-export.store.ts';
import { deliveriesOf } from './delivery.service.ts';
import { writeCsv } from './formats/csv.ts';
import { mediaTypes, type WriteFormat } from './formats/format.ts';
import { writePdf } from './formats/pdf.ts';
import { writeXlsx } from './formats/xlsx.ts';
import type { Block } from './rows/block.ts';
import { bounded, type Counted } from './rows/bounded.ts';
import { rowsOf } from './rows/rows.ts';
import { countExported, type ExportActor, findExported } from './rows/series.store.ts';

export const dataExportKind = 'data-export';

const payload = z.object({ exportId: z.int() });
type Run = JobRun<z.output<typeof payload>>;

const formats: Record<ExportFormat, WriteFormat> = { csv: writeCsv, xlsx: writeXlsx, pdf: writePdf };

interface ExportJobOptions {
  files: Files;
  history: History;
  clock: Clock;
}

/** Progress is a percentage, because the number of rows is not known beforehand. */
const full = 100;

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) || isDiskFull(error.cause));

/** The limit that ended the file: the account's, or the lower one of the format. */
function cutError(format: ExportFormat, rowLimit: number): JobItemError & { params: { limit: number } } {
  const limit = maxRowsOf[format];
  if (rowLimit > 0 && rowLimit <= limit) return { code: 'HISTORY_EXPORT_CUT', params: { limit: rowLimit } };
  return { code: 'DATA_EXPORT_FORMAT_CUT', params: { limit } };
}

const textOf = ({ code, params = {} }: JobItemError, language: Language): string =>
  renderError({ code, params, issues: [] }, language, '').message;

function fileNameOf({ name, definition: { layout } }: FoundExport, now: Date): string {
  const time = createZonedTime(layout.zone)(now.getTime()).slice(0, 16);
  return `${name} ${time.replace('T', ' ').replace(':', '-')}.${layout.format}`;
}

/** The rows of all states, with the progress, and an error for each chosen state that can't be read any more. */
async function* everyRow(run: Run, history: History, actor: ExportActor, found: FoundExport): AsyncGenerator<Block> {
  const { source, layout, span } = found.definition;
  const { states } = await countExported(run.db, actor, source);
  const missing = new Set('stateIds' in source ? source.stateIds : []);
  let done = 0;
  run.progress(0, full);
  for await (const page of findExported(run.db, actor, source)) {
    for await (const block of rowsOf({ history, span, layout }, page)) {
      const begun = page.indexOf(block.series);
      const newest = block.at[block.at.length - 1] ?? span.from;
      const share = Math.min((newest - span.from) / (span.to - span.from), 1);
      run.progress(Math.min(Math.floor((full * (done + begun + Math.max(share, 0))) / states), full - 1), full);
      yield block;
    }
    done += page.length;
    for (const { stateId } of page) missing.delete(stateId);
  }
  for (const entityId of missing) run.error({ entityId, code: 'DTWIN_STATE_NOT_FOUND' });
}

/**
 * Writes the file of an export. A restart after a crash deletes the unfinished file and begins again. The finished file
 * and its deliveries are recorded in one transaction, so a restart after that has nothing to do.
 */
export const dataExportJob = ({ files, history, clock }: ExportJobOptions): JobKind => {
  async function write(run: Run, found: FoundExport, key: string): Promise<{ stored: StoredFile; counted: Counted }> {
    const { source, layout, span } = found.definition;
    const actor = { userId: run.userId ?? fail('AUTH_USER_NOT_FOUND'), grants: await run.grants() };
    const { rowLimit } = await countExported(run.db, actor, source);
    const counted = { rows: 0, isCut: false };
    const cut = cutError(layout.format, rowLimit);
    const blocks = bounded(everyRow(run, history, actor, found), {
      rowLimit: cut.params.limit,
      counted,
      check: run.throwIfCanceled,
    });
    const content = formats[layout.format]({
      name: found.name,
      blocks,
      layout,
      span,
      createdAt: found.createdAt,
      cutNote: () => (counted.isCut ? textOf(cut, layout.language) : undefined),
    });
    const name = fileNameOf(found, clock.now());
    const type = mediaTypes[layout.format];
    const options = { key, maxBytes: Number.POSITIVE_INFINITY, allowedTypes: 'any', name, type } as const;
    const stored = await files.put(Readable.from(content), options).catch((error: unknown) => {
      if (isDiskFull(error)) fail('DATA_EXPORT_DISK_FULL', {}, { cause: error });
      throw error;
    });
    if (counted.isCut) run.error(cut);
    return { stored, counted };
  }

  return defineJob({
    kind: dataExportKind,
    undo: { way: 'needless' },
    payload,
    afterCrash: 'startOver',
    concurrency: 2,
    retry: (again) => again,
    async run(run) {
      const { db } = run;
      const { exportId } = run.payload;
      const found = (await findExport(db, exportId)) ?? fail('DATA_EXPORT_NOT_FOUND');
      if (found.sizeBytes !== null && found.job.id === run.id) return;
      if (found.fileKey !== null) await files.remove(found.fileKey);
      const key = newFileKey();
      await beginFile(db, exportId, { jobId: run.id, userId: run.userId, fileKey: key });
      const { stored, counted } = await write(run, found, key);
      run.progress(full, full);
      await run.postprocessing();
      await db.transaction(async (tx) => {
        await finishFile(tx, exportId, {
          fileName: stored.name,
          sizeBytes: stored.sizeBytes,
          rowCount: counted.rows,
          isCut: counted.isCut,
          mailState: found.definition.mail ? 'queued' : null,
          forwardState: found.definition.forward ? 'queued' : null,
        });
        await putOutbox(tx, deliveriesOf(found));
      });
    },
  });
};
