import type { Role } from '@stellwerk/contract/access';
import { superAdministratorRole } from '@stellwerk/contract/permission-catalogue';
import { lacking, widening } from '../../platform/policy/delegation.ts';
import { decide, type Grant } from '../../platform/policy/policy.ts';

interface CheckedRole {
  name: string;
  permissions: readonly string[];
  scopePath: string;
}

export const isSuperAdministratorName = (name: string) => name.toLowerCase() === superAdministratorRole;

const granted = (permissions: readonly string[]) => permissions.filter((permission) => !permission.startsWith('!'));

/**
 * Permissions that the actor lacks to change a role. A role affects all its holders, so its editor must hold its
 * permissions before and after the change, and permissions that removed denials would allow again.
 */
export const lackedFor = (
  actor: readonly Grant[],
  { before, after, scopePath }: { before: readonly string[]; after: readonly string[]; scopePath: string },
): string | undefined => lacking(actor, [...new Set([...granted(before), ...widening(before, after)])], scopePath);

/** The actions that the caller may take on a role; `assignPath` is the scope to assign it in. */
export function abilitiesOn(actor: readonly Grant[], role: CheckedRole, assignPath: string): Role['abilities'] {
  const { name, permissions, scopePath } = role;
  const lacked = (after: readonly string[]) =>
    lackedFor(actor, { before: permissions, after, scopePath }) !== undefined;
  const manages = decide(actor, 'all.manage', scopePath).allowed && !isSuperAdministratorName(name);
  const update = manages && !lacked(permissions);
  return {
    update,
    delete: update && !lacked([]),
    assign:
      decide(actor, 'UserManagement.manage', assignPath).allowed &&
      lacking(actor, granted(permissions), assignPath) === undefined,
  };
}
