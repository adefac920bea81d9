import type { Role } from '@stellwerk/contract/access';
import { superAdministratorRole } from '@stellwerk/contract/permission-catalogue';
import { lacking, widening } from '../../platform/policy/delegation.ts';
import { decide, type Grant } from '../../platform/policy/policy.ts';

interface JudgedRole {
  name: string;
  permissions: readonly string[];
  scopePath: string;
}

export const isSuperAdministratorName = (name: string) => name.toLowerCase() === superAdministratorRole;

const granted = (permissions: readonly string[]) => permissions.filter((permission) => !permission.startsWith('!'));

/**
 * What the actor would need and lacks to turn a role into another one. A role acts on everybody who holds it, so its
 * editor must hold what it gives before and after, and what its denials keep from people when they fall away.
 */
export const lackedFor = (
  actor: readonly Grant[],
  { before, after, scopePath }: { before: readonly string[]; after: readonly string[]; scopePath: string },
): string | undefined => lacking(actor, [...new Set([...granted(before), ...widening(before, after)])], scopePath);

/** What the caller can do with a role; `assignPath` is where it would be given. */
export function abilitiesOn(actor: readonly Grant[], role: JudgedRole, assignPath: string): Role['abilities'] {
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
