import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { violates } from '../../platform/db/violates.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { summaryColumns } from './list/twin-row.store.ts';
import { twins } from './twin.table.ts';

export async function findTwin(db: Db, actor: Actor, id: number) {
  const [found] = await db
    .select({
      ...summaryColumns(actor),
      description: twins.description,
      isAddressLinked: twins.isAddressLinked,
      geoPolygon: twins.geoPolygon,
      floorNumber: twins.floorNumber,
      room: twins.room,
      overlayBounds: twins.overlayBounds,
      contacts: twins.contacts,
    })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .innerJoin(accounts, eq(accounts.id, twins.accountId))
    .where(eq(twins.id, id));
  return found;
}
export type FoundTwin = NonNullable<Awaited<ReturnType<typeof findTwin>>>;

const isSeenChildOf = (actor: Actor, parentId: number) =>
  and(eq(twins.parentId, parentId), visible(actor.grants, 'DigitalTwin.list', scopes.path));

export async function firstChildren(db: Db, actor: Actor, parentId: number, limit: number) {
  return db
    .select({ id: twins.id, title: twins.title, type: twins.type, status: twins.status })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(isSeenChildOf(actor, parentId))
    .orderBy(sql`lower(${twins.title})`, asc(twins.id))
    .limit(limit);
}

export async function countChildren(db: Db, actor: Actor, parentId: number): Promise<number> {
  const [counted] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(isSeenChildOf(actor, parentId));
  return counted?.count ?? 0;
}

/** The searched text. Every write of title, tags or references uses this function. */
export const searchTextOf = (twin: { title: string; tags?: readonly string[]; references?: { value: string }[] }) =>
  [twin.title, ...(twin.tags ?? []), ...(twin.references ?? []).map(({ value }) => value)].join('\n').toLowerCase();

/** Siblings have different titles; the unique index decides between concurrent requests. */
export function refuseTitle(error: unknown): never {
  if (!violates(error, 'twins_sibling_title')) throw error;
  return fail(
    'DTWIN_CREATE_DUPLICATE_ENTRY',
    {},
    { issues: [{ path: 'title', code: 'taken', params: {} }], cause: error },
  );
}

/** Paths end with the twin's own id, so ids are taken before the rows are written. */
export async function takeIds(db: Db, count: number): Promise<number[]> {
  const drawn = await db.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('twins', 'id')) as id from generate_series(1, ${count})`,
  );
  return drawn.rows.map(({ id }) => Number(id));
}

export type NewTwinRow = typeof twins.$inferInsert & { id: number };

/** Inserts in pages, because a statement takes at most 65,535 parameters. */
export async function insertTwins(db: Db, rows: readonly NewTwinRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insert(twins)
      .overridingSystemValue()
      .values(rows.slice(start, start + 500))
      .catch(refuseTitle);
  }
}

/** Serialises changes of a twin, so that values derived from several fields stay consistent. */
export async function lockTwin(db: Db, id: number) {
  const [found] = await db.select().from(twins).where(eq(twins.id, id)).for('no key update');
  return found;
}

type Values = Partial<Omit<typeof twins.$inferInsert, 'id' | 'path' | 'parentId' | 'scopeId' | 'accountId'>>;

export async function changeTwin(db: Db, id: number, values: Values): Promise<void> {
  await db
    .update(twins)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(twins.id, id))
    .catch(refuseTitle);
}

/** A twin's own scope has the title of the twin. */
export async function renameScope(db: Db, scopeId: number, name: string): Promise<void> {
  await db.update(scopes).set({ name }).where(eq(scopes.id, scopeId));
}

export async function countTwins(db: Db, accountId: number): Promise<number> {
  return db.$count(twins, eq(twins.accountId, accountId));
}
