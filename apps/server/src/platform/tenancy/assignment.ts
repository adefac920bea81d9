import type { Db } from '../db/db.ts';
import { fail } from '../errors/app-error.ts';
import { lacking, widening } from '../policy/delegation.ts';
import { covers, type Grant } from '../policy/policy.ts';
import { findRoles } from './role.store.ts';
import { scopePaths } from './scope.store.ts';

/** The roles that a user holds in a scope before and after a change. */
export interface AssignmentChange {
  scopeId: number;
  before: readonly number[];
  after: readonly number[];
}

/**
 * Fails unless the actor may make these changes. A role can be assigned in its own scope and below. The actor must hold
 * every permission that a change adds, by a new role or by removing a role with denials.
 */
export async function checkAssignment(
  db: Db,
  actorGrants: readonly Grant[],
  changes: readonly AssignmentChange[],
): Promise<void> {
  const roleIds = [...new Set(changes.flatMap(({ before, after }) => [...before, ...after]))];
  const [roles, paths] = await Promise.all([
    findRoles(db, roleIds),
    scopePaths(
      db,
      changes.map(({ scopeId }) => scopeId),
    ),
  ]);
  const role = (id: number) => roles.get(id) ?? fail('ABAC_ROLE_NOT_FOUND');
  for (const { scopeId, before, after } of changes) {
    const path = paths.get(scopeId) ?? fail('SCOPE_NOT_FOUND');
    for (const id of after.filter((each) => !before.includes(each))) {
      const { name, scopePath } = role(id);
      if (!covers(scopePath, path)) fail('ABAC_ROLE_NOT_ASSIGNABLE', { name });
    }
    const permissionsOf = (ids: readonly number[]) => ids.flatMap((id) => role(id).permissions);
    const missing = lacking(actorGrants, widening(permissionsOf(before), permissionsOf(after)), path);
    if (missing !== undefined) fail('ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS', { permission: missing });
  }
}
