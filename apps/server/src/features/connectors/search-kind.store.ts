import { eq, inArray, sql } from 'drizzle-orm';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { findCandidates, holdsWords, type SearchKind, subtitleOf } from '../search/index.ts';
import { connectorStatus, connectors } from './connector.table.ts';
import { scopedConnectors } from './connector.view.ts';

const name = sql`lower(${connectors.name})`;
const statusOf = (state: string | null) => (state === 'connected' ? 'ok' : state === 'error' ? 'error' : null);

/** Connectors are few, so no index of their names is needed. */
export const connectorSearch: SearchKind = {
  type: 'connector',
  permission: 'all.manage',
  async find(db, actor, query) {
    const ids = await findCandidates(
      db,
      scopedFrom(scopedConnectors, actor, 'all.manage'),
      {
        beginnings: [name],
        holds: holdsWords(name, query),
      },
      query,
    );
    const rows = await db
      .select({
        id: connectors.id,
        title: connectors.name,
        type: connectors.type,
        state: connectorStatus.state,
        accountId: accounts.id,
        account: accounts.name,
      })
      .from(connectors)
      .innerJoin(accounts, eq(accounts.id, connectors.accountId))
      .leftJoin(connectorStatus, eq(connectorStatus.connectorId, connectors.id))
      .where(inArray(connectors.id, ids));
    return rows.map(({ id, title, type, state, accountId, account }) => ({
      id,
      title,
      subtitle: subtitleOf(type, account),
      status: statusOf(state),
      path: `/connectors/edit/${accountId}/${id}`,
    }));
  },
};
