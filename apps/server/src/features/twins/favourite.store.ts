import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { scopes } from '../access/index.ts';
import { accounts } from '../accounts/index.ts';
import { users } from '../users/index.ts';
import { favourites } from './favourite.table.ts';
import { twins } from './twin.table.ts';

/** All of the caller's in their order, of twins that they may still see; there are a thousand at most. */
export const findFavourites = (db: Db, actor: Actor) =>
  db
    .select({
      id: favourites.id,
      size: favourites.size,
      twinId: twins.id,
      title: twins.title,
      type: twins.type,
      icon: twins.icon,
      status: twins.status,
      tenantName: accounts.name,
    })
    .from(favourites)
    .innerJoin(twins, eq(twins.id, favourites.twinId))
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .innerJoin(accounts, eq(accounts.id, twins.accountId))
    .where(and(eq(favourites.userId, actor.userId), visible(actor.grants, 'DigitalTwin.list', scopes.path)))
    .orderBy(asc(favourites.position), asc(favourites.id));
export type FoundFavourite = Awaited<ReturnType<typeof findFavourites>>[number];

/** The ids of all of a user's, those of hidden twins included. Whoever changes them waits until the one before is done. */
export async function lockFavourites(db: Db, userId: number): Promise<number[]> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const rows = await db
    .select({ id: favourites.id })
    .from(favourites)
    .where(eq(favourites.userId, userId))
    .orderBy(asc(favourites.position), asc(favourites.id));
  return rows.map(({ id }) => id);
}

export async function addFavourite(db: Db, userId: number, twinId: number): Promise<void> {
  const last = db
    .select({ last: sql`max(${favourites.position})` })
    .from(favourites)
    .where(eq(favourites.userId, userId));
  await db.insert(favourites).values({ userId, twinId, position: sql`coalesce((${last}), -1) + 1` });
}

export async function resizeFavourite(db: Db, id: number, size: FoundFavourite['size']): Promise<void> {
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
