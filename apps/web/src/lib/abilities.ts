import { type PermissionRule, satisfies } from '@stellwerk/contract/core/permission';
import type { Session } from '@stellwerk/contract/session';
import { useSession } from './session.ts';

/** The server has already expanded what implies what, so membership in the list decides. */
export function can(session: Session | undefined, rule: PermissionRule): boolean {
  return session !== undefined && satisfies(rule, (permission) => session.abilities.includes(permission));
}

/** Whether to show or hide; the server decides about every call anyway. */
export const useCan = (rule: PermissionRule): boolean => can(useSession(), rule);
