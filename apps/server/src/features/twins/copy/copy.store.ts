import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { visible } from '../../../platform/policy/visible.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { twinFiles, twins } from '../twin.table.ts';

const copied = (() => {
  const { type, description, icon, tags, address, latitude, longitude, x, y } = getTableColumns(twins);
  const { isAddressLinked, geoPolygon, keyValue, floorNumber, room, overlayBounds, contacts } = getTableColumns(twins);
  const place = { address, latitude, longitude, x, y, isAddressLinked, geoPolygon, floorNumber, room, overlayBounds };
  return { type, description, icon, tags, keyValue, contacts, ...place };
})();

const select = (db: Db, actor: Pick<Actor, 'grants'>, where: SQL | undefined) =>
  db
    .select({ id: twins.id, parentId: twins.parentId, title: twins.title, ...copied })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(and(where, visible(actor.grants, 'DigitalTwin.read', scopes.path)));

export async function findOriginal(db: Db, actor: Pick<Actor, 'grants'>, id: number) {
  const [found] = await select(db, actor, eq(twins.id, id));
  return found;
}
export type Original = NonNullable<Awaited<ReturnType<typeof findOriginal>>>;

/** Twins of a subtree that the caller may read, from the top down, without devices, which are bound to a connector. */
export const findBelow = (db: Db, actor: Pick<Actor, 'grants'>, path: string, limit: number): Promise<Original[]> =>
  select(
    db,
    actor,
    sql`${twins.path} <@ ${path}::ltree and ${twins.path} <> ${path}::ltree and ${twins.category} = 'digitalTwin'`,
  )
    .orderBy(sql`nlevel(${twins.path})`, twins.id)
    .limit(limit);

export interface CopiedTwin {
  fromTwinId: number;
  toTwinId: number;
}

/** Copies share the content of images. Locks the rows, so that they are not deleted meanwhile. */
export async function copyImages(db: Db, copies: readonly CopiedTwin[]): Promise<void> {
  const [from, to] = [copies.map(({ fromTwinId }) => fromTwinId), copies.map(({ toTwinId }) => toTwinId)];
  await db.execute(sql`
    insert into ${twinFiles} (twin_id, kind, key, name, type, size_bytes)
    select copy.to_id, image.kind, image.key, image.name, image.type, image.size_bytes
    from ${twinFiles} image
    join unnest(${sql.param(from)}::bigint[], ${sql.param(to)}::bigint[]) as copy(from_id, to_id)
      on copy.from_id = image.twin_id
    where image.kind <> 'attachment'
    for key share of image`);
}

/** Titles, in lower case, that siblings have already. */
export async function takenTitles(
  db: Db,
  { accountId, parentId }: { accountId: number; parentId: number | null },
  titles: readonly string[],
): Promise<Set<string>> {
  if (titles.length === 0) return new Set();
  const lower = sql<string>`lower(${twins.title})`;
  const rows = await db
    .select({ title: lower })
    .from(twins)
    .where(
      and(
        eq(twins.accountId, accountId),
        sql`coalesce(${twins.parentId}, 0) = ${parentId ?? 0}`,
        eq(twins.category, 'digitalTwin'),
        sql`${lower} in (select lower(wanted) from unnest(${sql.param(titles)}::text[]) as wanted)`,
      ),
    );
  return new Set(rows.map(({ title }) => title.toLowerCase()));
}

export async function createdLines(db: Db, jobId: number): Promise<Set<number>> {
  const rows = await db.select({ line: twins.bulkLine }).from(twins).where(eq(twins.bulkJobId, jobId));
  return new Set(rows.flatMap(({ line }) => line ?? []));
}
