import type {
  DashboardDateRange,
  DashboardFields,
  DashboardVersion,
  WidgetFields,
} from '@stellwerk/contract/dashboard';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { twins } from '../twins/index.ts';

/** Lies in the scope of its twin, if it has one, otherwise in the scope of its account. */
export const dashboards = pgTable(
  'dashboards',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    parentTwinId: bigint('parent_twin_id', { mode: 'number' }).references(() => twins.id, { onDelete: 'set null' }),
    name: text().notNull(),
    defaultDateRange: jsonb('default_date_range').$type<DashboardDateRange>().notNull(),
    customParameters: jsonb('custom_parameters').$type<DashboardFields['customParameters']>().notNull(),
    refreshSeconds: integer('refresh_seconds'),
    revision: integer().notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    updatedBy: bigint('updated_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('dashboards_account').on(table.accountId),
    index('dashboards_parent_twin').on(table.parentTwinId),
    index('dashboards_name').using('gin', sql`lower(name) gin_trgm_ops`),
    index('dashboards_order').on(sql`lower(${table.name})`, table.id),
    index('dashboards_updated').on(table.updatedAt, table.id),
  ],
);

export const widgets = pgTable(
  'widgets',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    dashboardId: bigint('dashboard_id', { mode: 'number' })
      .notNull()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    layoutOrderIdx: integer('layout_order_idx').notNull(),
    type: text().notNull(),
    title: text().notNull(),
    hideHeader: boolean('hide_header').notNull(),
    floatHeader: boolean('float_header').notNull(),
    borderless: boolean().notNull(),
    minHeightPx: integer('min_height_px').notNull(),
    size: integer().notNull(),
    options: jsonb().$type<WidgetFields['options']>().notNull(),
    /** Revision of the dashboard that last changed this widget; a new order does not count as a change. */
    revision: integer().notNull().default(1),
  },
  (table) => [index('widgets_dashboard').on(table.dashboardId, table.layoutOrderIdx)],
);

/** Embedded dashboards, to detect cycles. Has no foreign key, because an embedded dashboard may be deleted. */
export const nestedDashboards = pgTable(
  'nested_dashboards',
  {
    widgetId: bigint('widget_id', { mode: 'number' })
      .primaryKey()
      .references(() => widgets.id, { onDelete: 'cascade' }),
    outerId: bigint('outer_id', { mode: 'number' })
      .notNull()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    innerId: bigint('inner_id', { mode: 'number' }).notNull(),
  },
  (table) => [index('nested_dashboards_outer').on(table.outerId), index('nested_dashboards_inner').on(table.innerId)],
);

/** A version: the complete dashboard after a change. */
export interface DashboardSnapshot extends Omit<DashboardFields, 'parentDtwinId'> {
  parentTwinId: number | null;
  widgets: (WidgetFields & { id: number; revision: number })[];
}

export const dashboardVersions = pgTable(
  'dashboard_versions',
  {
    dashboardId: bigint('dashboard_id', { mode: 'number' })
      .notNull()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    change: text().$type<DashboardVersion['change']>().notNull(),
    about: text().notNull(),
    snapshot: jsonb().$type<DashboardSnapshot>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    createdBy: bigint('created_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [primaryKey({ columns: [table.dashboardId, table.version] })],
);
