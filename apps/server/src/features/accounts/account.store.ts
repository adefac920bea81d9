import { type listAccounts, seesAccounts } from '@stellwerk/contract/account';
import { permissionsIn } from '@stellwerk/contract/core/permission';
import type { RouteInput } from '@stellwerk/contract/core/route';
import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { type Grant, reachOf } from '../../platform/policy/policy.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { assignScope, createScope } from '../../platform/tenancy/scope.store.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { scopedAccounts } from './account.view.ts';
import { findPlace, lockTreeToAdd } from './tree.store.ts';

interface NewAccount {
  name: string;
  description?: string;
  parentId: number | null;
}

/** Creates an account with its own scope below the scope of the parent. */
export async function createAccount(db: Db, { parentId, ...fields }: NewAccount) {
  await lockTreeToAdd(db);
  const parent = parentId === null ? undefined : await findPlace(db, parentId);
  const scope = await createScope(db, { parentId: parent?.scopeId ?? null, name: fields.name });
  const [created] = await db
    .insert(accounts)
    .values({ ...fields, parentId, scopeId: scope.id })
    .returning({ id: accounts.id });
  if (!created) throw new Error('insert returned no row');
  await assignScope(db, scope.id, created.id);
  return { id: created.id, scopeId: scope.id, scopePath: scope.path };
}

type AccountList = RouteInput<typeof listAccounts>['query'];

/** Visible accounts lie below a grant, so the topmost visible accounts are among the accounts with a grant. */
function topmost(grants: readonly Grant[]): SQL {
  const granted = permissionsIn(seesAccounts).flatMap((permission) => reachOf(grants, permission).granted);
  const paths = [...new Set(granted.map(({ scope }) => scope))];
  const above = sql`subpath(${scopes.path}, 0, -1)`;
  return sql`${scopes.path} = any(${sql.param(`{${paths.join(',')}}`)}::ltree[]) and not ${visible(grants, seesAccounts, above)}`;
}

const accountPage = defineList({
  sort: { name: sql`lower(${accounts.name})`, createdAt: accounts.createdAt },
  search: [accounts.name],
});

export function findAccounts(db: Db, actor: Pick<Actor, 'grants'>, list: AccountList) {
  const found = scopedFrom(scopedAccounts, actor, seesAccounts).where(
    list.parentId === undefined ? undefined : eq(accounts.parentId, list.parentId),
    list.topLevel ? topmost(actor.grants) : undefined,
  );
  return accountPage(db, found, list, (ids) => findAccountRows(db, actor.grants, ids));
}

/** The ancestors that the caller may see, from the top. */
const visiblePath = (grants: readonly Grant[]) => sql<{ id: number; name: string }[]>`coalesce((
  select json_agg(json_build_object('id', above.id, 'name', above.name) order by nlevel(line.path))
  from ${scopes} line join ${accounts} above on above.scope_id = line.id
  where line.id = any(string_to_array(${scopes.path}::text, '.')::bigint[]) and line.id <> ${scopes.id}
    and ${visible(grants, seesAccounts, sql`line.path`)}
), '[]')`;

export async function findAccountRows(db: Db, grants: readonly Grant[], ids: number[]) {
  return db
    .select({
      ...getTableColumns(accounts),
      scopePath: sql<string>`${scopes.path}::text`,
      path: visiblePath(grants),
      subAccountCount: sql<number>`(select count(*)::int from ${accounts} child where child.parent_id = ${accounts.id})`,
      userCount: sql<number>`(select count(*)::int from ${users} where ${users.accountId} = ${accounts.id})`,
    })
    .from(accounts)
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(inArray(accounts.id, ids));
}
export type FoundAccount = Awaited<ReturnType<typeof findAccountRows>>[number];

/** The first direct sub-accounts by name. */
export async function findChildren(db: Db, grants: readonly Grant[], parentId: number, limit: number) {
  return db
    .select({
      id: accounts.id,
      name: accounts.name,
      hasChildren: sql<boolean>`exists (select 1 from ${accounts} child where child.parent_id = ${accounts.id})`,
    })
    .from(accounts)
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(and(eq(accounts.parentId, parentId), visible(grants, seesAccounts, scopes.path)))
    .orderBy(sql`lower(${accounts.name})`, accounts.id)
    .limit(limit);
}

export type AccountFields = Partial<
  Omit<typeof accounts.$inferInsert, 'id' | 'parentId' | 'scopeId' | 'configVersion'>
>;

/** The account's scope gets the same name. */
export async function changeAccount(db: Db, id: number, fields: AccountFields): Promise<void> {
  const [changed] = await db
    .update(accounts)
    .set({ ...fields, configVersion: sql`${accounts.configVersion} + 1` })
    .where(eq(accounts.id, id))
    .returning({ scopeId: accounts.scopeId });
  if (changed && fields.name !== undefined) {
    await db.update(scopes).set({ name: fields.name }).where(eq(scopes.id, changed.scopeId));
  }
}

export interface PacketRetention {
  days: number;
  accountIds: number[];
}

/** The retention periods of packets, longest first, with the accounts that use each. */
export const packetRetentions = (db: Db): Promise<PacketRetention[]> =>
  db
    .select({ days: accounts.packetRetentionDays, accountIds: sql<number[]>`array_agg(${accounts.id})` })
    .from(accounts)
    .groupBy(accounts.packetRetentionDays)
    .orderBy(desc(accounts.packetRetentionDays));
