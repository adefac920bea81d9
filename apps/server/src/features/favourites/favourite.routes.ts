import {
  createFavourite,
  deleteFavourite,
  listFavouriteMarks,
  listFavourites,
  updateFavourite,
} from '@stellwerk/contract/favourite';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { FavouriteService } from './favourite.service.ts';

export function favouriteRoutes(favourites: FavouriteService): HandledRoute[] {
  return [
    handle(listFavourites, (ctx, { query }) => favourites.list(ctx, query)),
    handle(listFavouriteMarks, async (ctx) => ({ data: await favourites.marks(ctx) })),
    handle(createFavourite, async (ctx, { body }) => ({ data: await favourites.create(ctx, body) })),
    handle(updateFavourite, async (ctx, { params, body }) => ({
      data: await favourites.update(ctx, params.id, body),
    })),
    handle(deleteFavourite, async (ctx, { params }) => {
      await favourites.remove(ctx, params.id);
      return { data: { deleted: true as const } };
    }),
  ];
}
