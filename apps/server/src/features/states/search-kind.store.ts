import { readsStates } from '@stellwerk/contract/state';
import { statuses } from '@stellwerk/contract/twin';
import { eq, inArray, sql } from 'drizzle-orm';
import { newestView } from '../../ingest/newest/index.ts';
import { visible } from '../../platform/policy/visible.ts';
import { scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { findCandidates, type SearchKind, subtitleOf } from '../search/index.ts';
import { holdsWordsOrTwins, twinView } from '../twins/index.ts';
import { states } from './state.table.ts';
import { scopedStates } from './state.view.ts';

/** Links to the page of the twin; users who may not open it get the state overview, filtered by the key. */
const pathOf = ({ twinId, key, readsTwin }: { twinId: number; key: string; readsTwin: boolean }) =>
  readsTwin ? `/digitaltwin-mgmt/${twinId}?tab=states` : `/digitaltwin-state-overview?q=${encodeURIComponent(key)}`;

/** Matches title and key; with several words also the title of the twin. */
export const stateSearch: SearchKind = {
  type: 'state',
  permission: readsStates,
  async find(db, actor, query) {
    const ownText = sql`lower(${states.title} || ' ' || ${states.key})`;
    const ids = await findCandidates(
      db,
      scopedFrom(scopedStates, actor, readsStates),
      {
        beginnings: [sql`lower(${states.title})`, sql`lower(${states.key})`],
        holds: await holdsWordsOrTwins(db, { table: states, id: states.id, twinId: states.twinId, ownText }, query),
      },
      query,
    );
    const rows = await db
      .select({
        id: states.id,
        title: states.title,
        key: states.key,
        status: newestView.status,
        twinId: states.twinId,
        twin: twinView.title,
        account: twinView.accountName,
        readsTwin: sql<boolean>`${visible(actor.grants, 'DigitalTwin.read', twinView.scopePath)}`,
      })
      .from(states)
      .innerJoin(newestView, eq(newestView.stateId, states.id))
      .innerJoin(twinView, eq(twinView.id, states.twinId))
      .where(inArray(states.id, ids));
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      subtitle: subtitleOf(row.twin, row.key, row.account),
      status: statuses[row.status] ?? null,
      path: pathOf(row),
      names: [row.key, `${row.title} ${row.twin}`],
    }));
  },
};
