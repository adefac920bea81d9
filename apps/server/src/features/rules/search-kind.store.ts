import { eq, inArray, sql } from 'drizzle-orm';
import { scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { findCandidates, type SearchKind, subtitleOf } from '../search/index.ts';
import { holdsWordsOrTwins, twinView } from '../twins/index.ts';
import { rules } from './rule.table.ts';
import { scopedRules } from './rule.view.ts';

/** Matches the title; with several words also the title of the twin. */
export const ruleSearch: SearchKind = {
  type: 'rule',
  permission: 'DigitalTwin.read',
  async find(db, actor, query) {
    const title = sql`lower(${rules.title})`;
    const part = { table: rules, id: rules.id, twinId: rules.twinId, ownText: title };
    const ids = await findCandidates(
      db,
      scopedFrom(scopedRules, actor, 'DigitalTwin.read'),
      {
        beginnings: [title],
        holds: await holdsWordsOrTwins(db, part, query),
      },
      query,
    );
    const rows = await db
      .select({
        id: rules.id,
        title: rules.title,
        twinId: rules.twinId,
        twin: twinView.title,
        account: twinView.accountName,
      })
      .from(rules)
      .innerJoin(twinView, eq(twinView.id, rules.twinId))
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
