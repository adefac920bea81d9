import { type PermissionRule, satisfies } from '@stellwerk/contract/core/permission';
import type { Session } from '@stellwerk/contract/session';
import { useSession } from './session.ts';

/** The server has already expanded implied permissions, so membership in the list decides. */
export function can(session: Session | undefined, rule: PermissionRule): boolean {
  return session !== undefined && satisfies(rule, (permission) => session.abilities.includes(permission));
}

/** Only for showing and hiding; the server checks every call. */
export const useCan = (rule: PermissionRule): boolean => can(useSession(), rule);
