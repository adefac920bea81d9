import { seesAccounts } from '@stellwerk/contract/account';
import { eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { containsWords } from '../../platform/db/search.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { findCandidates, type SearchKind, subtitleOf } from '../search/index.ts';
import { scopedAccounts } from './account.view.ts';

const parents = alias(accounts, 'parents');
const parentScopes = alias(scopes, 'parent_scopes');

export const accountSearch: SearchKind = {
  type: 'account',
  permission: seesAccounts,
  async find(db, actor, query) {
    const ids = await findCandidates(
      db,
      scopedFrom(scopedAccounts, actor, seesAccounts),
      {
        beginnings: [sql`lower(${accounts.name})`],
        // The index contains names in their original case.
        holds: containsWords(query.whole, [accounts.name]) ?? sql`true`,
      },
      query,
    );
    const isParentSeen = visible(actor.grants, seesAccounts, parentScopes.path);
    const rows = await db
      .select({
        id: accounts.id,
        title: accounts.name,
        parent: sql<string | null>`case when ${isParentSeen} then ${parents.name} end`,
      })
      .from(accounts)
      .leftJoin(parents, eq(parents.id, accounts.parentId))
      .leftJoin(parentScopes, eq(parentScopes.id, parents.scopeId))
      .where(inArray(accounts.id, ids));
    return rows.map(({ id, title, parent }) => ({
      id,
      title,
      subtitle: subtitleOf(parent),
      status: null,
      path: `/account-mgmt/${id}`,
    }));
  },
};
