import { QueryBuilder } from 'drizzle-orm/pg-core';
import { inTwin } from '../twins/index.ts';
import { devices } from './device.table.ts';

/** The columns of devices that other features may read and join. */
export const deviceView = new QueryBuilder()
  .select({
    twinId: devices.twinId,
    connectorId: devices.connectorId,
    externalId: devices.externalId,
    driverId: devices.driverId,
    driverVersionId: devices.driverVersionId,
  })
  .from(devices)
  .as('device');

/** Devices lie in the scope of their twin. */
export const scopedDevices = inTwin(devices, { id: devices.twinId, twinId: devices.twinId });
