import { sql } from 'drizzle-orm';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { inScope, type Scoped } from '../../platform/tenancy/scoped-from.ts';
import { twinView } from '../twins/index.ts';
import { dashboards, widgets } from './dashboard.table.ts';

/** A dashboard lies in the scope of its twin, if it has one, otherwise in the scope of its account. */
export const scopeOfDashboard = sql`coalesce(${twinView.scopeId}, ${accounts.scopeId})`;

export const scopedDashboards = inScope(
  sql`${dashboards} inner join ${accounts} on ${accounts.id} = ${dashboards.accountId}
    left join ${twinView} on ${twinView.id} = ${dashboards.parentTwinId}`,
  { id: dashboards.id, scopeId: scopeOfDashboard },
);

export const scopedWidgets: Scoped = {
  ...scopedDashboards,
  id: widgets.id,
  tables: sql`${scopedDashboards.tables} inner join ${widgets} on ${widgets.dashboardId} = ${dashboards.id}`,
};
