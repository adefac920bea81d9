import { operationalStatuses } from '@stellwerk/contract/device';
import { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { CreateOptions, ImportTarget } from '../../bulk/index.ts';
import { insertSameStates } from '../../states/index.ts';
import { addImported } from '../../twins/index.ts';
import { bindConnector, bindDriver, requireAccountRoom, requireRoom } from '../change/binding.service.ts';
import type { DeviceRemovalService } from '../change/device-removal.service.ts';
import { remoteFor } from '../change/remote.service.ts';
import { deviceKind } from '../device.service.ts';
import { insertDevices } from '../device.store.ts';
import type { DeviceConnectors } from '../ports.ts';
import { rawState, statesFor } from '../states/device-states.ts';
import { readAllFields, wereSeen } from './device-fields.store.ts';
import { type ImportRow, importRow } from './import-line.ts';

/** Settings that all devices of a list share. */
export const importCommon = z.object({
  parentId: z.int().nullable(),
  accountId: z.int(),
  connectorId: z.int(),
  driverId: z.int().nullable(),
});
export type ImportCommon = z.output<typeof importCommon>;

/** The fields of a row that its twin holds. */
function twinOf(row: ImportRow) {
  const { externalId: _, operationalStatus: _status, groups: _groups, connectorData: _data, ...rest } = row;
  const { parentId: _parent, isDeviceImport: _import, ...twin } = rest;
  return Object.fromEntries(Object.entries(twin).filter(([, value]) => value !== undefined)) as typeof twin;
}

interface DeviceImportDeps {
  connectors: DeviceConnectors;
  removal: Pick<DeviceRemovalService, 'remove' | 'removePlain'>;
}

/** Virtual devices as the bulk engine creates them. */
export function createDeviceImport({
  connectors,
  removal,
}: DeviceImportDeps): ImportTarget<typeof importCommon, typeof importRow> {
  async function bindAll(db: Db, { accountId, connectorId }: ImportCommon, rows: readonly ImportRow[]) {
    const known = new Map<string, Awaited<ReturnType<typeof bindConnector>>>();
    const bound: { type: string; externalId: string; connectorData: Record<string, unknown>; limit: number | null }[] =
      [];
    for (const { externalId, connectorData = {} } of rows) {
      const key = JSON.stringify(connectorData);
      const before = known.get(key);
      const binding =
        before ?? (await bindConnector(db, connectors, { accountId, connectorId, externalId, connectorData }));
      known.set(key, binding);
      const { type, deviceLimit: limit } = binding;
      bound.push({ type, limit, connectorData: binding.connectorData, externalId: binding.externalIdOf(externalId) });
    }
    return bound;
  }

  async function create(ctx: Ctx, common: ImportCommon, rows: readonly ImportRow[], options: CreateOptions) {
    const { db } = ctx;
    const { accountId, connectorId, driverId } = common;
    const ids = await addImported(ctx, common, rows, { kind: deviceKind, twinOf });
    const bound = await bindAll(db, common, rows);
    await requireAccountRoom(db, accountId, rows.length);
    await requireRoom(db, connectorId, bound[0]?.limit ?? null, rows.length);
    const version = driverId === null ? undefined : await bindDriver(db, driverId, accountId);
    const devices = rows.map(({ operationalStatus = 'unset', groups = [] }, index) => ({
      twinId: ids[index] ?? 0,
      connectorId,
      externalId: bound[index]?.externalId ?? '',
      driverId,
      connectorData: bound[index]?.connectorData ?? {},
      operationalStatus: operationalStatuses.indexOf(operationalStatus),
      groups: [...new Set(groups)],
    }));
    await insertDevices(db, devices);
    const states = [rawState(), ...statesFor(version?.variables ?? [], [])];
    await insertSameStates(
      db,
      ids,
      states.map((state) => ({ ...state, source: state.config.source })),
    );
    if (options.isDryRun) return ids;
    for (const [index, { title, isDeviceImport }] of rows.entries()) {
      const remote = remoteFor(connectors, bound[index]?.type ?? '');
      const device = devices[index];
      if (isDeviceImport || !remote || !device) continue;
      const { externalId, connectorData } = device;
      const wanted = { connectorId, externalId, connectorData, title };
      // The process may have been killed between the other system's answer and the commit here.
      const exists = options.isRepeated && (await remote.read(wanted)) !== null;
      if (!exists) await remote.create(wanted);
    }
    return ids;
  }

  return {
    resource: 'virtualdevice',
    notFound: 'VDEVICE_NOT_FOUND',
    common: importCommon,
    row: importRow,
    read: readAllFields,
    isAlone: ({ isDeviceImport }) => !isDeviceImport,
    create,
    async removeAll(ctx, items) {
      if (items.some(({ row }) => !row.isDeviceImport)) return false;
      const ids = items.map(({ id }) => id);
      return !(await wereSeen(ctx.db, ids)) && removal.removePlain(ctx, ids);
    },
    async remove(ctx, id, { isDeviceImport }) {
      if (await wereSeen(ctx.db, [id])) fail('BULK_UNDO_HAS_DATA');
      try {
        await removal.remove(ctx, id, !isDeviceImport);
      } catch (error) {
        // The actor does not see the device any more.
        if (error instanceof AppError && error.status === 404) fail('VDEVICE_NOT_FOUND');
        throw error;
      }
    },
  };
}
