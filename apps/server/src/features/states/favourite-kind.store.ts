import { readsStates } from '@stellwerk/contract/state';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { byId, type FavouriteKind } from '../favourites/index.ts';
import { twins } from '../twins/index.ts';
import { states, stateValues } from './state.table.ts';
import { currentValueOf } from './state-mapper.ts';

export const stateFavourite: FavouriteKind = {
  type: 'state',
  column: 'stateId',
  notFound: 'DTWIN_STATE_NOT_FOUND',
  idIn: (body) => (body.type === 'state' ? body.stateId : undefined),

  async find(db, actor, ids) {
    const rows = await db
      .select({
        id: states.id,
        shown: {
          title: states.title,
          key: states.key,
          unit: states.unit,
          icon: states.icon,
          valueType: states.valueType,
          decimals: sql<number | null>`(${states.visualisation} ->> 'decimals')::int`,
          validSeconds: states.validSeconds,
          tenantId: accounts.id,
          tenantName: accounts.name,
        },
        current: {
          value: stateValues.value,
          measuredAt: stateValues.measuredAt,
          receivedAt: stateValues.receivedAt,
          origin: stateValues.origin,
          status: stateValues.status,
        },
        dtwin: { id: twins.id, title: twins.title, category: twins.category },
      })
      .from(states)
      .innerJoin(stateValues, eq(stateValues.stateId, states.id))
      .innerJoin(twins, eq(twins.id, states.twinId))
      .innerJoin(scopes, eq(scopes.id, twins.scopeId))
      .innerJoin(accounts, eq(accounts.id, twins.accountId))
      .where(and(inArray(states.id, ids), visible(actor.grants, readsStates, scopes.path)));
    return byId(rows, ({ id, shown, current, dtwin }) => ({
      type: 'state',
      object: { id, ...shown, ...currentValueOf(current), dtwin },
    }));
  },
};
