import { and, asc, eq, gt, not, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { states } from '../states/index.ts';
import { twinFiles, twins } from '../twins/index.ts';
import { twinShares } from './twin-share.table.ts';

const maxChildren = 100;
const path = sql<string>`${twins.path}::text`;

export interface SharedTwin {
  id: number;
  path: string;
  accountId: number;
}

/** Nothing for a key that has expired, as if there were none. */
export async function findShared(db: Db, keyHash: Buffer, now: Date): Promise<SharedTwin | undefined> {
  const [found] = await db
    .select({ id: twins.id, path, accountId: twins.accountId })
    .from(twinShares)
    .innerJoin(twins, eq(twins.id, twinShares.twinId))
    .where(and(eq(twinShares.keyHash, keyHash), gt(twinShares.validUntil, now)));
  return found;
}

/** A twin at or below the shared one, unless it is disabled or lies below one that is. */
export async function findOpenTwin(db: Db, shared: SharedTwin, id: number) {
  const [found] = await db
    .select({
      id: twins.id,
      path,
      title: twins.title,
      type: twins.type,
      status: twins.status,
      latitude: twins.latitude,
      longitude: twins.longitude,
      overlayBounds: twins.overlayBounds,
    })
    .from(twins)
    .where(
      and(
        eq(twins.id, id),
        sql`${twins.path} <@ ${shared.path}::ltree`,
        sql`not exists (
          select 1 from ${twins} off
          where off.disabled and off.path @> ${twins.path} and off.path <@ ${shared.path}::ltree
        )`,
      ),
    );
  return found;
}
export type OpenTwin = NonNullable<Awaited<ReturnType<typeof findOpenTwin>>>;

/**
 * What a map of an open twin may show: it and everything below, without disabled twins and what lies below them. Those
 * with something below are few, and are looked for once, not for each twin.
 */
export const isOpenBelow = (top: Pick<OpenTwin, 'path'>): SQL => sql`(
  ${twins.path} <@ ${top.path}::ltree and not ${twins.disabled} and not coalesce((
    select array_agg(off.path) from ${twins} off
    where off.disabled and off.path <@ ${top.path}::ltree
      and exists (select 1 from ${twins} below where below.parent_id = off.id)
  ) @> ${twins.path}, false)
)`;

/** The same as `isShown` of the service, where values are printed on a map. */
export const isShownState: SQL = sql`(
  ${states.layout} <> 'hidden' and ${states.visualisation} ->> 'component' <> 'hidden'
)`;

export const findOpenChildren = (db: Db, id: number) =>
  db
    .select({ id: twins.id, title: twins.title, type: twins.type, status: twins.status })
    .from(twins)
    .where(and(eq(twins.parentId, id), not(twins.disabled)))
    .orderBy(asc(sql`lower(${twins.title})`), asc(twins.id))
    .limit(maxChildren);

export async function findImageKinds(db: Db, id: number): Promise<string[]> {
  const rows = await db.select({ kind: twinFiles.kind }).from(twinFiles).where(eq(twinFiles.twinId, id));
  return rows.map(({ kind }) => kind);
}
