import type { HealthEntry } from '@stellwerk/contract/health';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { connectors } from '../connectors/index.ts';
import { drivers, driverVersions } from '../drivers/index.ts';
import { twins } from '../twins/index.ts';

/** The columns that twins of category virtualDevice have in addition to those of all twins. */
export const devices = pgTable(
  'devices',
  {
    twinId: bigint('twin_id', { mode: 'number' })
      .primaryKey()
      .references(() => twins.id, { onDelete: 'cascade' }),
    connectorId: bigint('connector_id', { mode: 'number' })
      .notNull()
      .references(() => connectors.id),
    externalId: text('external_id').notNull(),
    driverId: bigint('driver_id', { mode: 'number' }).references(() => drivers.id),
    /** Null follows the newest published version of the driver. */
    driverVersionId: bigint('driver_version_id', { mode: 'number' }).references(() => driverVersions.id),
    /** Operational status from 0, unset, to 5, decommissioned. */
    operationalStatus: smallint('operational_status').notNull().default(0),
    groups: text().array().notNull().default(sql`'{}'`),
    connectorData: jsonb('connector_data').$type<Record<string, unknown>>().notNull().default({}),
    targetReference: jsonb('target_reference').$type<{ name: string; value: string }>(),
    /** All searched fields in lower case, one per line. Triggers keep it up to date. */
    searchText: text('search_text').notNull().default(''),
    healthConfig: jsonb('health_config').$type<HealthEntry[]>().notNull().default([]),
  },
  (table) => [
    uniqueIndex('devices_external_id').on(table.connectorId, table.externalId),
    index('devices_driver').on(table.driverId),
    index('devices_groups').using('gin', table.groups),
    index('devices_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
  ],
);

export const downlinks = pgTable(
  'downlinks',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    twinId: bigint('twin_id', { mode: 'number' })
      .notNull()
      .references(() => devices.twinId, { onDelete: 'cascade' }),
    name: text(),
    port: integer().notNull(),
    payload: text().notNull(),
    encoding: text().$type<'base16' | 'base64' | 'utf8'>().notNull(),
    confirmed: boolean().notNull(),
    gatewayIds: text('gateway_ids').array().notNull().default(sql`'{}'`),
    state: text().$type<'pending' | 'sent' | 'confirmed' | 'failed'>().notNull().default('pending'),
    code: text(),
    params: jsonb().$type<Record<string, string | number>>(),
    createdBy: bigint('created_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    createdAt: at('created_at').notNull().defaultNow(),
    changedAt: at('changed_at').notNull().defaultNow(),
  },
  (table) => [index('downlinks_twin').on(table.twinId, table.id)],
);
