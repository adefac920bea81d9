import { eq, inArray, sql } from 'drizzle-orm';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { searchText, users } from '../../platform/tenancy/user.table.ts';
import { findCandidates, holdsWords, type SearchKind, subtitleOf } from '../search/index.ts';
import { scopedUsers } from './user.view.ts';

export const userSearch: SearchKind = {
  type: 'user',
  permission: 'UserManagement.manage',
  async find(db, actor, query) {
    const ids = await findCandidates(
      db,
      scopedFrom(scopedUsers, actor, 'UserManagement.manage'),
      {
        beginnings: [sql`lower(${users.lastName})`, sql`lower(${users.email})`],
        holds: holdsWords(searchText(users), query),
      },
      query,
    );
    const rows = await db
      .select({
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        username: users.username,
        accountId: accounts.id,
        account: accounts.name,
      })
      .from(users)
      .innerJoin(accounts, eq(accounts.id, users.accountId))
      .where(inArray(users.id, ids));
    return rows.map(({ id, firstName, lastName, email, username, accountId, account }) => {
      const address = email || username;
      const name = `${firstName} ${lastName}`.trim();
      return {
        id,
        title: name || address,
        subtitle: subtitleOf(name ? address : '', account),
        status: null,
        path: `/account-mgmt/user/${accountId}/${id}`,
        names: [lastName, email, username],
      };
    });
  },
};
