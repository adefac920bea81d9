import { maxPageSize } from '@stellwerk/contract/core/envelope';
import {
  createFavourite,
  deleteFavourite,
  type FavouriteSize,
  listFavourites,
  updateFavourite,
} from '@stellwerk/contract/favourite';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useChange } from './twin.queries.ts';

const createFor = async (twinId: number) => (await call(createFavourite, { body: { type: 'twin', twinId } })).data;

export const useFavourites = () =>
  useQuery({
    queryKey: ['favourites'],
    queryFn: ({ signal }) => call(listFavourites, { query: { limit: maxPageSize } }, { signal }),
  });

export function useFavouriteActions() {
  return {
    /** Stars a twin or takes its star away; starring again answers the favourite that stands, whose id is needed. */
    setStar: useChange(async ({ twinId, isStarred }: { twinId: number; isStarred: boolean }) => {
      const { id } = await createFor(twinId);
      if (!isStarred) await call(deleteFavourite, { params: { id } });
    }),
    change: useChange(({ id, ...body }: { id: number; size?: FavouriteSize; position?: number }) =>
      call(updateFavourite, { params: { id }, body }),
    ),
    remove: useChange((id: number) => call(deleteFavourite, { params: { id } })),
  };
}
