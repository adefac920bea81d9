import type { RouteInput } from '@stellwerk/contract/core/route';
import {
  type DataExport,
  exportKeptMonths,
  exportLayoutFields,
  type exportListQuery,
  type startExport,
} from '@stellwerk/contract/data-export';
import { isErrorCode } from '@stellwerk/contract/errors';
import type { Language } from '@stellwerk/contract/text';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { renderError } from '../../platform/errors/render.ts';
import type { Files } from '../../platform/files/files.ts';
import { sendFile } from '../../platform/files/send-file.ts';
import type { Actor, Ctx, Exchange } from '../../platform/http/ctx.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { may } from '../../platform/tenancy/may.ts';
import { type Connectors, createConnectorChecks } from '../connectors/index.ts';
import { spanOf } from '../state-history/index.ts';
import { dataExportKind } from './data-export.job.ts';
import {
  deleteExportRow,
  type FoundExport,
  findExport,
  findExports,
  findHome,
  insertExport,
  setExportJob,
} from './data-export.store.ts';
import type { ExportDefinition } from './data-export.table.ts';
import { mediaTypes } from './formats/format.ts';
import { accountOfStates } from './rows/series.store.ts';

/** Further reasons are in the job. */
const shownErrors = 3;
const layout = z.object(exportLayoutFields);
const openStates = ['created', 'inprogress', 'postprocessing'];

export function expiryOf(createdAt: Date): Date {
  const at = new Date(createdAt);
  at.setUTCMonth(at.getUTCMonth() + exportKeptMonths);
  return at;
}

function textOf(failure: { code: string; params: Record<string, string | number> }, language: Language): string {
  // A newer version may have written an unknown code.
  const code = isErrorCode(failure.code) ? failure.code : 'INTERNAL_ERROR';
  return renderError({ code, params: failure.params, issues: [] }, language, '').message;
}

const mayRemove = (actor: Actor, { userId, scopePath }: FoundExport): boolean =>
  userId === actor.userId || may(actor, 'all.manage', scopePath);

function toWire(row: FoundExport, { actor, language }: { actor: Actor; language: Language }): DataExport {
  const { id, name, job, sizeBytes, rowCount, isCut, userId, userName, mailState, mailFailure } = row;
  const { forwardState, forwardFailure } = row;
  const isOpen = openStates.includes(job.state);
  return {
    id,
    name,
    format: row.definition.layout.format,
    job: {
      id: job.id,
      state: job.state,
      progress: { done: job.done, total: job.total },
      errors: [...new Set(job.errors.map((entry) => textOf(entry, language)))].slice(0, shownErrors),
      cancellable: isOpen && userId === actor.userId,
    },
    file: sizeBytes === null ? null : { name: row.fileName ?? name, sizeBytes, rowCount: rowCount ?? 0, isCut },
    keptUntil: expiryOf(row.createdAt).toISOString(),
    schedule: row.schedule,
    createdBy: userId === null || userName === null ? null : { id: userId, name: userName },
    createdAt: row.createdAt.toISOString(),
    deletable: mayRemove(actor, row),
    mail: mailState && { state: mailState, message: mailFailure ? textOf(mailFailure, language) : null },
    forward: forwardState && {
      state: forwardState,
      message: forwardFailure ? textOf(forwardFailure, language) : null,
    },
  };
}

const starterOf = ({ userId, apiKeyId }: Actor) => ({ userId, apiKeyId });

interface NewFile {
  name: string;
  accountId: number;
  scopeId: number;
  userId: number;
  apiKeyId: number | null;
  scheduleId?: number;
  definition: ExportDefinition;
}

interface ExportServiceOptions {
  connectors: Pick<Connectors, 'kinds'>;
  files: Files;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: Clock;
}

export function createExportService({ files, jobs, clock, connectors }: ExportServiceOptions) {
  const { checkMail } = createConnectorChecks(connectors);

  /** Queues the job of a file in the caller's transaction. */
  async function order(db: Db, file: NewFile): Promise<{ id: number; jobId: number }> {
    const { apiKeyId, ...row } = file;
    const { name, accountId, scopeId, userId, definition } = row;
    return db.transaction(async (tx) => {
      const id = await insertExport(tx, { ...row, createdAt: clock.now() });
      const jobId = await jobs.enqueue(tx, {
        ...{ accountId, scopeId, userId, apiKeyId, kind: dataExportKind, title: name, payload: { exportId: id } },
        ...{ format: definition.layout.format, resource: 'export', entityId: id },
      });
      await setExportJob(tx, id, jobId);
      return { id, jobId };
    });
  }

  return {
    order,

    async start(ctx: Ctx, body: RouteInput<typeof startExport>['body']) {
      const { name, stateIds, mail } = body;
      const span = spanOf(body, clock.now());
      const accountId = (await accountOfStates(ctx.db, stateIds)) ?? ctx.actor.accountId;
      if (mail) await checkMail(ctx.db, mail, accountId);
      const home = (await findHome(ctx.db, accountId)) ?? fail('ACCOUNT_NOT_FOUND');
      const definition = {
        source: { stateIds: [...new Set(stateIds)] },
        span,
        layout: layout.parse(body),
        mail,
        forward: null,
      };
      const { id, jobId } = await order(ctx.db, { ...home, ...starterOf(ctx.actor), name, definition });
      ctx.activity.objects.push({ noun: 'dataExport', id });
      ctx.activity.details = { name, states: stateIds.length, format: body.format, recipients: mail?.to.length ?? 0 };
      return { id, job: { id: jobId } };
    },

    async list(ctx: Ctx, query: z.output<typeof exportListQuery>) {
      const { rows, ...total } = await findExports(ctx.db, ctx.actor, query);
      return { data: rows.map((row) => toWire(row, ctx)), ...total, offset: query.offset, limit: query.limit };
    },

    async download(ctx: Ctx, id: number, { reply }: Exchange): Promise<Exchange['reply']> {
      const found = (await findExport(ctx.db, id)) ?? fail('DATA_EXPORT_NOT_FOUND');
      if (found.sizeBytes === null || found.fileKey === null) fail('DATA_EXPORT_NOT_READY');
      const opened = await files.open(found.fileKey);
      ctx.activity.details = { name: found.fileName };
      const type = mediaTypes[found.definition.layout.format];
      return sendFile(reply, opened, { name: found.fileName ?? found.name, type });
    },

    async remove(ctx: Ctx, id: number): Promise<{ id: number }> {
      const found = (await findExport(ctx.db, id)) ?? fail('DATA_EXPORT_NOT_FOUND');
      if (!mayRemove(ctx.actor, found)) fail('PERMISSION_DENIED', { subject: 'all', action: 'manage' });
      if (openStates.includes(found.job.state)) fail('DATA_EXPORT_NOT_READY');
      await deleteExportRow(ctx.db, id);
      ctx.activity.details = { name: found.name };
      const { fileKey } = found;
      if (fileKey !== null) ctx.afterCommit(() => files.remove(fileKey));
      return { id };
    },
  };
}
export type ExportService = ReturnType<typeof createExportService>;
