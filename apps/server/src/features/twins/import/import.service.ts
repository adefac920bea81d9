import type { RouteInput } from '@stellwerk/contract/core/route';
import { type importTwins, twinImportMaxLines } from '@stellwerk/contract/twin-import';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { type ImportTarget, importKindOf, previewImport, readImportList } from '../../bulk/index.ts';
import { findImportHome } from './import.store.ts';
import type { importRow } from './import-line.ts';
import { twinReader } from './import-line.ts';
import type { importCommon } from './twin-import.ts';

interface TwinImportDeps {
  target: ImportTarget<typeof importCommon, typeof importRow>;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** Siblings have different titles, whatever their case. */
const identityOf = ({ title, parentId }: { title: string; parentId?: number | undefined }) => ({
  key: `${parentId ?? ''} ${title.toLowerCase()}`,
  shown: title,
});

export const createTwinImportService = ({ target, jobs }: TwinImportDeps) => ({
  async start(ctx: Ctx, { title, parentId = null, tenantId, csv, dryRun }: RouteInput<typeof importTwins>['body']) {
    const home = await findImportHome(ctx.db, { parentId, tenantId });
    const common = { parentId, accountId: home.accountId };
    const list = await readImportList(csv, { ...twinReader, maxLines: twinImportMaxLines, identityOf });
    const preview = await previewImport(ctx, target, common, list);
    if (dryRun || preview.valid === 0) {
      ctx.activity.omit = true;
      return { preview, job: null };
    }
    const id = await jobs.enqueue(ctx.db, {
      ...home,
      userId: ctx.actor.userId,
      apiKeyId: ctx.actor.apiKeyId,
      kind: importKindOf(target.resource),
      title,
      format: 'csv',
      resource: target.resource,
      total: preview.total,
      payload: { common, ...list },
    });
    ctx.activity.objects.push({ noun: 'job', id });
    ctx.activity.details = { title, lines: preview.total, valid: preview.valid };
    return { preview, job: { id } };
  },
});
export type TwinImportService = ReturnType<typeof createTwinImportService>;
