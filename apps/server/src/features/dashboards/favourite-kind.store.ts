import { and, eq, inArray, sql } from 'drizzle-orm';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { byId, type FavouriteKind } from '../favourites/index.ts';
import { twins } from '../twins/index.ts';
import { dashboards, widgets } from './dashboard.table.ts';

const shownWidgets = 12;

/** Text of users is read as JSON, which nothing in it can break. */
const firstWidgets = sql<{ title: string; type: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('title', first.title, 'type', first.type) order by first.layout_order_idx, first.id)
  from (select * from ${widgets} widget where widget.dashboard_id = ${dashboards.id}
    order by widget.layout_order_idx, widget.id limit ${shownWidgets}) first), '[]'::jsonb)`;

const widgetCount = sql<number>`(select count(*)::int from ${widgets} widget
  where widget.dashboard_id = ${dashboards.id})`;

export const dashboardFavourite: FavouriteKind = {
  type: 'dashboard',
  column: 'dashboardId',
  notFound: 'DASHBOARD_NOT_FOUND',
  idIn: (body) => (body.type === 'dashboard' ? body.dashboardId : undefined),

  async find(db, actor, ids) {
    const rows = await db
      .select({
        id: dashboards.id,
        title: dashboards.name,
        tenantId: accounts.id,
        tenantName: accounts.name,
        widgetCount,
        widgets: firstWidgets,
        updatedAt: dashboards.updatedAt,
      })
      .from(dashboards)
      .innerJoin(accounts, eq(accounts.id, dashboards.accountId))
      .leftJoin(twins, eq(twins.id, dashboards.parentTwinId))
      // Where its twin lies, else where its account does.
      .innerJoin(scopes, eq(scopes.id, sql`coalesce(${twins.scopeId}, ${accounts.scopeId})`))
      .where(and(inArray(dashboards.id, ids), visible(actor.grants, 'Dashboards.read', scopes.path)));
    return byId(rows, (row) => ({
      type: 'dashboard',
      object: { ...row, updatedAt: row.updatedAt.toISOString() },
    }));
  },
};
