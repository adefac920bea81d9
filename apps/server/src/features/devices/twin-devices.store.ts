import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { twins } from '../twins/index.ts';
import { devices } from './device.table.ts';

const devicesBelow = (db: Db, twinPath: string) =>
  db
    .select({ id: devices.twinId })
    .from(devices)
    .innerJoin(twins, eq(twins.id, devices.twinId))
    .where(sql`${twins.path} <@ ${twinPath}::ltree`);

export const countBelow = (db: Db, twinPath: string): Promise<number> =>
  db.$count(devicesBelow(db, twinPath).as('below'));

/** Answers which have changed. */
export async function disableBelow(db: Db, twinPath: string, disabled: boolean): Promise<number[]> {
  const changed = await db
    .update(twins)
    .set({ disabled, updatedAt: sql`now()` })
    .where(and(inArray(twins.id, devicesBelow(db, twinPath)), ne(twins.disabled, disabled)))
    .returning({ id: twins.id });
  return changed.map(({ id }) => id);
}
