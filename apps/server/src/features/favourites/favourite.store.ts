import { asc, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visibleIds } from '../../platform/tenancy/scoped-from.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { favourites } from './favourite.table.ts';
import { columnOf, type FavouriteColumn, type FavouriteKind, type Subject } from './kind.ts';

/** All favourites of a user in their order, including those of hidden objects; there are a thousand at most. */
export const findOwn = (db: Db, userId: number) =>
  db
    .select()
    .from(favourites)
    .where(eq(favourites.userId, userId))
    .orderBy(asc(favourites.position), asc(favourites.id));
type OwnFavourite = Awaited<ReturnType<typeof findOwn>>[number];

export type SeenFavourite = Pick<OwnFavourite, 'id' | 'size'> & Subject;

/** The favourites of objects that the caller may still see. Queries only the kinds that the user has favourites of. */
export async function findSeen(db: Db, actor: Actor, kinds: readonly FavouriteKind[]): Promise<SeenFavourite[]> {
  const own = await findOwn(db, actor.userId);
  const found = new Map<number, SeenFavourite>();
  for (const { type, visibleTo, read } of kinds) {
    const byObject = new Map(own.map((row) => [row[columnOf(type)], row]));
    const starred = [...byObject.keys()].filter((id) => id !== null);
    const ids = await visibleIds(db, visibleTo(actor), starred);
    const subjects = ids.size > 0 ? await read(db, [...ids], actor) : [];
    for (const subject of subjects) {
      const row = byObject.get(subject.object.id);
      if (row) found.set(row.id, { id: row.id, size: row.size, ...subject });
    }
  }
  return own.flatMap(({ id }) => found.get(id) ?? []);
}

/** Whether a user has starred the object of the outer query. Nested, so that Drizzle keeps the names of the tables. */
export const isStarred = (userId: number, column: FavouriteColumn, objectId: SQLWrapper) =>
  sql<boolean>`exists (${sql`select 1 from ${favourites}
    where ${favourites.userId} = ${userId} and ${favourites[column]} = ${objectId}`})`;

export async function favouriteOwners(db: Db, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: favourites.id, userId: favourites.userId })
    .from(favourites)
    .where(inArray(favourites.id, ids));
  return new Map(rows.map(({ id, userId }) => [id, userId]));
}

/** Serialises changes of a user's favourites, and returns the ids of all of them. */
export async function lockFavourites(db: Db, userId: number): Promise<number[]> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  return (await findOwn(db, userId)).map(({ id }) => id);
}

type NewRow = { column: FavouriteColumn; objectId: number; size: OwnFavourite['size'] | undefined };

export async function addFavourite(db: Db, userId: number, { column, objectId, size }: NewRow): Promise<number> {
  const last = db
    .select({ last: sql`max(${favourites.position})` })
    .from(favourites)
    .where(eq(favourites.userId, userId));
  const position = sql`coalesce((${last}), -1) + 1`;
  const [created] = await db
    .insert(favourites)
    .values({ userId, position, [column]: objectId, ...(size ? { size } : {}) })
    .returning({ id: favourites.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

export async function resizeFavourite(db: Db, id: number, size: OwnFavourite['size']): Promise<void> {
  await db.update(favourites).set({ size }).where(eq(favourites.id, id));
}

export async function orderFavourites(db: Db, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    update ${favourites} set position = wanted.place - 1
    from unnest(${sql.param(ids)}::bigint[]) with ordinality as wanted(id, place)
    where ${favourites.id} = wanted.id`);
}

export async function removeFavourite(db: Db, id: number): Promise<void> {
  await db.delete(favourites).where(eq(favourites.id, id));
}
