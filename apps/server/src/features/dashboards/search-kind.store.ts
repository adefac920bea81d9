import { eq, inArray, sql } from 'drizzle-orm';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { findCandidates, holdsWords, type SearchKind, subtitleOf } from '../search/index.ts';
import { dashboards } from './dashboard.table.ts';
import { scopedDashboards } from './dashboard.view.ts';

const name = sql`lower(${dashboards.name})`;

export const dashboardSearch: SearchKind = {
  type: 'dashboard',
  permission: 'Dashboards.read',
  async find(db, actor, query) {
    const ids = await findCandidates(
      db,
      scopedFrom(scopedDashboards, actor, 'Dashboards.read'),
      {
        beginnings: [name],
        holds: holdsWords(name, query),
      },
      query,
    );
    const rows = await db
      .select({ id: dashboards.id, title: dashboards.name, account: accounts.name })
      .from(dashboards)
      .innerJoin(accounts, eq(accounts.id, dashboards.accountId))
      .where(inArray(dashboards.id, ids));
    return rows.map(({ id, title, account }) => ({
      id,
      title,
      subtitle: subtitleOf(account),
      status: null,
      path: `/dashboards/${id}`,
    }));
  },
};
