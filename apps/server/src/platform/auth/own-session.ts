import { fail } from '../errors/app-error.ts';
import type { Actor } from '../http/ctx.ts';

/**
 * For what only the person may do: change a password, a second factor or keys, accept terms. Neither a key nor somebody
 * who acts as them will do. Returns the session.
 */
export function requireOwnSession({ sessionId, impersonator }: Actor): number {
  if (sessionId === null || impersonator !== null) return fail('AUTH_SESSION_REQUIRED');
  return sessionId;
}
