import type { Issue } from '@stellwerk/contract/issues';
import { DrizzleQueryError } from 'drizzle-orm';
import { fail } from '../../platform/errors/app-error.ts';

/** What somebody signs in with. */
export const loginNames = ['email', 'username'] as const;
export type LoginName = (typeof loginNames)[number];

const constraints: Readonly<Record<string, LoginName>> = { users_email_key: 'email', users_username_key: 'username' };

/** Somebody else already signs in with this. */
export function failTaken(fields: readonly LoginName[], cause?: unknown): never {
  const issues = fields.map((path): Issue => ({ path, code: 'taken', params: {} }));
  return fail('USER_DUPLICATE_ENTRY', {}, { issues, cause });
}

function violated(error: unknown): LoginName | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error) || !('code' in cause) || cause.code !== '23505') return undefined;
  return 'constraint' in cause ? constraints[String(cause.constraint)] : undefined;
}

/** For writes that lose a race: the database has the last word on who was first. */
export const failAsTaken =
  ({ email, username }: { email?: string | undefined; username?: string | undefined }) =>
  (error: unknown): never => {
    const field = violated(error);
    if (field === undefined) throw error;
    // A user name that nobody typed is the e-mail address.
    return failTaken([field === 'username' && username === email ? 'email' : field], error);
  };
