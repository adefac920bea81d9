import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { violates } from '../../../platform/db/violates.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import { jobs } from '../../../platform/jobs/job.table.ts';
import { roles } from '../../../platform/tenancy/role.table.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { userRoles } from '../../../platform/tenancy/user.table.ts';
import { twinFiles, twins } from '../twin.table.ts';

const isBelow = (path: string) => sql`${twins.path} <@ ${path}::ltree`;

interface BranchCounts {
  twins: number;
  states: number;
  rules: number;
  usedByRules: number;
  shares: number;
  scopes: number;
  roleAssignments: number;
}

const none: BranchCounts = {
  twins: 0,
  states: 0,
  rules: 0,
  usedByRules: 0,
  shares: 0,
  scopes: 0,
  roleAssignments: 0,
};

/** Counts dependent objects by table name, because features that build on twins can't be imported here. */
export async function countBranch(db: Db, path: string): Promise<BranchCounts> {
  const counted = await db.execute<BranchCounts & Record<string, unknown>>(sql`
    with branch as (select id, scope_id, owns_scope from ${twins} where path <@ ${path}::ltree)
    select
      (select count(*)::int from branch) as twins,
      (select count(*)::int from states where twin_id in (select id from branch)) as states,
      (select count(*)::int from twin_rules where twin_id in (select id from branch)) as rules,
      (select count(distinct rule.id)::int from states join rule_states used on used.state_id = states.id
        join twin_rules rule on rule.id = used.rule_id where states.twin_id in (select id from branch)
        and rule.twin_id not in (select id from branch)) as "usedByRules",
      (select count(*)::int from twin_shares where twin_id in (select id from branch)) as shares,
      (select count(*)::int from branch where owns_scope) as scopes,
      (select count(*)::int from ${userRoles} where scope_id in (select scope_id from branch where owns_scope))
        as "roleAssignments"`);
  return counted.rows[0] ?? none;
}

export async function scopesIn(db: Db, path: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ path: sql<string>`${scopes.path}::text` })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(isBelow(path));
  return rows.map((row) => row.path);
}

export async function idsBelow(db: Db, path: string, limit: number): Promise<number[]> {
  const rows = await db.select({ id: twins.id }).from(twins).where(isBelow(path)).limit(limit);
  return rows.map(({ id }) => id);
}

/** If another transaction starts to compute a state from one of these, the deletion fails. */
const refuseAggregated = (error: unknown): never => {
  if (violates(error, 'state_sources_source_state_id_states_id_fk')) fail('DTWIN_DELETE_STATES_AGGREGATED');
  throw error;
};

/** Deletes a subtree with its own scopes, their roles and assignments. */
export async function removeBranch(db: Db, path: string, hostScopeId: number): Promise<void> {
  const owned = await db
    .select({ id: twins.scopeId })
    .from(twins)
    .where(sql`${isBelow(path)} and ${twins.ownsScope}`);
  const scopeIds = owned.map(({ id }) => id);
  // Deletes dependencies between states of the subtree first, so that the order of deletion doesn't matter.
  await db.execute(sql`
    delete from state_sources where state_id in (
      select states.id from states join ${twins} on ${twins.id} = states.twin_id where ${isBelow(path)})`);
  await db.delete(twins).where(isBelow(path)).catch(refuseAggregated);
  if (scopeIds.length === 0) return;
  // Their jobs move to the parent scope, so that its managers still see them.
  await db.update(jobs).set({ scopeId: hostScopeId }).where(inArray(jobs.scopeId, scopeIds));
  await db.delete(roles).where(inArray(roles.scopeId, scopeIds));
  await db.delete(scopes).where(inArray(scopes.id, scopeIds));
}

/** Whether these twins can be deleted by one statement: without twins below them, files or scopes of their own. */
export async function arePlain(db: Db, ids: readonly number[]): Promise<boolean> {
  const list = sql`any(${sql.param([...ids])}::bigint[])`;
  const found = await db.execute<{ plain: boolean }>(sql`select
    not exists (select from ${twins} child where child.parent_id = ${list})
    and not exists (select from ${twins} own where own.id = ${list} and own.owns_scope)
    and not exists (select from ${twinFiles} file where file.twin_id = ${list}) as plain`);
  return found.rows[0]?.plain ?? false;
}

/** Deletes many twins with their subtrees. None of them has an own scope. */
export async function removeTwins(db: Db, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    delete from state_sources where state_id in (
      select states.id from states where twin_id = any(${sql.param([...ids])}::bigint[]))`);
  await db
    .delete(twins)
    .where(sql`${twins.id} = any(${sql.param([...ids])}::bigint[])`)
    .catch(refuseAggregated);
}

export async function removeEmptyTwin(db: Db, id: number): Promise<void> {
  await db.delete(twins).where(sql`${twins.id} = ${id} and not ${twins.ownsScope}
    and not exists (select from ${twins} child where child.parent_id = ${id})`);
}
