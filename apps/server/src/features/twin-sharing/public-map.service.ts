import { maxPageSize } from '@stellwerk/contract/core/envelope';
import type { PublicCtx } from '../../platform/http/ctx.ts';
import { type MapFilter, type MapQuery, readCluster, readMap, readMeta } from '../twin-map/index.ts';
import type { PublicTwinService, Visit } from './public-twin.service.ts';
import { isOpenBelow, isShownState } from './public-twin.store.ts';

type Filter = Omit<MapFilter, 'seesValues' | 'isCountable'>;

const seesValues = isShownState;

/** The map of the twins that a share key gives access to. */
export function createPublicMapService({ enter }: Pick<PublicTwinService, 'enter'>) {
  const conditionOf = async (ctx: PublicCtx, visit: Visit) => isOpenBelow((await enter(ctx, visit)).twin);

  return {
    meta: async (ctx: PublicCtx, visit: Visit, filter: Filter) =>
      readMeta(ctx.db, await conditionOf(ctx, visit), filter),

    content: async (ctx: PublicCtx, visit: Visit, query: Omit<MapQuery, 'seesValues'>) =>
      readMap(ctx.db, await conditionOf(ctx, visit), { ...query, seesValues }),

    async breakOpen(ctx: PublicCtx, visit: Visit, id: string, filter: Filter) {
      const query = { ...filter, seesValues, offset: 0, limit: maxPageSize };
      return (await readCluster(ctx.db, await conditionOf(ctx, visit), id, query)).data;
    },
  };
}
export type PublicMapService = ReturnType<typeof createPublicMapService>;
