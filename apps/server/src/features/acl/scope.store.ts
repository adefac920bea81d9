import type { ScopeNode } from '@stellwerk/contract/access';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import { escapeLike, totalOf } from '../../platform/db/page.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { scopeGuard } from '../access/index.ts';

const seen = (grants: readonly Grant[], path: SQL | typeof scopes.path) => visible(grants, scopeGuard.seenWith, path);

const named = (search: string | undefined) =>
  search ? sql`${scopes.name} ilike ${`%${escapeLike(search)}%`}` : undefined;

function select(db: Db, grants: readonly Grant[], where: SQL | undefined) {
  const child = alias(scopes, 'child');
  const children = db
    .select({ id: child.id })
    .from(child)
    .where(and(eq(child.parentId, scopes.id), seen(grants, sql`${child.path}`)));
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
    .where(and(seen(grants, scopes.path), where));
}

export type FoundScope = ScopeNode & { path: string };

interface ScopeList {
  /** Those directly below a scope, or certain ones. */
  of: { parentId: number } | { ids: number[] };
  search: string | undefined;
  offset: number;
  limit: number;
}

/** A page of those scopes that the caller may see, by name. */
export async function findScopePage(db: Db, grants: readonly Grant[], { of, search, offset, limit }: ScopeList) {
  const place = 'ids' in of ? inArray(scopes.id, of.ids) : eq(scopes.parentId, of.parentId);
  const where = and(place, named(search));
  const rows: FoundScope[] = await select(db, grants, where)
    .orderBy(sql`lower(${scopes.name})`, asc(scopes.id))
    .offset(offset)
    .limit(limit);
  const every = db
    .select({ id: scopes.id })
    .from(scopes)
    .where(and(seen(grants, scopes.path), where));
  return { rows, ...(await totalOf(db, every)) };
}

export async function searchScopes(db: Db, grants: readonly Grant[], search: string, limit: number) {
  return db
    .select({ path: sql<string>`${scopes.path}::text` })
    .from(scopes)
    .where(and(seen(grants, scopes.path), named(search)))
    .orderBy(sql`lower(${scopes.name})`, asc(scopes.id))
    .limit(limit);
}

/** These scopes as far as the caller may see them, each after the one above it. */
export async function findScopeLine(db: Db, grants: readonly Grant[], ids: number[]): Promise<FoundScope[]> {
  if (ids.length === 0) return [];
  return select(db, grants, inArray(scopes.id, ids)).orderBy(
    sql`nlevel(${scopes.path})`,
    sql`lower(${scopes.name})`,
    asc(scopes.id),
  );
}
