import { readsStates } from '@stellwerk/contract/state';
import { eq, inArray, sql } from 'drizzle-orm';
import { noNewest, readNewest } from '../../ingest/newest/index.ts';
import { seenFrom } from '../../platform/tenancy/scoped-from.ts';
import type { FavouriteKind } from '../favourites/index.ts';
import { seenHere, twinView } from '../twins/index.ts';
import { states } from './state.table.ts';
import { scopedStates } from './state.view.ts';
import { currentValueOf } from './state-mapper.ts';

export const stateFavourite: FavouriteKind = {
  type: 'state',
  notFound: 'DTWIN_STATE_NOT_FOUND',
  visibleTo: (actor) => seenFrom(scopedStates, seenHere(actor, readsStates, twinView)),

  async read(db, ids) {
    const rows = await db
      .select({
        shown: {
          id: states.id,
          title: states.title,
          key: states.key,
          unit: states.unit,
          icon: states.icon,
          valueType: states.valueType,
          decimals: sql<number | null>`(${states.visualisation} ->> 'decimals')::int`,
          validSeconds: states.validSeconds,
          tenantId: twinView.accountId,
          tenantName: twinView.accountName,
        },
        dtwin: { id: twinView.id, title: twinView.title, category: twinView.category },
      })
      .from(states)
      .innerJoin(twinView, eq(twinView.id, states.twinId))
      .where(inArray(states.id, ids));
    const newest = await readNewest(db, ids);
    return rows.map(({ shown, dtwin }) => ({
      type: 'state',
      object: { ...shown, ...currentValueOf(newest.get(shown.id) ?? noNewest), dtwin },
    }));
  },
};
