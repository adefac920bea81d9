import type { DashboardFields, Widget } from '@stellwerk/contract/dashboard';
import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { twinView } from '../twins/index.ts';
import { dashboards, widgets } from './dashboard.table.ts';
import { scopeOfDashboard } from './dashboard.view.ts';

export const userName = sql<string | null>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''),
  ${users.username})`;

const accountScopes = alias(scopes, 'account_scopes');

const columns = {
  id: dashboards.id,
  accountId: dashboards.accountId,
  accountName: accounts.name,
  accountScopePath: sql<string>`${accountScopes.path}::text`,
  scopePath: sql<string>`${scopes.path}::text`,
  parentTwinId: dashboards.parentTwinId,
  parentTwinTitle: twinView.title,
  name: dashboards.name,
  defaultDateRange: dashboards.defaultDateRange,
  customParameters: dashboards.customParameters,
  refreshSeconds: dashboards.refreshSeconds,
  revision: dashboards.revision,
  createdAt: dashboards.createdAt,
  updatedAt: dashboards.updatedAt,
  updatedBy: userName,
};

const selectDashboards = (db: Db) =>
  db
    .select(columns)
    .from(dashboards)
    .innerJoin(accounts, eq(accounts.id, dashboards.accountId))
    .innerJoin(accountScopes, eq(accountScopes.id, accounts.scopeId))
    .leftJoin(twinView, eq(twinView.id, dashboards.parentTwinId))
    .innerJoin(scopes, eq(scopes.id, scopeOfDashboard))
    .leftJoin(users, eq(users.id, dashboards.updatedBy));

type DashboardColumns = Awaited<ReturnType<typeof selectDashboards>>[number];

export interface StoredDashboard extends DashboardColumns {
  /** Widgets in the order of the layout. */
  widgets: Widget[];
}

const { dashboardId: _, ...widgetColumns } = getTableColumns(widgets);

const findWidgets = (db: Db, dashboardId: number): Promise<Widget[]> =>
  db
    .select(widgetColumns)
    .from(widgets)
    .where(eq(widgets.dashboardId, dashboardId))
    .orderBy(asc(widgets.layoutOrderIdx), asc(widgets.id));

export async function findDashboard(db: Db, id: number): Promise<StoredDashboard | undefined> {
  const [found] = await selectDashboards(db).where(eq(dashboards.id, id));
  return found && { ...found, widgets: await findWidgets(db, id) };
}

export async function lockDashboard(db: Db, id: number): Promise<StoredDashboard | undefined> {
  await db.select({ id: dashboards.id }).from(dashboards).where(eq(dashboards.id, id)).for('no key update');
  return findDashboard(db, id);
}

/** The fields of a dashboard that its own row contains. */
export interface DashboardValues extends Omit<DashboardFields, 'parentDtwinId'> {
  parentTwinId: number | null;
}

export interface Author {
  userId: number;
  now: Date;
}

export async function insertDashboard(
  db: Db,
  accountId: number,
  values: DashboardValues,
  { userId, now }: Author,
): Promise<number> {
  const [created] = await db
    .insert(dashboards)
    .values({ ...values, accountId, createdAt: now, updatedAt: now, updatedBy: userId })
    .returning({ id: dashboards.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

export async function updateDashboard(
  db: Db,
  { id, revision }: { id: number; revision: number },
  values: DashboardValues,
  { userId, now }: Author,
): Promise<void> {
  await db
    .update(dashboards)
    .set({ ...values, revision, updatedAt: now, updatedBy: userId })
    .where(eq(dashboards.id, id));
}

export async function deleteDashboard(db: Db, id: number): Promise<void> {
  await db.delete(dashboards).where(eq(dashboards.id, id));
}

export const countDashboards = (db: Db, accountId: number): Promise<number> =>
  db.$count(dashboards, eq(dashboards.accountId, accountId));
