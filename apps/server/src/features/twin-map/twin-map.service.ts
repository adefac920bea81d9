import { readsStates } from '@stellwerk/contract/state';
import type {
  breakOpenCluster,
  GeoMeta,
  MapContent,
  mapFilter,
  readGeoClusters,
  readGeoHistory,
} from '@stellwerk/contract/twin-map';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { matchesTwins } from '../twins/index.ts';
import { findPositions } from './meta.store.ts';
import { type MapFilter, readCluster, readMap, readMeta } from './read-map.ts';

type Filter = z.output<typeof mapFilter>;
type HistoryQuery = z.output<NonNullable<typeof readGeoHistory.query>>;

const matching = (ctx: Ctx, filter: Filter) => matchesTwins(ctx.actor, filter, 'DigitalTwin.list');

/** The permission to see a twin on the map does not include the permission to read its values. */
function settings(ctx: Ctx, filter: Filter): MapFilter {
  const { search, twinId, tags, favourites, responsibleUserId: userId } = filter;
  const isCountable = !search && twinId === undefined && !tags?.length && !favourites && userId === undefined;
  const { excludeZones, hideStatelessPolygons, stateKeys } = filter;
  const seesValues = visible(ctx.actor.grants, readsStates, scopes.path);
  return { excludeZones, hideStatelessPolygons, stateKeys, seesValues, isCountable };
}

const latestMs = Date.UTC(2100, 0, 1);

export const createTwinMapService = ({ clock }: { clock: Clock }) => ({
  content: (ctx: Ctx, query: z.output<NonNullable<typeof readGeoClusters.query>>): Promise<MapContent> =>
    readMap(ctx.db, matching(ctx, query), { ...query, ...settings(ctx, query) }),

  breakOpen: (ctx: Ctx, id: string, query: z.output<NonNullable<typeof breakOpenCluster.query>>) =>
    readCluster(ctx.db, matching(ctx, query), id, { ...query, ...settings(ctx, query) }),

  meta: (ctx: Ctx, query: Filter): Promise<GeoMeta> => readMeta(ctx.db, matching(ctx, query), settings(ctx, query)),

  async history(ctx: Ctx, twinId: number, { dateStart, dateEnd, offset, limit }: HistoryQuery) {
    const from = new Date(dateStart);
    const to = dateEnd === undefined ? clock.now() : new Date(dateEnd);
    if (to <= from || from.getTime() < 0 || to.getTime() > latestMs) fail('HISTORY_SPAN_INVALID');
    const { rows, ...total } = await findPositions(ctx.db, { twinId, from, to, offset, limit });
    const data = rows.map(({ at, latitude, longitude }) => ({ timestamp: at.toISOString(), latitude, longitude }));
    return { data, ...total, offset, limit };
  },
});
export type TwinMapService = ReturnType<typeof createTwinMapService>;
