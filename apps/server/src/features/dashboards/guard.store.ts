import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { twins } from '../twins/index.ts';
import { dashboards, widgets } from './dashboard.table.ts';

/** A dashboard lies where its twin lies, else where its account does. */
export const scopeOfDashboard = sql`coalesce(${twins.scopeId}, ${accounts.scopeId})`;

export async function dashboardScopes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: dashboards.id, path: sql<string>`${scopes.path}::text` })
    .from(dashboards)
    .innerJoin(accounts, eq(accounts.id, dashboards.accountId))
    .leftJoin(twins, eq(twins.id, dashboards.parentTwinId))
    .innerJoin(scopes, eq(scopes.id, scopeOfDashboard))
    .where(inArray(dashboards.id, ids));
  return new Map(rows.map(({ id, path }) => [id, path]));
}

export async function widgetScopes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: widgets.id, dashboardId: widgets.dashboardId })
    .from(widgets)
    .where(inArray(widgets.id, ids));
  const paths = await dashboardScopes(
    db,
    rows.map(({ dashboardId }) => dashboardId),
  );
  return new Map(rows.map(({ id, dashboardId }) => [id, paths.get(dashboardId) ?? '']));
}
