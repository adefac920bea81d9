import { eq } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { deviceStatusView } from '../../ingest/newest/index.ts';
import { inTwin } from '../twins/index.ts';
import { devices } from './device.table.ts';

/** The columns of devices that other features may read and join. The planner drops the join if `health` is unused. */
export const deviceView = new QueryBuilder()
  .select({
    twinId: devices.twinId,
    connectorId: devices.connectorId,
    externalId: devices.externalId,
    driverId: devices.driverId,
    driverVersionId: devices.driverVersionId,
    operationalStatus: devices.operationalStatus,
    groups: devices.groups,
    targetReference: devices.targetReference,
    healthConfig: devices.healthConfig,
    health: deviceStatusView.health,
  })
  .from(devices)
  .leftJoin(deviceStatusView, eq(deviceStatusView.twinId, devices.twinId))
  .as('device');

export const scopedDevices = inTwin(devices, { id: devices.twinId, twinId: devices.twinId });
