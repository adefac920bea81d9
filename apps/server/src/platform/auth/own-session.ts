import { fail } from '../errors/app-error.ts';
import type { Actor } from '../http/ctx.ts';

/**
 * Guards actions reserved to the person: changing a password, a second factor or keys, and accepting terms. API keys
 * and impersonators are refused. Returns the id of the session.
 */
export function requireOwnSession({ sessionId, impersonator }: Actor): number {
  if (sessionId === null || impersonator !== null) return fail('AUTH_SESSION_REQUIRED');
  return sessionId;
}
