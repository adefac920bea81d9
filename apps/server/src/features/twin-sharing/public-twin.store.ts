import { and, asc, eq, gt, not, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { stateView } from '../states/index.ts';
import { twinFileView, twinView, twinViewAs, viewedTwins } from '../twins/index.ts';
import { twinShares } from './twin-share.table.ts';

const twin = viewedTwins.columns;
const maxChildren = 100;
const path = sql<string>`${twinView.path}::text`;
const disabledTwin = twinViewAs('disabled_twin');
const child = twinViewAs('child');

interface SharedTwin {
  id: number;
  path: string;
  accountId: number;
}

/** Undefined for a key that has expired, as for an unknown key. */
export async function findShared(db: Db, keyHash: Buffer, now: Date): Promise<SharedTwin | undefined> {
  const [found] = await db
    .select({ id: twinView.id, path, accountId: twinView.accountId })
    .from(twinShares)
    .innerJoin(twinView, eq(twinView.id, twinShares.twinId))
    .where(and(eq(twinShares.keyHash, keyHash), gt(twinShares.validUntil, now)));
  return found;
}

/** A twin at or below the shared one, unless it is disabled or lies below one that is. */
export async function findOpenTwin(db: Db, shared: SharedTwin, id: number) {
  const [found] = await db
    .select({
      id: twinView.id,
      path,
      title: twinView.title,
      type: twinView.type,
      status: twinView.status,
      latitude: twinView.latitude,
      longitude: twinView.longitude,
      overlayBounds: twinView.overlayBounds,
    })
    .from(twinView)
    .where(
      and(
        eq(twinView.id, id),
        sql`${twinView.path} <@ ${shared.path}::ltree`,
        sql`not exists (
          select 1 from ${disabledTwin}
          where ${disabledTwin.disabled} and ${disabledTwin.path} @> ${twinView.path}
            and ${disabledTwin.path} <@ ${shared.path}::ltree
        )`,
      ),
    );
  return found;
}
export type OpenTwin = NonNullable<Awaited<ReturnType<typeof findOpenTwin>>>;

/**
 * The twins on the map of an open twin: the twin and its subtree, without disabled twins and their subtrees. Disabled
 * twins with children are few and are read once, not for each twin.
 */
export const isOpenBelow = (top: Pick<OpenTwin, 'path'>): SQL => sql`(
  ${twin.path} <@ ${top.path}::ltree and not ${twin.disabled} and not coalesce((
    select array_agg(${disabledTwin.path}) from ${disabledTwin}
    where ${disabledTwin.disabled} and ${disabledTwin.path} <@ ${top.path}::ltree
      and exists (select 1 from ${child} where ${child.parentId} = ${disabledTwin.id})
  ) @> ${twin.path}, false)
)`;

/** The same as `isShown` of the service, for values on a map. */
export const isShownState: SQL = sql`(
  ${stateView.layout} <> 'hidden' and ${stateView.visualisation} ->> 'component' <> 'hidden'
)`;

export const findOpenChildren = (db: Db, id: number) =>
  db
    .select({ id: twinView.id, title: twinView.title, type: twinView.type, status: twinView.status })
    .from(twinView)
    .where(and(eq(twinView.parentId, id), not(twinView.disabled)))
    .orderBy(asc(sql`lower(${twinView.title})`), asc(twinView.id))
    .limit(maxChildren);

export async function findImageKinds(db: Db, id: number): Promise<string[]> {
  const rows = await db.select({ kind: twinFileView.kind }).from(twinFileView).where(eq(twinFileView.twinId, id));
  return rows.map(({ kind }) => kind);
}
