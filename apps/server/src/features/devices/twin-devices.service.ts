import type { TwinDevicesPort } from '../twins/index.ts';
import type { HealthKeeper } from './health-keeper.service.ts';
import { countBelow, disableBelow } from './twin-devices.store.ts';

/** What twins need to know of the virtual devices among them. */
export const createTwinDevices = ({ health }: { health: Pick<HealthKeeper, 'follow'> }): TwinDevicesPort => ({
  countBelow,
  async setDisabledBelow(db, twinPath, disabled) {
    const changed = await disableBelow(db, twinPath, disabled);
    if (changed.length > 0) await health.follow(db, changed, disabled);
    return changed.length;
  },
});
