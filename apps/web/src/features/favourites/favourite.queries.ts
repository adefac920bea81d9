import { maxPageSize } from '@stellwerk/contract/core/envelope';
import {
  createFavourite,
  deleteFavourite,
  type Favourite,
  type FavouriteSize,
  type FavouriteType,
  listFavouriteMarks,
  listFavourites,
  type NewFavourite,
  updateFavourite,
} from '@stellwerk/contract/favourite';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { readUnlessMutating, useOptimisticMutation } from '../../lib/optimistic-mutation.ts';

export const favouriteKeys = {
  all: ['favourites'] as const,
  list: ['favourites', 'list'] as const,
  marks: ['favourites', 'marks'] as const,
};

const bodyOf: Record<FavouriteType, (id: number) => NewFavourite> = {
  twin: (twinId) => ({ type: 'twin', twinId }),
  state: (stateId) => ({ type: 'state', stateId }),
  dashboard: (dashboardId) => ({ type: 'dashboard', dashboardId }),
  rule: (ruleId) => ({ type: 'rule', ruleId }),
  connector: (connectorId) => ({ type: 'connector', connectorId }),
  driver: (driverId) => ({ type: 'driver', driverId }),
};

async function readAll(signal: AbortSignal): Promise<Favourite[]> {
  const all: Favourite[] = [];
  for (;;) {
    const { data, total } = await call(
      listFavourites,
      { query: { offset: all.length, limit: maxPageSize } },
      { signal },
    );
    all.push(...data);
    if (data.length === 0 || all.length >= total) return all;
  }
}

/** Properties without a live topic, such as the state of a connector, are polled. */
const refreshMs = 30_000;

export const useFavourites = () =>
  useQuery({
    queryKey: favouriteKeys.list,
    queryFn: readUnlessMutating(({ signal }) => readAll(signal)),
    refetchInterval: refreshMs,
  });

/** The favourites of all types at once, so that lists need no query of their own. */
export const useMarks = () =>
  useQuery({
    queryKey: favouriteKeys.marks,
    queryFn: async ({ signal }) => (await call(listFavouriteMarks, {}, { signal })).data,
    staleTime: 60_000,
  });

/** Invalidates queries that depend on favourites, besides the tiles: lists of twins can be filtered by them. */
function useStarChange<Input, Output>(send: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  const change = useOptimisticMutation<Favourite[], Input, Output>(favouriteKeys.list, { send });
  const follow = () =>
    Promise.all([favouriteKeys.marks, ['twins']].map((queryKey) => queries.invalidateQueries({ queryKey })));
  return (input: Input) => change(input).finally(follow);
}

export interface StarChange {
  type: FavouriteType;
  id: number;
  /** Id of the favourite, if known. */
  markId: number | undefined;
  isStarred: boolean;
}

export interface TileChange {
  id: number;
  size?: FavouriteSize;
  position?: number;
}

/** Optimistic order and sizes of the tiles after a change. */
export function changedTiles(tiles: readonly Favourite[], { id, size, position }: TileChange): Favourite[] {
  const found = tiles.find((tile) => tile.id === id);
  if (!found) return [...tiles];
  const others = tiles.filter((tile) => tile.id !== id);
  const place = position ?? tiles.indexOf(found);
  return others.toSpliced(place, 0, size ? { ...found, size } : found);
}

export function useFavouriteActions() {
  return {
    /** Starring twice returns the existing favourite, whose id is needed to remove it. */
    setStar: useStarChange(async ({ type, id, markId, isStarred }: StarChange) => {
      const create = async () => (await call(createFavourite, { body: bodyOf[type](id) })).data.id;
      if (isStarred) return void (await create());
      await call(deleteFavourite, { params: { id: markId ?? (await create()) } });
    }),
    change: useOptimisticMutation(favouriteKeys.list, {
      send: ({ id, ...body }: TileChange) => call(updateFavourite, { params: { id }, body }),
      updateOptimistically: changedTiles,
    }),
    remove: useStarChange((id: number) => call(deleteFavourite, { params: { id } })),
    /** Undoes a removal: the same size at the same position. */
    restore: useStarChange(({ type, object, size, position }: Favourite) =>
      call(createFavourite, { body: { ...bodyOf[type](object.id), size, position } }),
    ),
  };
}
