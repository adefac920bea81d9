import type { Fleet, FleetFields } from '@stellwerk/contract/fleet';
import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { connectors } from '../connectors/index.ts';
import { drivers } from '../drivers/index.ts';
import { twins } from '../twins/index.ts';

/** Virtual senders of one make. Their devices stand below a twin of their own and belong to the fleet alone. */
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
    /** Made for this fleet: goes with it. */
    hasOwnConnector: boolean('has_own_connector').notNull().default(false),
    driverId: bigint('driver_id', { mode: 'number' }).references(() => drivers.id, { onDelete: 'set null' }),
    /** Made for this fleet or another one: goes with the last that uses it. */
    hasOwnDriver: boolean('has_own_driver').notNull().default(false),
    /** The twin above its devices; null when somebody deleted it. */
    twinId: bigint('twin_id', { mode: 'number' }).references(() => twins.id, { onDelete: 'set null' }),
    deviceCount: integer('device_count').notNull(),
    intervalSeconds: integer('interval_seconds').notNull(),
    seed: integer().notNull(),
    faults: jsonb().$type<FleetFields['faults']>().notNull(),
    isRunning: boolean('is_running').notNull(),
    state: text().$type<Fleet['state']>().notNull().default('making'),
    /** That makes or removes it, or did so last; jobs are forgotten after a while. */
    jobId: bigint('job_id', { mode: 'number' }),
    revision: integer().notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [index('fleets_account').on(table.accountId)],
);
