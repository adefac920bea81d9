import { eq, inArray, sql } from 'drizzle-orm';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { searchText, users } from '../../platform/tenancy/user.table.ts';
import { findCandidates, holdsWords, type SearchKind, subtitleOf } from '../search/index.ts';

/** By name, e-mail address and user name, for those who may open a user's page. */
export const userSearch: SearchKind = {
  type: 'user',
  permission: 'UserManagement.manage',
  async find(db, actor, question) {
    const ids = await findCandidates(
      db,
      {
        id: users.id,
        from: sql`from ${users} inner join ${accounts} on ${accounts.id} = ${users.accountId}
          inner join ${scopes} on ${scopes.id} = ${accounts.scopeId}`,
        isSeen: visible(actor.grants, 'UserManagement.manage', scopes.path),
        beginnings: [sql`lower(${users.lastName})`, sql`lower(${users.email})`],
        holds: holdsWords(searchText(users), question),
      },
      question,
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
