import { and, eq, or, sql } from 'drizzle-orm';
import { isInside, isLeft, type TieCounter } from '../accounts/index.ts';
import { connectorView } from '../connectors/index.ts';
import { driverView } from '../drivers/index.ts';
import { twinView } from '../twins/index.ts';
import { devices } from './device.table.ts';

/** Counts devices of a moving branch that use connectors or drivers of the accounts above its old place. */
export const countDeviceTies: TieCounter = async (db, border) => {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(devices)
    .innerJoin(twinView, eq(twinView.id, devices.twinId))
    .innerJoin(connectorView, eq(connectorView.id, devices.connectorId))
    .leftJoin(driverView, and(eq(driverView.id, devices.driverId), eq(driverView.visibility, 'account')))
    .where(
      and(
        isInside(twinView.accountId, border),
        or(isLeft(connectorView.accountId, border), isLeft(driverView.accountId, border)),
      ),
    );
  return row?.count ?? 0;
};
