import { and, eq, or, sql } from 'drizzle-orm';
import { isInside, isLeft, type TieCounter } from '../accounts/index.ts';
import { connectors } from '../connectors/index.ts';
import { drivers } from '../drivers/index.ts';
import { twins } from '../twins/index.ts';
import { devices } from './device.table.ts';

/** Devices of a branch that use connectors or drivers of the accounts that it leaves. */
export const countDeviceTies: TieCounter = async (db, border) => {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(devices)
    .innerJoin(twins, eq(twins.id, devices.twinId))
    .innerJoin(connectors, eq(connectors.id, devices.connectorId))
    .leftJoin(drivers, and(eq(drivers.id, devices.driverId), eq(drivers.visibility, 'account')))
    .where(
      and(
        isInside(twins.accountId, border),
        or(isLeft(connectors.accountId, border), isLeft(drivers.accountId, border)),
      ),
    );
  return row?.count ?? 0;
};
