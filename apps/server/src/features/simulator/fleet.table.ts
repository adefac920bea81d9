import type { Fleet, FleetFields } from '@stellwerk/contract/fleet';
import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { connectors } from '../connectors/index.ts';
import { drivers } from '../drivers/index.ts';
import { twins } from '../twins/index.ts';

/** Virtual devices of one sensor model. They are below a twin of their own and belong only to the fleet. */
export const fleets = pgTable(
  'fleets',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** A folder of `plugins/profiles`. */
    profile: text().notNull(),
    connectorId: bigint('connector_id', { mode: 'number' }).references(() => connectors.id, { onDelete: 'set null' }),
    /** Created for this fleet and deleted with it. */
    hasOwnConnector: boolean('has_own_connector').notNull().default(false),
    driverId: bigint('driver_id', { mode: 'number' }).references(() => drivers.id, { onDelete: 'set null' }),
    /** Created for a fleet and deleted with the last fleet that uses it. */
    hasOwnDriver: boolean('has_own_driver').notNull().default(false),
    /** The parent twin of its devices; null if a user deleted it. */
    twinId: bigint('twin_id', { mode: 'number' }).references(() => twins.id, { onDelete: 'set null' }),
    deviceCount: integer('device_count').notNull(),
    intervalSeconds: integer('interval_seconds').notNull(),
    seed: integer().notNull(),
    faults: jsonb().$type<FleetFields['faults']>().notNull(),
    isRunning: boolean('is_running').notNull(),
    state: text().$type<Fleet['state']>().notNull().default('making'),
    /** The last job that created or removed the devices; old jobs are deleted. */
    jobId: bigint('job_id', { mode: 'number' }),
    revision: integer().notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [index('fleets_account').on(table.accountId)],
);
