import type { DriverSort, driverListQuery, ParserType } from '@stellwerk/contract/driver';
import { eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { seenFrom } from '../../platform/tenancy/scoped-from.ts';
import { driverFiles, drivers, driverVersions } from './driver.table.ts';
import { scopedDrivers } from './driver.view.ts';
import { isUsable, usableIn } from './guard.store.ts';
import { draftNumber } from './version.store.ts';

/** The parser of the newest version, or of the draft if no version is published. */
const parserType = sql<ParserType>`coalesce((
  select version.parser->>'type' from ${driverVersions} version
  where version.driver_id = ${drivers.id} order by version.number desc limit 1), 'none')`;

const columns = {
  id: drivers.id,
  title: drivers.title,
  manufacturer: drivers.manufacturer,
  description: drivers.description,
  visibility: drivers.visibility,
  accountId: drivers.accountId,
  accountName: accounts.name,
  scopePath: sql<string>`${scopes.path}::text`,
  parserType,
  publishedVersion: sql<
    number | null
  >`(select nullif(max(version.number), ${draftNumber}) from ${driverVersions} version
    where version.driver_id = ${drivers.id})`,
  hasDraft: sql<boolean>`exists (select from ${driverVersions} version
    where version.driver_id = ${drivers.id} and version.number = ${draftNumber})`,
  hasImage: sql<boolean>`exists (select from ${driverFiles} file
    where file.driver_id = ${drivers.id} and file.kind = 'image')`,
  createdAt: drivers.createdAt,
  updatedAt: drivers.updatedAt,
};

/** The text that a trigram index covers. */
export const driverText = sql`lower(${drivers.title} || ' ' || ${drivers.manufacturer} || ' ' || ${drivers.description})`;

const driverPage = defineList<DriverSort>({
  sort: {
    title: sql`lower(${drivers.title})`,
    manufacturer: sql`lower(${drivers.manufacturer})`,
    createdAt: drivers.createdAt,
    updatedAt: drivers.updatedAt,
  },
  search: [driverText],
});

export function findDrivers(db: Db, actor: Pick<Actor, 'grants'>, list: z.output<typeof driverListQuery>) {
  const found = seenFrom(scopedDrivers, isUsable(actor)).where(
    list.tenantId ? eq(drivers.accountId, list.tenantId) : undefined,
    list.usableIn ? usableIn(list.usableIn) : undefined,
    list.visibility ? eq(drivers.visibility, list.visibility) : undefined,
    list.parserType ? eq(parserType, list.parserType) : undefined,
  );
  return driverPage(db, found, list, (ids) =>
    db
      .select(columns)
      .from(drivers)
      .innerJoin(accounts, eq(accounts.id, drivers.accountId))
      .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
      .where(inArray(drivers.id, ids)),
  );
}

const detailColumns = {
  ...columns,
  highlights: drivers.highlights,
  installationNotes: drivers.installationNotes,
  properties: drivers.properties,
  maps: drivers.maps,
};

export async function findDriver(db: Db, id: number) {
  const [found] = await db
    .select(detailColumns)
    .from(drivers)
    .innerJoin(accounts, eq(accounts.id, drivers.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(eq(drivers.id, id));
  return found;
}
export type FoundDriver = NonNullable<Awaited<ReturnType<typeof findDriver>>>;
export type FoundRow = Awaited<ReturnType<typeof findDrivers>>['rows'][number];

/** Locks a driver against changes of itself, its draft and its files; undefined if it has been deleted. */
export async function lockDriver(db: Db, id: number) {
  const [found] = await db
    .select({ id: drivers.id, accountId: drivers.accountId, visibility: drivers.visibility })
    .from(drivers)
    .where(eq(drivers.id, id))
    .for('update');
  return found;
}

type NewDriver = typeof drivers.$inferInsert;

export async function insertDriver(db: Db, values: NewDriver): Promise<number> {
  const [created] = await db.insert(drivers).values(values).returning({ id: drivers.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

export async function changeDriver(db: Db, id: number, changes: Partial<NewDriver>): Promise<void> {
  await db.update(drivers).set(changes).where(eq(drivers.id, id));
}

export async function removeDriver(db: Db, id: number): Promise<void> {
  await db.delete(drivers).where(eq(drivers.id, id));
}
