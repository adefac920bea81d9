import type { ScopeNode } from '@stellwerk/contract/access';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import { containsWords } from '../../platform/db/search.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { seesScopes } from './acl.policy.ts';

type Caller = Pick<Actor, 'grants'>;

const seen = ({ grants }: Caller, path: SQL | typeof scopes.path) => visible(grants, seesScopes, path);

function select(db: Db, caller: Caller, where: SQL | undefined) {
  const child = alias(scopes, 'child');
  const children = db
    .select({ id: child.id })
    .from(child)
    .where(and(eq(child.parentId, scopes.id), seen(caller, sql`${child.path}`)));
  return db
    .select({
      id: scopes.id,
      parentId: scopes.parentId,
      name: scopes.name,
      tenantId: scopes.accountId,
      tenantName: accounts.name,
      hasChildren: sql<boolean>`exists ${children}`,
      path: sql<string>`${scopes.path}::text`,
    })
    .from(scopes)
    .leftJoin(accounts, eq(accounts.id, scopes.accountId))
    .where(and(seen(caller, scopes.path), where));
}

export type FoundScope = ScopeNode & { path: string };

interface ScopeList {
  /** The direct children of a scope, or certain scopes. */
  of: { parentId: number } | { ids: number[] };
  search: string | undefined;
  offset: number;
  limit: number;
}

const scopePage = defineList({ sort: { name: sql`lower(${scopes.name})` }, search: [scopes.name] });

export function findScopePage(db: Db, caller: Caller, { of, ...list }: ScopeList) {
  const found = scopedFrom({ id: scopes.id, tables: sql`${scopes}`, scopePath: scopes.path }, caller, seesScopes).where(
    'ids' in of ? inArray(scopes.id, of.ids) : eq(scopes.parentId, of.parentId),
  );
  const read = (ids: number[]): PromiseLike<FoundScope[]> => select(db, caller, inArray(scopes.id, ids));
  return scopePage(db, found, { ...list, sort: 'name' }, read);
}

export async function searchScopes(db: Db, caller: Caller, search: string, limit: number) {
  return db
    .select({ path: sql<string>`${scopes.path}::text` })
    .from(scopes)
    .where(and(seen(caller, scopes.path), containsWords(search, [scopes.name])))
    .orderBy(sql`lower(${scopes.name})`, asc(scopes.id))
    .limit(limit);
}

/** The subset of these scopes that the caller may see, each after its parent. */
export async function findScopeLine(db: Db, caller: Caller, ids: number[]): Promise<FoundScope[]> {
  if (ids.length === 0) return [];
  return select(db, caller, inArray(scopes.id, ids)).orderBy(
    sql`nlevel(${scopes.path})`,
    sql`lower(${scopes.name})`,
    asc(scopes.id),
  );
}
