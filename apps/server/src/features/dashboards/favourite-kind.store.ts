import { eq, inArray, sql } from 'drizzle-orm';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import type { FavouriteKind } from '../favourites/index.ts';
import { dashboards, widgets } from './dashboard.table.ts';
import { scopedDashboards } from './dashboard.view.ts';

const shownWidgets = 12;

/** Built as JSON, because titles may contain any character. */
const firstWidgets = sql<{ title: string; type: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('title', first.title, 'type', first.type) order by first.layout_order_idx, first.id)
  from (select * from ${widgets} widget where widget.dashboard_id = ${dashboards.id}
    order by widget.layout_order_idx, widget.id limit ${shownWidgets}) first), '[]'::jsonb)`;

const widgetCount = sql<number>`(select count(*)::int from ${widgets} widget
  where widget.dashboard_id = ${dashboards.id})`;

export const dashboardFavourite: FavouriteKind = {
  type: 'dashboard',
  notFound: 'DASHBOARD_NOT_FOUND',
  visibleTo: (actor) => scopedFrom(scopedDashboards, actor, 'Dashboards.read'),

  async read(db, ids) {
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
      .where(inArray(dashboards.id, ids));
    return rows.map((row) => ({
      type: 'dashboard',
      object: { ...row, updatedAt: row.updatedAt.toISOString() },
    }));
  },
};
