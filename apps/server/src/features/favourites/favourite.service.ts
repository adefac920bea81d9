import type { RouteInput, RouteOutput } from '@stellwerk/contract/core/route';
import {
  type Favourite,
  type listFavouriteMarks,
  type listFavourites,
  maxFavourites,
  type NewFavourite,
  type updateFavourite,
} from '@stellwerk/contract/favourite';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import {
  addFavourite,
  findOwn,
  findSeen,
  lockFavourites,
  orderFavourites,
  removeFavourite,
  resizeFavourite,
  type SeenFavourite,
} from './favourite.store.ts';
import { columnOf, type FavouriteKind, objectIdOf } from './kind.ts';

/** Positions count the favourites that the caller sees. */
const toWire = (seen: SeenFavourite, position: number): Favourite => ({ ...seen, position });

/** Hidden favourites stay behind the favourite that precedes them. */
function moved(all: readonly number[], seen: readonly number[], id: number, position: number): number[] {
  const others = seen.filter((each) => each !== id);
  const next = others[position];
  const rest = all.filter((each) => each !== id);
  return next === undefined ? [...rest, id] : rest.flatMap((each) => (each === next ? [id, each] : [each]));
}

export const createFavouriteService = ({ kinds }: { kinds: () => readonly FavouriteKind[] }) => {
  const readAll = async ({ db, actor }: Ctx) => (await findSeen(db, actor, kinds())).map(toWire);
  const read = async (ctx: Ctx, id: number) => (await readAll(ctx)).find((each) => each.id === id);

  /** The object of a request and its kind. A feature contributes a kind for each type of the contract. */
  function subjectOf(body: NewFavourite) {
    const kind = kinds().find(({ type }) => type === body.type);
    const objectId = objectIdOf(body);
    if (!kind || objectId === undefined) throw new Error(`no kind of favourites for ${body.type}`);
    return { kind, column: columnOf(kind.type), objectId };
  }

  async function place(ctx: Ctx, id: number, position: number): Promise<void> {
    const all = (await findOwn(ctx.db, ctx.actor.userId)).map((row) => row.id);
    const seen = (await readAll(ctx)).map((each) => each.id);
    await orderFavourites(ctx.db, moved(all, seen, id, position));
  }

  return {
    async list(ctx: Ctx, { offset, limit }: RouteInput<typeof listFavourites>['query']) {
      const all = await readAll(ctx);
      return { data: all.slice(offset, offset + limit), total: all.length, offset, limit };
    },

    async marks({ db, actor }: Ctx): Promise<RouteOutput<typeof listFavouriteMarks>['data']> {
      const own = await findOwn(db, actor.userId);
      return own.flatMap((row) =>
        kinds().flatMap(({ type }) => {
          const objectId = row[columnOf(type)];
          return objectId === null ? [] : [{ id: row.id, type, objectId }];
        }),
      );
    },

    async create(ctx: Ctx, body: NewFavourite): Promise<Favourite> {
      const { db, actor } = ctx;
      const { kind, column, objectId } = subjectOf(body);
      const count = (await lockFavourites(db, actor.userId)).length;
      const standing = (await findOwn(db, actor.userId)).find((row) => row[column] === objectId);
      if (!standing && count >= maxFavourites) fail('FAVOURITES_TOO_MANY', { limit: maxFavourites });
      const id = standing?.id ?? (await addFavourite(db, actor.userId, { column, objectId, size: body.size }));
      if (!standing && body.position !== undefined) await place(ctx, id, body.position);
      ctx.activity.objects.push({ noun: 'favourite', id });
      return (await read(ctx, id)) ?? fail(kind.notFound);
    },

    async update(ctx: Ctx, id: number, { size, position }: RouteInput<typeof updateFavourite>['body']) {
      const { db, actor } = ctx;
      await lockFavourites(db, actor.userId);
      if (!(await read(ctx, id))) fail('FAVOURITE_NOT_FOUND');
      if (size) await resizeFavourite(db, id, size);
      if (position !== undefined) await place(ctx, id, position);
      return (await read(ctx, id)) ?? fail('FAVOURITE_NOT_FOUND');
    },

    remove: ({ db }: Ctx, id: number) => removeFavourite(db, id),
  };
};
export type FavouriteService = ReturnType<typeof createFavouriteService>;
