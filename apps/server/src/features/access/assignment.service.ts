import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { lacking, widening } from '../../platform/policy/delegation.ts';
import { covers, type Grant } from '../../platform/policy/policy.ts';
import { scopePaths } from '../../platform/tenancy/scope.store.ts';
import { findRoles } from './role.store.ts';

/** The roles that somebody has in a scope, and those that they shall have. */
export interface AssignmentChange {
  scopeId: number;
  before: readonly number[];
  after: readonly number[];
}

/**
 * May the actor make this change? A role can be given in its own scope and below, and whatever a change widens, be it
 * by a new role or by one with denials that falls away, the actor must hold.
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
