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
import { readBetweenChanges, useForeseenChange } from '../../lib/foreseen.ts';

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

/** What no topic tells, such as the state of a connector, is read anew from time to time. */
const refreshMs = 30_000;

export const useFavourites = () =>
  useQuery({
    queryKey: favouriteKeys.list,
    queryFn: readBetweenChanges(({ signal }) => readAll(signal)),
    refetchInterval: refreshMs,
  });

/** The stars of everything at once: no list has to ask for its own. */
export const useMarks = () =>
  useQuery({
    queryKey: favouriteKeys.marks,
    queryFn: async ({ signal }) => (await call(listFavouriteMarks, {}, { signal })).data,
    staleTime: 60_000,
  });

/** What follows from a star, besides the tiles: lists of twins can be narrowed to favourites. */
function useStarChange<Input, Output>(send: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  const change = useForeseenChange<Favourite[], Input, Output>(favouriteKeys.list, { send });
  const follow = () =>
    Promise.all([favouriteKeys.marks, ['twins']].map((queryKey) => queries.invalidateQueries({ queryKey })));
  return (input: Input) => change(input).finally(follow);
}

export interface StarChange {
  type: FavouriteType;
  id: number;
  /** Of the favourite, where it is known. */
  markId: number | undefined;
  isStarred: boolean;
}

export interface TileChange {
  id: number;
  size?: FavouriteSize;
  position?: number;
}

/** Tiles as they are after a change, before the server has said so. */
export function changedTiles(tiles: readonly Favourite[], { id, size, position }: TileChange): Favourite[] {
  const found = tiles.find((tile) => tile.id === id);
  if (!found) return [...tiles];
  const others = tiles.filter((tile) => tile.id !== id);
  const place = position ?? tiles.indexOf(found);
  return others.toSpliced(place, 0, size ? { ...found, size } : found);
}

export function useFavouriteActions() {
  return {
    /** Starring again answers the favourite that stands, whose id is needed to take it away. */
    setStar: useStarChange(async ({ type, id, markId, isStarred }: StarChange) => {
      const create = async () => (await call(createFavourite, { body: bodyOf[type](id) })).data.id;
      if (isStarred) return void (await create());
      await call(deleteFavourite, { params: { id: markId ?? (await create()) } });
    }),
    change: useForeseenChange(favouriteKeys.list, {
      send: ({ id, ...body }: TileChange) => call(updateFavourite, { params: { id }, body }),
      foresee: changedTiles,
    }),
    remove: useStarChange((id: number) => call(deleteFavourite, { params: { id } })),
    /** Takes a removal back: the same size at the same place. */
    restore: useStarChange(({ type, object, size, position }: Favourite) =>
      call(createFavourite, { body: { ...bodyOf[type](object.id), size, position } }),
    ),
  };
}
