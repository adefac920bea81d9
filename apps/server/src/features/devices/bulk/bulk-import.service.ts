import type { RouteInput } from '@stellwerk/contract/core/route';
import { type BulkImportPreview, type bulkImportDevices, bulkMaxDevices } from '@stellwerk/contract/device-bulk';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { type ImportTarget, importKindOf, previewImport, readImportList } from '../../bulk/index.ts';
import { findUsableConnector } from '../../connectors/index.ts';
import { findImportHome } from '../../twins/index.ts';
import { bindDriver } from '../change/binding.service.ts';
import { remoteFor } from '../change/remote.service.ts';
import type { DeviceConnectors } from '../ports.ts';
import { findLimits } from './device-fields.store.ts';
import type { ImportCommon, importCommon } from './device-import.ts';
import { importColumns, type importRow, readImportLine } from './import-line.ts';

type Input = RouteInput<typeof bulkImportDevices>['body'];

interface BulkImportDeps {
  target: ImportTarget<typeof importCommon, typeof importRow>;
  connectors: DeviceConnectors;
  jobs: Pick<Jobs, 'enqueue'>;
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

  const read = (csv: string, managesDevices: boolean) =>
    readImportList(csv, {
      columns: importColumns,
      maxLines: bulkMaxDevices,
      read: (line) => readImportLine(line, { managesDevices }),
      identityOf: ({ externalId }) => ({ key: externalId, shown: externalId }),
    });

  return {
    async start(ctx: Ctx, { title, parentId, tenantId, connectorId, driverId, csv, dryRun: isDryRun }: Input) {
      const home = await findImportHome(ctx.db, { parentId: parentId ?? null, tenantId });
      const common = { parentId: parentId ?? null, accountId: home.accountId, connectorId, driverId };
      const list = await read(csv, await managesDevices(ctx, common));
      const created = await previewImport(ctx, target, common, list);
      const shown: BulkImportPreview = { ...created, limits: await findLimits(ctx.db, common) };
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
