import type { RouteInput } from '@stellwerk/contract/core/route';
import type { DeviceFilter } from '@stellwerk/contract/device';
import type {
  breakOpenDeviceCluster,
  checkDeviceClusters,
  deviceMapFilter,
  readDeviceClusters,
  readDeviceGeoHistory,
} from '@stellwerk/contract/device-map';
import { readsStates } from '@stellwerk/contract/state';
import type { GeoMeta, MapContent } from '@stellwerk/contract/twin-map';
import { and, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { visible } from '../../../platform/policy/visible.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { createTwinMapService, type MapFilter, readCluster, readMap, readMeta } from '../../twin-map/index.ts';
import type { GroupFilter } from '../list/group-filter.ts';
import { hasPlaces, matchesDevices } from './map.store.ts';

type Filter = z.output<typeof deviceMapFilter>;

/** Filters that the counted squares of the map support; see MapFilter. */
const countable = new Set([
  'tenantId',
  'disabled',
  'search_operator',
  'stateKeys',
  'excludeZones',
  'hideStatelessPolygons',
]);
const boxFields = new Set(['north', 'east', 'south', 'west', 'zoom', 'clusterDistance', 'offset', 'limit']);

function settings(ctx: Ctx, filter: Filter): MapFilter {
  const asked = Object.entries(filter).filter(
    ([name, value]) => value !== undefined && value !== '' && value !== false && !boxFields.has(name),
  );
  return {
    excludeZones: filter.excludeZones,
    hideStatelessPolygons: filter.hideStatelessPolygons,
    stateKeys: filter.stateKeys,
    seesValues: visible(ctx.actor.grants, readsStates, scopes.path),
    isCountable: asked.every(([name]) => countable.has(name)),
  };
}

type WithGroup = Partial<DeviceFilter> & { smartGroupId?: number | undefined };

export function createDeviceMapService({ clock, groupFilter }: { clock: Clock; groupFilter: GroupFilter }) {
  async function matching({ actor, db }: Ctx, { smartGroupId, ...filter }: WithGroup) {
    const within = await groupFilter(db, smartGroupId);
    return and(matchesDevices(actor, filter), within && matchesDevices(actor, within)) ?? sql`true`;
  }

  const tracks = createTwinMapService({ clock });
  return {
    content: async (ctx: Ctx, query: RouteInput<typeof readDeviceClusters>['query']): Promise<MapContent> =>
      readMap(ctx.db, await matching(ctx, query), { ...query, ...settings(ctx, query) }),

    breakOpen: async (ctx: Ctx, id: string, query: RouteInput<typeof breakOpenDeviceCluster>['query']) =>
      readCluster(ctx.db, await matching(ctx, query), id, { ...query, ...settings(ctx, query) }),

    meta: async (ctx: Ctx, query: Filter): Promise<GeoMeta> =>
      readMeta(ctx.db, await matching(ctx, query), settings(ctx, query)),

    async check(
      { db, actor }: Ctx,
      { smartGroupId, ...query }: RouteInput<typeof checkDeviceClusters>['query'],
    ): Promise<{ hasPlaces: boolean }> {
      const within = await groupFilter(db, smartGroupId);
      return { hasPlaces: await hasPlaces(db, actor, { ...query, within }) };
    },

    history: (ctx: Ctx, id: number, query: RouteInput<typeof readDeviceGeoHistory>['query']) =>
      tracks.history(ctx, id, query),
  };
}
export type DeviceMapService = ReturnType<typeof createDeviceMapService>;
