import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { TwinDevicesPort } from './ports.ts';
import { twins } from './twin.table.ts';

const isDeviceBelow = (twinPath: string) =>
  and(eq(twins.category, 'virtualDevice'), sql`${twins.path} <@ ${twinPath}::ltree`);

/** A virtual device is a twin of its own category. */
export const twinDevices: TwinDevicesPort = {
  countBelow: (db: Db, twinPath: string) => db.$count(twins, isDeviceBelow(twinPath)),

  async setDisabledBelow(db, twinPath, disabled) {
    const changed = await db
      .update(twins)
      .set({ disabled, updatedAt: sql`now()` })
      .where(and(isDeviceBelow(twinPath), ne(twins.disabled, disabled)));
    return changed.rowCount ?? 0;
  },
};
