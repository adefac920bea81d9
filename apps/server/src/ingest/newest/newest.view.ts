import { QueryBuilder } from 'drizzle-orm/pg-core';
import { deviceStatus, stateValues } from './newest.table.ts';

/** The part of newest values that lists join to filter and sort. `readNewest` reads the values themselves. */
export const newestView = new QueryBuilder()
  .select({ stateId: stateValues.stateId, measuredAt: stateValues.measuredAt, status: stateValues.status })
  .from(stateValues)
  .as('newest');

export const deviceStatusView = new QueryBuilder()
  .select({ twinId: deviceStatus.twinId, lastSeenAt: deviceStatus.lastSeenAt, health: deviceStatus.health })
  .from(deviceStatus)
  .as('status');
