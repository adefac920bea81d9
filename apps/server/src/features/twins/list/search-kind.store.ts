import { statuses } from '@stellwerk/contract/twin';
import { eq, inArray, sql } from 'drizzle-orm';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { scopedFrom } from '../../../platform/tenancy/scoped-from.ts';
import { findCandidates, holdsWords, type SearchKind, subtitleOf } from '../../search/index.ts';
import { visibleAncestorsOf } from '../tree/ancestors.store.ts';
import { twins } from '../twin.table.ts';
import { scopedTwins } from '../twin.view.ts';

export const twinSearch: SearchKind = {
  type: 'twin',
  permission: 'DigitalTwin.read',
  async find(db, actor, query) {
    const ids = await findCandidates(
      db,
      scopedFrom(scopedTwins, actor, 'DigitalTwin.read').where(eq(twins.category, 'digitalTwin')),
      {
        beginnings: [sql`lower(${twins.title})`],
        holds: holdsWords(twins.searchText, query),
      },
      query,
    );
    const rows = await db
      .select({ id: twins.id, title: twins.title, status: twins.status, account: accounts.name })
      .from(twins)
      .innerJoin(accounts, eq(accounts.id, twins.accountId))
      .where(inArray(twins.id, ids));
    const ways = await visibleAncestorsOf(db, actor, ids);
    return rows.map(({ id, title, status, account }) => {
      const way = (ways.get(id) ?? []).map((each) => each.title).join(' / ');
      const path = `/digitaltwin-mgmt/${id}`;
      return { id, title, subtitle: subtitleOf(way, account), status: statuses[status] ?? null, path };
    });
  },
};
