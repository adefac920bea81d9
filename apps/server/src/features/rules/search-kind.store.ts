import { eq, inArray, sql } from 'drizzle-orm';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { findCandidates, type SearchKind, subtitleOf } from '../search/index.ts';
import { holdsWordsOrTwins, twins } from '../twins/index.ts';
import { rules } from './rule.table.ts';

/** Matches the title; with several words also the title of the twin. */
export const ruleSearch: SearchKind = {
  type: 'rule',
  permission: 'DigitalTwin.read',
  async find(db, actor, question) {
    const title = sql`lower(${rules.title})`;
    const part = { table: rules, id: rules.id, twinId: rules.twinId, ownText: title };
    const ids = await findCandidates(
      db,
      {
        id: rules.id,
        from: sql`from ${rules} inner join ${twins} on ${twins.id} = ${rules.twinId}
          inner join ${scopes} on ${scopes.id} = ${twins.scopeId}`,
        isSeen: visible(actor.grants, 'DigitalTwin.read', scopes.path),
        beginnings: [title],
        holds: await holdsWordsOrTwins(db, part, question),
      },
      question,
    );
    const rows = await db
      .select({ id: rules.id, title: rules.title, twinId: twins.id, twin: twins.title, account: accounts.name })
      .from(rules)
      .innerJoin(twins, eq(twins.id, rules.twinId))
      .innerJoin(accounts, eq(accounts.id, twins.accountId))
      .where(inArray(rules.id, ids));
    return rows.map(({ id, title: own, twinId, twin, account }) => ({
      id,
      title: own,
      subtitle: subtitleOf(twin, account),
      status: null,
      path: `/digitaltwin-mgmt/${twinId}/rules/${id}`,
      names: [`${own} ${twin}`],
    }));
  },
};
