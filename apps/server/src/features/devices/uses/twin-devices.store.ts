import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { setTwinsDisabled, type TwinDevicesPort, twinView } from '../../twins/index.ts';
import { devices } from '../device.table.ts';
import type { HealthUpdates } from '../health/health-update.service.ts';

const devicesBelow = (db: Db, twinPath: string) =>
  db
    .select({ id: devices.twinId })
    .from(devices)
    .innerJoin(twinView, eq(twinView.id, devices.twinId))
    .where(sql`${twinView.path} <@ ${twinPath}::ltree`);

export const createTwinDevices = ({ health }: { health: Pick<HealthUpdates, 'follow'> }): TwinDevicesPort => ({
  countBelow: (db, twinPath) => db.$count(devicesBelow(db, twinPath).as('below')),

  async setDisabledBelow(db, twinPath, disabled) {
    const ids = (await devicesBelow(db, twinPath)).map(({ id }) => id);
    const changed = await setTwinsDisabled(db, ids, disabled);
    if (changed.length > 0) await health.follow(db, changed, disabled);
    return changed.length;
  },
});
