import { Readable } from 'node:stream';
import type { RouteInput } from '@stellwerk/contract/core/route';
import { bulkDuplicateMaxBytes, type bulkDuplicateTwins, type DuplicatePreview } from '@stellwerk/contract/twin-copy';
import { tryOut } from '../../../platform/db/try-out.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import { renderError } from '../../../platform/errors/render.ts';
import type { Files } from '../../../platform/files/files.ts';
import { piecesOf } from '../../../platform/files/read-csv.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { type NewPlace, takePlace } from '../tree/placement.service.ts';
import { findPlace, type TwinPlace } from '../tree/tree-change.store.ts';
import { takeIds } from '../twin.store.ts';
import { type CopyOptions, writeCopies } from './copy.service.ts';
import { findOriginal, type Original } from './copy.store.ts';
import { bulkDuplicateKind } from './duplicate.job.ts';
import { type CheckedLine, checkLines } from './duplicate-check.service.ts';
import type { LineError } from './duplicate-line.ts';
import { leftOutToWire } from './left-out.ts';

interface DuplicateServiceOptions extends CopyOptions {
  files: Files;
  jobs: Pick<Jobs, 'enqueue'>;
}

interface Source {
  original: Original;
  twin: TwinPlace;
  /** Where the copies are created. */
  host: NewPlace;
}

const shownRows = 20;
const shownErrors = 1_000;

function toRow({ line, values }: CheckedLine, original: Original): DuplicatePreview['rows'][number] {
  const { title, description, tags, address, latitude, longitude } = { ...original, ...values };
  return { line, title, description, tags, address, latitude, longitude };
}

export function createDuplicateService({ files, jobs, ...options }: DuplicateServiceOptions) {
  /** All copies are in one place, so a single one shows which rules each of them gets. */
  async function previewRules({ db, actor, language }: Ctx, { original, host }: Source, line: CheckedLine) {
    const [carried] = await tryOut(db, async (tx) => {
      const [id = 0] = await takeIds(tx, 1);
      return writeCopies(tx, options, [{ id, original, place: host, values: line.values }], actor);
    });
    const { creates = 0, leftOut = [] } = carried ?? {};
    return { copied: creates, leftOut: leftOutToWire(leftOut, language) };
  }

  async function preview(ctx: Ctx, source: Source, text: string) {
    const { db, language } = ctx;
    const { original, twin } = source;
    const [lines, errors]: [CheckedLine[], LineError[]] = [[], []];
    let [total, valid, errorCount] = [0, 0, 0];
    for await (const batch of checkLines({ db, source: piecesOf(text), original, place: twin })) {
      total += batch.count;
      valid += batch.lines.length;
      errorCount += batch.errors.length;
      lines.push(...batch.lines.slice(0, shownRows - lines.length));
      errors.push(...batch.errors.slice(0, shownErrors - errors.length));
    }
    const [first] = lines;
    const shown: DuplicatePreview = {
      total,
      valid,
      rows: lines.map((line) => toRow(line, original)),
      errors: errors.map(({ line, code, params }) => {
        return { line, code, message: renderError({ code, params, issues: [] }, language, '').message };
      }),
      errorCount,
      rules: first ? await previewRules(ctx, source, first) : { copied: 0, leftOut: [] },
    };
    return shown;
  }

  return {
    async start(ctx: Ctx, { id, twinsData, dryRun }: RouteInput<typeof bulkDuplicateTwins>['body']) {
      const { db, actor } = ctx;
      const twin = (await findPlace(db, id)) ?? fail('DTWIN_NOT_FOUND');
      const original = (await findOriginal(db, actor, id)) ?? fail('DTWIN_NOT_FOUND');
      const host = await takePlace(db, actor, { parentId: twin.parentId, tenantId: twin.accountId });
      const shown = await preview(ctx, { original, twin, host }, twinsData);
      if (dryRun || shown.valid === 0) {
        ctx.activity.omit = true;
        return { preview: shown, job: null };
      }
      const options = { maxBytes: bulkDuplicateMaxBytes * 4, allowedTypes: 'any', name: 'twins.csv' } as const;
      const { key } = await files.put(Readable.from(piecesOf(twinsData)), options);
      const jobId = await jobs.enqueue(db, {
        accountId: twin.accountId,
        scopeId: host.scopeId,
        userId: actor.userId,
        apiKeyId: actor.apiKeyId,
        kind: bulkDuplicateKind,
        title: twin.title,
        format: 'csv',
        resource: 'digitaltwin',
        entityId: id,
        total: shown.total,
        payload: { twinId: id, fileKey: key },
      });
      ctx.activity.objects.push({ noun: 'job', id: jobId });
      ctx.activity.details = { title: twin.title, lines: shown.total, valid: shown.valid };
      return { preview: shown, job: { id: jobId } };
    },
  };
}
export type DuplicateService = ReturnType<typeof createDuplicateService>;
