import type { deviceDependencies } from '@stellwerk/contract/device';
import type { z } from 'zod';
import { countPackets } from '../../../ingest/log/list/list.store.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { type RemovalService, type RemovedKind, setTwinsDisabled } from '../../twins/index.ts';
import type { HealthUpdates } from '../health/health-update.service.ts';
import { findDeviceRows } from '../list/device-row.store.ts';
import type { DeviceConnectors } from '../ports.ts';
import { remoteFor } from './remote.service.ts';

const deviceKind: RemovedKind = { permission: 'VirtualDevice.manage', ownDevices: 1 };

interface RemovalDeps {
  removal: RemovalService;
  connectors: DeviceConnectors;
  health: HealthUpdates;
  clock: Clock;
}

export function createDeviceRemovalService({ removal, connectors, health, clock }: RemovalDeps) {
  const foundIn = async ({ db, actor }: Ctx, id: number) =>
    (await findDeviceRows(db, actor, [id]))[0] ?? fail('VDEVICE_NOT_FOUND');

  return {
    async dependencies(ctx: Ctx, id: number): Promise<z.output<typeof deviceDependencies>> {
      const [counted] = await countPackets(ctx.db, id, [0, clock.now().getTime()]);
      return { ...(await removal.dependencies(ctx, id, deviceKind)), packets: counted?.accepted ?? 0 };
    },

    async remove(ctx: Ctx, id: number, isRemote: boolean): Promise<void> {
      const { title, externalId, connectorId, connectorType, connectorData } = await foundIn(ctx, id);
      // Its open alarms are resolved; the alarm log keeps them.
      await health.end(ctx, id);
      await removal.remove(ctx, id, deviceKind);
      // The other system comes last, so that it keeps the device if the removal is refused here.
      if (isRemote)
        await remoteFor(connectors, connectorType)?.remove({ connectorId, externalId, title, connectorData });
      ctx.activity.details = { title, externalId };
    },

    /** Removes many devices here, but not in other systems. Returns false if one of them has to be removed alone. */
    async removePlain(ctx: Ctx, ids: readonly number[]): Promise<boolean> {
      const found = await findDeviceRows(ctx.db, ctx.actor, ids);
      if (found.length < ids.length) return false;
      await health.endAll(ctx, ids);
      return removal.removePlain(ctx, ids, deviceKind);
    },

    async setDisabled(ctx: Ctx, id: number, disabled: boolean) {
      const { title } = await foundIn(ctx, id);
      await setTwinsDisabled(ctx.db, [id], disabled);
      await health.disabled(ctx, id, disabled);
      ctx.activity.details = { title, disabled };
      return { id, disabled };
    },
  };
}
export type DeviceRemovalService = ReturnType<typeof createDeviceRemovalService>;
