import { seesUsers, type UserSort, type userListQuery } from '@stellwerk/contract/user';
import { and, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { containsWords } from '../../platform/db/search.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { scopedFrom, seenFrom, type VisibleRows } from '../../platform/tenancy/scoped-from.ts';
import { searchText, userRoles, users } from '../../platform/tenancy/user.table.ts';
import { userColumns } from './user.store.ts';
import { scopedUsers } from './user.view.ts';

export type UserList = z.output<typeof userListQuery>;

interface ListedAccount {
  id: number;
  path: string;
}

/** Administrators of accounts above are shown by name only, so a search must not look at their hidden texts. */
const nameText = sql`lower(${users.firstName} || ' ' || ${users.lastName})`;

const administering = sql`'{super.system.manage,all.manage,UserManagement.manage}'::text[]`;

const isAbove = (account: ListedAccount) =>
  sql`(${scopes.path} @> ${account.path}::ltree and ${scopes.path} <> ${account.path}::ltree)`;

/** Users of accounts above with a role that administers the users of this account. */
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

/** A role counts in scopes that the caller may see, or, for users above, in scopes that reach down to the account. */
function holdsRole(actor: Actor, roleId: number, above: ListedAccount | undefined): SQL {
  const place = sql`place.path`;
  const isSeen = above ? sql`${place} @> ${above.path}::ltree` : visible(actor.grants, seesUsers, place);
  return sql`exists (
    select 1 from ${userRoles} held join ${scopes} place on place.id = held.scope_id
    where held.user_id = ${users.id} and held.role_id = ${roleId} and ${isSeen}
  )`;
}

/** The users that the caller may see and, if wanted, administrators of accounts above. */
function matching(actor: Actor, list: UserList, account: ListedAccount | undefined): VisibleRows {
  const common = [
    list.kind ? eq(users.kind, list.kind) : undefined,
    list.active === undefined ? undefined : eq(users.active, list.active),
  ];
  const ordinary = [
    within(actor, list, account),
    list.search ? containsWords(list.search, [{ lower: searchText(users) }]) : undefined,
    list.roleId === undefined ? undefined : holdsRole(actor, list.roleId, undefined),
  ];
  if (!account || !list.includeParentAdmins) {
    return scopedFrom(scopedUsers, actor, seesUsers).where(...common, ...ordinary);
  }
  const seen = and(visible(actor.grants, seesUsers, scopes.path), ...ordinary);
  const above = and(
    isParentAdmin(account),
    list.search ? containsWords(list.search, [{ lower: nameText }]) : undefined,
    list.roleId === undefined ? undefined : holdsRole(actor, list.roleId, account),
  );
  // Redundant, but an index supports it: only accounts in line with this one can match.
  const inLine = sql`(${scopes.path} <@ ${account.path}::ltree or ${scopes.path} @> ${account.path}::ltree)`;
  return seenFrom(scopedUsers, sql`((${seen}) or (${above}))`).where(...common, inLine);
}

export function findUsers(db: Db, actor: Actor, list: UserList, account: ListedAccount | undefined) {
  const isParent = account && list.includeParentAdmins ? isAbove(account) : undefined;
  // The order must not reveal hidden values either.
  const shown = (value: SQLWrapper) => (isParent ? sql`case when not ${isParent} then ${value} end` : value);
  const page = defineList<UserSort>({
    sort: {
      name: [sql`lower(${users.lastName})`, sql`lower(${users.firstName})`],
      email: shown(sql`lower(${users.email})`),
      createdAt: shown(users.createdAt),
      lastSignInAt: shown(users.lastSignInAt),
    },
    nullable: isParent ? ['email', 'createdAt', 'lastSignInAt'] : ['lastSignInAt'],
  });
  const read = (ids: number[]) =>
    db
      .select({ ...userColumns, isParent: sql<boolean>`${isParent ?? sql`false`}` })
      .from(users)
      .innerJoin(accounts, eq(accounts.id, users.accountId))
      .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
      .where(inArray(users.id, ids));
  // The search depends on the kind of row, so `matching` contains it.
  return page(db, matching(actor, list, account), { ...list, search: undefined }, read);
}
export type ListedUser = Awaited<ReturnType<typeof findUsers>>['rows'][number];

/** Names of the roles of these users in scopes that the caller may see or, for users above, that reach down. */
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
