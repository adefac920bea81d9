import { eq, inArray, sql } from 'drizzle-orm';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { findCandidates, holdsWords, type SearchKind, subtitleOf } from '../search/index.ts';
import { twins } from '../twins/index.ts';
import { dashboards } from './dashboard.table.ts';

const name = sql`lower(${dashboards.name})`;

export const dashboardSearch: SearchKind = {
  type: 'dashboard',
  permission: 'Dashboards.read',
  async find(db, actor, question) {
    const ids = await findCandidates(
      db,
      {
        id: dashboards.id,
        // It lies where its twin lies, else where its account does.
        from: sql`from ${dashboards} inner join ${accounts} on ${accounts.id} = ${dashboards.accountId}
          left join ${twins} on ${twins.id} = ${dashboards.parentTwinId}
          inner join ${scopes} on ${scopes.id} = coalesce(${twins.scopeId}, ${accounts.scopeId})`,
        isSeen: visible(actor.grants, 'Dashboards.read', scopes.path),
        beginnings: [name],
        holds: holdsWords(name, question),
      },
      question,
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
