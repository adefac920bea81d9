import type { RouteInput } from '@stellwerk/contract/core/route';
import { type BulkImportPreview, type bulkImportDevices, bulkMaxDevices } from '@stellwerk/contract/device-bulk';
import { fail } from '../../../platform/errors/app-error.ts';
import { renderError } from '../../../platform/errors/render.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import {
  batchesOf,
  dryRun,
  type ImportTarget,
  importBatch,
  importKindOf,
  type LineError,
  type NumberedRow,
  readBulkCsv,
} from '../../bulk/index.ts';
import { findUsableConnector } from '../../connectors/index.ts';
import { bindDriver } from '../change/binding.service.ts';
import { remoteFor } from '../change/remote.service.ts';
import type { DeviceConnectors } from '../ports.ts';
import { findHome, findLimits } from './device-fields.store.ts';
import type { ImportCommon, importCommon } from './device-import.ts';
import { type ImportRow, importColumns, type importRow, readImportLine } from './import-line.ts';

type Input = RouteInput<typeof bulkImportDevices>['body'];

interface BulkImportDeps {
  target: ImportTarget<typeof importCommon, typeof importRow>;
  connectors: DeviceConnectors;
  jobs: Pick<Jobs, 'enqueue'>;
}

interface ReadList {
  rows: NumberedRow<ImportRow>[];
  errors: LineError[];
}

export function createBulkImportService({ target, connectors, jobs }: BulkImportDeps) {
  /** The connector decides which columns are possible. */
  async function managesDevices(ctx: Ctx, { connectorId, accountId, driverId }: ImportCommon): Promise<boolean> {
    const connector = (await findUsableConnector(ctx.db, connectorId, accountId)) ?? fail('BRIDGE_NOT_FOUND');
    const kind = connectors.kinds.find(connector.type);
    if (!kind?.capabilities.devices) fail('VDEVICE_CONNECTOR_NOT_A_SOURCE');
    if (driverId !== null) await bindDriver(ctx.db, driverId, accountId);
    return remoteFor(connectors, connector.type) !== undefined;
  }

  async function read(csv: string, manages: boolean): Promise<ReadList> {
    const { lines, errors } = await readBulkCsv(csv, { ...importColumns, maxLines: bulkMaxDevices });
    const rows: NumberedRow<ImportRow>[] = [];
    const lineOf = new Map<string, number>();
    for (const each of lines) {
      const found = readImportLine(each, { managesDevices: manages });
      if ('error' in found) {
        errors.push(found.error);
        continue;
      }
      const { line, row } = found;
      const before = lineOf.get(row.externalId);
      if (before !== undefined)
        errors.push({ line, code: 'BULK_CSV_DUPLICATE', params: { value: row.externalId, line: before } });
      else rows.push(found);
      lineOf.set(row.externalId, before ?? line);
    }
    return { rows, errors };
  }

  async function preview(ctx: Ctx, common: ImportCommon, { rows, errors }: ReadList) {
    const options = { isDryRun: true, isRepeated: false };
    const imported = await dryRun(ctx, async (scratch) => {
      const all = { items: [], failures: [] } as Awaited<ReturnType<typeof importBatch>>;
      for (const batch of batchesOf(rows, target.isAlone)) {
        const part = await importBatch(scratch, target, common, batch, options);
        all.items.push(...part.items);
        all.failures.push(...part.failures);
      }
      return all;
    });
    const shown: BulkImportPreview = {
      total: rows.length + errors.length,
      valid: imported.items.length,
      rows: imported.items.map(({ line, after }) => ({ line, fields: after })),
      errors: [...errors, ...imported.failures]
        .sort((a, b) => a.line - b.line)
        .map(({ line, code, params = {} }) => ({
          line,
          code,
          message: renderError({ code, params, issues: [] }, ctx.language, '').message,
        })),
      limits: await findLimits(ctx.db, common),
    };
    return shown;
  }

  return {
    async start(ctx: Ctx, { title, parentId, tenantId, connectorId, driverId, csv, dryRun: isDryRun }: Input) {
      const home = await findHome(ctx.db, { parentId: parentId ?? null, tenantId });
      const common = { parentId: parentId ?? null, accountId: home.accountId, connectorId, driverId };
      const list = await read(csv, await managesDevices(ctx, common));
      const shown = await preview(ctx, common, list);
      if (isDryRun || shown.valid === 0) {
        ctx.activity.omit = true;
        return { preview: shown, job: null };
      }
      const id = await jobs.enqueue(ctx.db, {
        ...home,
        userId: ctx.actor.userId,
        apiKeyId: ctx.actor.apiKeyId,
        kind: importKindOf(target.resource),
        title,
        format: 'csv',
        resource: target.resource,
        total: shown.total,
        payload: { common, ...list },
      });
      ctx.activity.objects.push({ noun: 'job', id });
      ctx.activity.details = { title, lines: shown.total, valid: shown.valid };
      return { preview: shown, job: { id } };
    },
  };
}
export type BulkImportService = ReturnType<typeof createBulkImportService>;
