import { seesUsers, type UserSort, type userListQuery } from '@stellwerk/contract/user';
import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { escapeLike, totalOf } from '../../platform/db/page.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { searchText, userRoles, users } from '../../platform/tenancy/user.table.ts';
import { userColumns } from './user.store.ts';

export type UserList = z.output<typeof userListQuery>;

/** The account that the list is about, with its scope. */
export interface ListedAccount {
  id: number;
  path: string;
}

const contains = (text: SQL, search: string) => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return and(...words.map((word) => sql`${text} like ${`%${escapeLike(word)}%`}`));
};

/** Names alone: whoever is only shown by name must not be found by what is hidden. */
const nameText = sql`lower(${users.firstName} || ' ' || ${users.lastName})`;

const administering = sql`'{super.system.manage,all.manage,UserManagement.manage}'::text[]`;

const isAbove = (account: ListedAccount) =>
  sql`(${scopes.path} @> ${account.path}::ltree and ${scopes.path} <> ${account.path}::ltree)`;

/** Users of accounts above with a role that administers users, this account's included. */
const isParentAdmin = (account: ListedAccount) => sql`(${isAbove(account)} and ${users.active} and exists (
  select 1 from ${userRoles} held
  join ${scopes} place on place.id = held.scope_id
  join ${roles} role on role.id = held.role_id
  where held.user_id = ${users.id} and place.path @> ${account.path}::ltree and role.permissions && ${administering}
))`;

function within(actor: Actor, list: UserList, account: ListedAccount | undefined): SQL | undefined {
  const includesBelow = list.includeSubTenants ?? account === undefined;
  if (account) return includesBelow ? sql`${scopes.path} <@ ${account.path}::ltree` : eq(accounts.id, account.id);
  return includesBelow ? undefined : eq(accounts.id, actor.accountId);
}

/** A role counts where the caller may see that it is held, or where it reaches down from above. */
function holdsRole(actor: Actor, roleId: number, above: ListedAccount | undefined): SQL {
  const place = sql`place.path`;
  const isSeen = above ? sql`${place} @> ${above.path}::ltree` : visible(actor.grants, seesUsers, place);
  return sql`exists (
    select 1 from ${userRoles} held join ${scopes} place on place.id = held.scope_id
    where held.user_id = ${users.id} and held.role_id = ${roleId} and ${isSeen}
  )`;
}

function matching(actor: Actor, list: UserList, account: ListedAccount | undefined): SQL | undefined {
  const common = and(
    list.kind ? eq(users.kind, list.kind) : undefined,
    list.active === undefined ? undefined : eq(users.active, list.active),
  );
  const ordinary = and(
    visible(actor.grants, seesUsers, scopes.path),
    within(actor, list, account),
    list.search ? contains(searchText(users), list.search) : undefined,
    list.roleId === undefined ? undefined : holdsRole(actor, list.roleId, undefined),
  );
  if (!account || !list.includeParentAdmins) return and(common, ordinary);
  const above = and(
    isParentAdmin(account),
    list.search ? contains(nameText, list.search) : undefined,
    list.roleId === undefined ? undefined : holdsRole(actor, list.roleId, account),
  );
  // Said once more in a form that an index answers: only accounts in line with this one come into question.
  const inLine = sql`(${scopes.path} <@ ${account.path}::ltree or ${scopes.path} @> ${account.path}::ltree)`;
  return and(common, inLine, or(ordinary, above));
}

function orderOf(sort: string, hidden: SQL | undefined): SQL[] {
  const name = sort.replace(/^-/, '') as UserSort;
  const isDescending = sort.startsWith('-');
  const direction = isDescending ? desc : asc;
  // The order must not tell what is hidden either.
  const shown = (value: SQL) => (hidden ? sql`case when not ${hidden} then ${value} end` : value);
  const columns: Record<UserSort, SQL[]> = {
    name: [sql`lower(${users.lastName})`, sql`lower(${users.firstName})`],
    email: [shown(sql`lower(${users.email})`)],
    createdAt: [shown(sql`${users.createdAt}`)],
    lastSignInAt: [shown(sql`${users.lastSignInAt}`)],
  };
  // Those who never signed in come behind the others, in the order of the index.
  const nulls = name === 'lastSignInAt' ? sql.raw(isDescending ? 'nulls last' : 'nulls first') : sql.raw('');
  return [...columns[name], sql`${users.id}`].map((column) => sql`${direction(column)} ${nulls}`);
}

export async function findUsers(db: Db, actor: Actor, list: UserList, account: ListedAccount | undefined) {
  const isParent = account && list.includeParentAdmins ? isAbove(account) : undefined;
  const where = matching(actor, list, account);
  const rows = await db
    .select({
      ...userColumns,
      isParent: isParent ? sql<boolean>`${isParent}` : sql<boolean>`false`,
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(where)
    .orderBy(...orderOf(list.sort, isParent))
    .offset(list.offset)
    .limit(list.limit);
  const every = db
    .select({ id: users.id })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(where);
  return { rows, ...(await totalOf(db, every)) };
}
export type ListedUser = Awaited<ReturnType<typeof findUsers>>['rows'][number];

/** Names of the roles of these users, in the scopes that the caller may see or, for those above, that reach down. */
export async function roleNamesOf(
  db: Db,
  actor: Actor,
  ids: { own: number[]; above: number[] },
  account: ListedAccount | undefined,
): Promise<Map<number, string[]>> {
  const ordinary = and(inArray(userRoles.userId, ids.own), visible(actor.grants, seesUsers, scopes.path));
  const above =
    account && ids.above.length > 0
      ? and(inArray(userRoles.userId, ids.above), sql`${scopes.path} @> ${account.path}::ltree`)
      : undefined;
  if (ids.own.length + ids.above.length === 0) return new Map();
  const rows = await db
    .selectDistinct({ userId: userRoles.userId, name: roles.name })
    .from(userRoles)
    .innerJoin(scopes, eq(scopes.id, userRoles.scopeId))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(or(ordinary, above))
    .orderBy(roles.name);
  const names = new Map<number, string[]>();
  for (const { userId, name } of rows) names.set(userId, [...(names.get(userId) ?? []), name]);
  return names;
}
