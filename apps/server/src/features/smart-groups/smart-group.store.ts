import type { RouteInput } from '@stellwerk/contract/core/route';
import type { listSmartGroups, SmartGroupFields } from '@stellwerk/contract/smart-group';
import { eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { smartGroups } from './smart-group.table.ts';
import { scopedSmartGroups } from './smart-group.view.ts';

const select = (db: Db) =>
  db
    .select({
      ...getTableColumns(smartGroups),
      accountName: accounts.name,
      scopePath: sql<string>`${scopes.path}::text`,
    })
    .from(smartGroups)
    .innerJoin(accounts, eq(accounts.id, smartGroups.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId));

export type FoundSmartGroup = Awaited<ReturnType<typeof select>>[number];
export type StoredSmartGroup = typeof smartGroups.$inferSelect;

const groupPage = defineList({
  sort: {
    title: sql`lower(${smartGroups.title})`,
    tenantName: sql`lower(${accounts.name})`,
    createdAt: smartGroups.createdAt,
    updatedAt: smartGroups.updatedAt,
  },
  search: [smartGroups.title],
});

type GroupList = RouteInput<typeof listSmartGroups>['query'];

export function findSmartGroups(db: Db, actor: Pick<Actor, 'grants'>, list: GroupList) {
  const { tenantIds } = list;
  const rows = scopedFrom(scopedSmartGroups, actor, 'VirtualDeviceGroup.read').where(
    tenantIds && tenantIds.length > 0 ? inArray(smartGroups.accountId, tenantIds) : undefined,
  );
  return groupPage(db, rows, list, (ids) => select(db).where(inArray(smartGroups.id, ids)));
}

export async function findSmartGroup(db: Db, id: number): Promise<FoundSmartGroup | undefined> {
  const [found] = await select(db).where(eq(smartGroups.id, id));
  return found;
}

export async function lockSmartGroup(db: Db, id: number): Promise<StoredSmartGroup | undefined> {
  const [found] = await db.select().from(smartGroups).where(eq(smartGroups.id, id)).for('update');
  return found;
}

export async function insertSmartGroup(db: Db, values: SmartGroupFields & { accountId: number }): Promise<number> {
  const [created] = await db.insert(smartGroups).values(values).returning({ id: smartGroups.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

export async function changeSmartGroup(
  db: Db,
  id: number,
  change: Partial<SmartGroupFields> & { countedUntil?: null },
): Promise<void> {
  await db
    .update(smartGroups)
    .set({ ...change, revision: sql`${smartGroups.revision} + 1`, updatedAt: sql`now()` })
    .where(eq(smartGroups.id, id));
}

export async function deleteSmartGroup(db: Db, id: number): Promise<void> {
  await db.delete(smartGroups).where(eq(smartGroups.id, id));
}

export const countSmartGroups = (db: Db, accountId: number): Promise<number> =>
  db.$count(smartGroups, eq(smartGroups.accountId, accountId));
