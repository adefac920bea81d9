import type { HealthEntry } from '@stellwerk/contract/health';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { TwinService } from '../../twins/index.ts';
import { changedDeviceKind } from '../device.service.ts';
import { configureDevices } from '../device.store.ts';
import type { HealthUpdates } from '../health/health-update.service.ts';

/** The configuration that a feature sets on a device; absent parts stay as they are. */
export interface DeviceConfiguration {
  twinId: number;
  device?: {
    driverId: number;
    driverVersionId: number | null;
    groups: string[];
    healthConfig: HealthEntry[];
  };
  twin?: { icon?: string; tags?: string[]; keyValue?: { key: string; value: string }[] };
}

interface ConfigurationDeps {
  twins: Pick<TwinService, 'change'>;
  health: Pick<HealthUpdates, 'evaluateAll'>;
}

/** Sets the configuration of many devices at once, for features that lock it. The caller has checked permissions. */
export function createDeviceConfigurations({ twins, health }: ConfigurationDeps) {
  return {
    async set(ctx: Ctx, configurations: readonly DeviceConfiguration[]): Promise<void> {
      for (const { twinId, twin } of configurations) {
        if (twin) await twins.change(ctx, twinId, twin, changedDeviceKind);
      }
      const rows = configurations.flatMap(({ twinId, device }) => (device ? [{ twinId, ...device }] : []));
      await configureDevices(ctx.db, rows);
    },

    /** Called after the configuration or the states of devices have changed. */
    async settle(ctx: Ctx, ids: readonly number[]): Promise<void> {
      if (ids.length > 0) await health.evaluateAll(ctx, ids);
    },
  };
}
export type DeviceConfigurations = ReturnType<typeof createDeviceConfigurations>;
