import { type Device, type DeviceRow, type newDevice, operationalStatuses } from '@stellwerk/contract/device';
import type { z } from 'zod';
import { countPackets } from '../../ingest/log/list/list.store.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { shownProblems } from '../device-health/index.ts';
import { referencesOf, type TwinKind, type TwinService, visibleAncestorsOf } from '../twins/index.ts';
import { bindConnector, bindDriver, requireAccountRoom, requireRoom } from './change/binding.service.ts';
import { remoteFor } from './change/remote.service.ts';
import { insertDevice } from './device.store.ts';
import { toDevice, toRow } from './device-mapper.ts';
import { type DeviceList, findDeviceRows, findDevices } from './list/device-row.store.ts';
import type { GroupFilter } from './list/group-filter.ts';
import type { DeviceConnectors } from './ports.ts';
import { addMissingStates } from './states/device-states.service.ts';

export const deviceKind: TwinKind = {
  noun: 'device',
  category: 'virtualDevice',
  permission: 'VirtualDevice.manage',
};

/** Devices are created and deleted with VirtualDevice.manage, and changed with VirtualDevice.write. */
export const changedDeviceKind: TwinKind = { ...deviceKind, permission: 'VirtualDevice.write' };

const dayMs = 86_400_000;

interface DeviceServiceDeps {
  twins: TwinService;
  connectors: DeviceConnectors;
  clock: Clock;
  groupFilter: GroupFilter;
}

export function createDeviceService({ twins, connectors, clock, groupFilter }: DeviceServiceDeps) {
  async function read(ctx: Ctx, id: number): Promise<Device> {
    const { db, actor } = ctx;
    const [found] = await findDeviceRows(db, actor, [id]);
    if (!found) return fail('VDEVICE_NOT_FOUND');
    const now = clock.now().getTime();
    const [counted] = await countPackets(db, id, [now - dayMs, now]);
    return toDevice(actor, found, {
      twin: await twins.read(ctx, id, { no_descendents: true }),
      ancestors: (await visibleAncestorsOf(db, actor, [id])).get(id) ?? [],
      problems: (await shownProblems(db, [id], ctx.language)).get(id) ?? [],
      packets24h: counted?.accepted ?? 0,
      kind: connectors.kinds.find(found.connectorType),
      hasRemote: connectors.remote !== undefined,
    });
  }

  return {
    read,

    async list({ db, actor }: Ctx, { smartGroupId, ...list }: DeviceList & { smartGroupId?: number | undefined }) {
      const within = await groupFilter(db, smartGroupId);
      const { rows, ...total } = await findDevices(db, actor, { ...list, within });
      const ids = rows.map(({ id }) => id);
      const ancestors = await visibleAncestorsOf(db, actor, ids);
      const references = list.include_identifiers ? await referencesOf(db, ids) : undefined;
      const data = rows.map(
        (row): DeviceRow =>
          toRow(actor, row, {
            ancestors: ancestors.get(row.id) ?? [],
            ...(list.include_properties ? { keyValue: row.keyValue } : {}),
            ...(references ? { references: references.get(row.id) ?? [] } : {}),
          }),
      );
      return { data, ...total, offset: list.offset, limit: list.limit };
    },

    async create(ctx: Ctx, input: z.output<typeof newDevice>): Promise<Device> {
      const { externalId, connectorId, driverId, isDeviceImport, ...rest } = input;
      const { operationalStatus = 'unset', groups = [], connectorData = {}, targetReference = null, ...twin } = rest;
      const { db } = ctx;
      const { id, tenantId: accountId, title } = await twins.create(ctx, twin, deviceKind);
      const bound = await bindConnector(db, connectors, { accountId, connectorId, externalId, connectorData });
      const version = driverId === null ? undefined : await bindDriver(db, driverId, accountId);
      await requireAccountRoom(db, accountId);
      await requireRoom(db, connectorId, bound.deviceLimit);
      const device = { connectorId, externalId: bound.externalId, connectorData: bound.connectorData };
      await insertDevice(db, {
        ...device,
        twinId: id,
        driverId,
        operationalStatus: operationalStatuses.indexOf(operationalStatus),
        groups: [...new Set(groups)],
        targetReference,
      });
      await addMissingStates(db, id, version?.variables ?? []);
      // The other system comes last, so that it keeps no device if a step here fails.
      if (!isDeviceImport) await remoteFor(connectors, bound.type)?.create({ ...device, title });
      ctx.activity.details = { title, externalId: bound.externalId };
      return read(ctx, id);
    },
  };
}
export type DeviceService = ReturnType<typeof createDeviceService>;
