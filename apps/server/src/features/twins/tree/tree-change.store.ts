import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { assignScope, createScope } from '../../../platform/tenancy/scope.store.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { userRoles } from '../../../platform/tenancy/user.table.ts';
import { adoptForeignRoles, lockTreeToAdd } from '../../accounts/index.ts';
import { refuseTitle } from '../twin.store.ts';
import { twins } from '../twin.table.ts';

const twinTreeLock = 7_306_025;

/**
 * Paths and inherited scopes are copied from the parent, so a subtree must not change while another transaction adds to
 * it. Additions wait for changes of the tree, but not for each other.
 */
export const lockTwinsToAdd = (db: Db, accountId: number) =>
  db.execute(sql`select pg_advisory_xact_lock_shared(${twinTreeLock}, ${accountId}::int)`);

/** Scopes of twins are below those of accounts, so accounts must not move meanwhile either. */
export async function lockTwinsToChange(db: Db, accountId: number): Promise<void> {
  await lockTreeToAdd(db);
  await db.execute(sql`select pg_advisory_xact_lock(${twinTreeLock}, ${accountId}::int)`);
}

export interface ScopePlace {
  scopeId: number;
  scopePath: string;
}

export interface TwinPlace extends ScopePlace {
  id: number;
  accountId: number;
  parentId: number | null;
  path: string;
  title: string;
  ownsScope: boolean;
}

export async function findPlaces(db: Db, ids: number[]): Promise<Map<number, TwinPlace>> {
  const rows = await db
    .select({
      id: twins.id,
      accountId: twins.accountId,
      parentId: twins.parentId,
      path: sql<string>`${twins.path}::text`,
      title: twins.title,
      ownsScope: twins.ownsScope,
      scopeId: twins.scopeId,
      scopePath: sql<string>`${scopes.path}::text`,
    })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(sql`${twins.id} = any(${sql.param(ids)}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findPlace(db: Db, id: number): Promise<TwinPlace | undefined> {
  return (await findPlaces(db, [id])).get(id);
}

/** The place of twins at the top of an account. */
export async function findAccountPlace(db: Db, accountId: number): Promise<ScopePlace | undefined> {
  const [found] = await db
    .select({ scopeId: scopes.id, scopePath: sql<string>`${scopes.path}::text` })
    .from(accounts)
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(eq(accounts.id, accountId));
  return found;
}

/** Number of levels of a subtree, including its root. */
export async function heightOf(db: Db, path: string): Promise<number> {
  const [found] = await db
    .select({ height: sql<number>`max(nlevel(${twins.path})) - nlevel(${path}::ltree) + 1` })
    .from(twins)
    .where(sql`${twins.path} <@ ${path}::ltree`);
  return Number(found?.height ?? 0);
}

interface Move {
  twin: TwinPlace;
  parent: TwinPlace | undefined;
  /** Old and new parent scope, ignoring an own scope of the twin. */
  from: ScopePlace;
  to: ScopePlace;
}

/** Moves a subtree in one statement: paths, and scopes inherited from above. */
export async function moveBranch(db: Db, { twin, parent, from, to }: Move): Promise<void> {
  await db
    .update(twins)
    .set({
      path: sql`${parent?.path ?? ''}::ltree || subpath(${twins.path}, nlevel(${twin.path}::ltree) - 1)`,
      parentId: sql`case when ${twins.id} = ${twin.id} then ${parent?.id ?? null}::bigint else ${twins.parentId} end`,
      scopeId: sql`case when ${twins.scopeId} = ${from.scopeId} then ${to.scopeId} else ${twins.scopeId} end`,
    })
    .where(sql`${twins.path} <@ ${twin.path}::ltree`)
    .catch(refuseTitle);
  const path = parent ? `${parent.path}.${twin.id}` : String(twin.id);
  const moved = await rehangScopes(db, path, from, to);
  for (const scopeId of moved) await adoptForeignRoles(db, scopeId);
}

/** Moves the own scopes of twins in a subtree, with all scopes below, to another parent scope. */
async function rehangScopes(db: Db, twinPath: string, from: ScopePlace, to: ScopePlace): Promise<number[]> {
  if (from.scopeId === to.scopeId) return [];
  const tops = await db.execute<{ id: number; path: string }>(sql`
    update ${scopes} set parent_id = ${to.scopeId}
    where parent_id = ${from.scopeId}
      and id in (select scope_id from ${twins} where path <@ ${twinPath}::ltree and owns_scope)
    returning id, path::text`);
  if (tops.rows.length === 0) return [];
  const paths = sql.param(`{${tops.rows.map(({ path }) => path).join(',')}}`);
  await db.execute(sql`
    update ${scopes} set path = ${to.scopePath}::ltree || subpath(path, nlevel(${from.scopePath}::ltree))
    where path <@ ${paths}::ltree[]`);
  return tops.rows.map(({ id }) => Number(id));
}

/** Creates a scope for the twin, which its subtree inherits where it inherited the previous one. */
export async function giveScope(db: Db, twin: TwinPlace): Promise<void> {
  const created = await createScope(db, { parentId: twin.scopeId, name: twin.title });
  await assignScope(db, created.id, twin.accountId);
  const to = { scopeId: created.id, scopePath: created.path };
  await rehangScopes(db, twin.path, twin, to);
  await db
    .update(twins)
    .set({
      scopeId: created.id,
      ownsScope: sql`${twins.id} = ${twin.id}`,
    })
    .where(sql`${twins.path} <@ ${twin.path}::ltree and ${twins.scopeId} = ${twin.scopeId}`);
}

export async function holdersAt(db: Db, scopePath: string): Promise<Set<number>> {
  const rows = await db
    .selectDistinct({ userId: userRoles.userId })
    .from(userRoles)
    .innerJoin(scopes, eq(scopes.id, userRoles.scopeId))
    .where(sql`${scopes.path} @> ${scopePath}::ltree`);
  return new Set(rows.map(({ userId }) => userId));
}
