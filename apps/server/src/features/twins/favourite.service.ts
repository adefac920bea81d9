import type { RouteInput } from '@stellwerk/contract/core/route';
import type { Favourite, listFavourites, updateFavourite } from '@stellwerk/contract/favourite';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import {
  addFavourite,
  type FoundFavourite,
  findFavourites,
  lockFavourites,
  orderFavourites,
  removeFavourite,
  resizeFavourite,
} from './favourite.store.ts';
import { statusWord } from './twin-wire.ts';

const maxFavourites = 1_000;

/** Places count what the caller sees. */
function toWire({ id, size, twinId, ...twin }: FoundFavourite, position: number): Favourite {
  return { id, type: 'twin', size, position, twin: { ...twin, id: twinId, status: statusWord(twin.status) } };
}

/** Hidden ones stay behind the one they stood behind. */
function moved(all: readonly number[], seen: readonly number[], id: number, position: number): number[] {
  const others = seen.filter((each) => each !== id);
  const next = others[position];
  const rest = all.filter((each) => each !== id);
  return next === undefined ? [...rest, id] : rest.flatMap((each) => (each === next ? [id, each] : [each]));
}

export const createFavouriteService = () => {
  async function find({ db, actor }: Ctx, isWanted: (row: FoundFavourite) => boolean): Promise<Favourite | undefined> {
    const rows = await findFavourites(db, actor);
    const position = rows.findIndex(isWanted);
    const row = rows[position];
    return row && toWire(row, position);
  }

  return {
    async list({ db, actor }: Ctx, { offset, limit }: RouteInput<typeof listFavourites>['query']) {
      const all = (await findFavourites(db, actor)).map(toWire);
      return { data: all.slice(offset, offset + limit), total: all.length, offset, limit };
    },

    async create(ctx: Ctx, twinId: number): Promise<Favourite> {
      const { db, actor } = ctx;
      const ids = await lockFavourites(db, actor.userId);
      const isWanted = (row: FoundFavourite) => row.twinId === twinId;
      const standing = await find(ctx, isWanted);
      if (standing) return standing;
      if (ids.length >= maxFavourites) fail('FAVOURITES_TOO_MANY', { limit: maxFavourites });
      await addFavourite(db, actor.userId, twinId);
      return (await find(ctx, isWanted)) ?? fail('DTWIN_NOT_FOUND');
    },

    async update(ctx: Ctx, id: number, { size, position }: RouteInput<typeof updateFavourite>['body']) {
      const { db, actor } = ctx;
      const all = await lockFavourites(db, actor.userId);
      const seen = (await findFavourites(db, actor)).map((row) => row.id);
      if (!seen.includes(id)) fail('FAVOURITE_NOT_FOUND');
      if (size) await resizeFavourite(db, id, size);
      if (position !== undefined) await orderFavourites(db, moved(all, seen, id, position));
      return (await find(ctx, (row) => row.id === id)) ?? fail('FAVOURITE_NOT_FOUND');
    },

    remove: ({ db }: Ctx, id: number) => removeFavourite(db, id),
  };
};
export type FavouriteService = ReturnType<typeof createFavouriteService>;
