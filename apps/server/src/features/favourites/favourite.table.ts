import type { FavouriteSize } from '@stellwerk/contract/favourite';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { users } from '../../platform/tenancy/user.table.ts';

/** Each row references one object and is deleted with it. Its foreign keys are in the migrations, to avoid cycles. */
export const favourites = pgTable(
  'favourites',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    twinId: bigint('twin_id', { mode: 'number' }),
    stateId: bigint('state_id', { mode: 'number' }),
    dashboardId: bigint('dashboard_id', { mode: 'number' }),
    ruleId: bigint('rule_id', { mode: 'number' }),
    connectorId: bigint('connector_id', { mode: 'number' }),
    driverId: bigint('driver_id', { mode: 'number' }),
    size: text().$type<FavouriteSize>().notNull().default('medium'),
    position: integer().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    check(
      'favourites_one_object',
      sql`num_nonnulls(${table.twinId}, ${table.stateId}, ${table.dashboardId}, ${table.ruleId}, ${table.connectorId},
        ${table.driverId}) = 1`,
    ),
    uniqueIndex('favourites_twin').on(table.userId, table.twinId),
    uniqueIndex('favourites_state').on(table.userId, table.stateId),
    uniqueIndex('favourites_dashboard').on(table.userId, table.dashboardId),
    uniqueIndex('favourites_rule').on(table.userId, table.ruleId),
    uniqueIndex('favourites_connector').on(table.userId, table.connectorId),
    uniqueIndex('favourites_driver').on(table.userId, table.driverId),
    index('favourites_of_twin').on(table.twinId),
    index('favourites_of_state').on(table.stateId),
    index('favourites_of_dashboard').on(table.dashboardId),
    index('favourites_of_rule').on(table.ruleId),
    index('favourites_of_connector').on(table.connectorId),
    index('favourites_of_driver').on(table.driverId),
  ],
);
