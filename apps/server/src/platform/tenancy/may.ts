import { type PermissionRule, permissionsIn, satisfies, splitPermission } from '@stellwerk/contract/core/permission';
import { fail } from '../errors/app-error.ts';
import type { Actor } from '../http/ctx.ts';
import { decide } from '../policy/policy.ts';

export const may = ({ grants }: Pick<Actor, 'grants'>, rule: PermissionRule, scopePath: string): boolean =>
  satisfies(rule, (permission) => decide(grants, permission, scopePath).allowed);

/** For objects that the gate does not check, and for permissions beyond those of the route. */
export function requireAt(actor: Pick<Actor, 'grants'>, rule: PermissionRule, scopePath: string): void {
  if (may(actor, rule, scopePath)) return;
  const { subject, action } = splitPermission(permissionsIn(rule)[0] ?? '');
  fail('PERMISSION_DENIED', { subject, action });
}
