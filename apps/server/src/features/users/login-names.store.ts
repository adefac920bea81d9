import type { Issue } from '@stellwerk/contract/issues';
import { DrizzleQueryError } from 'drizzle-orm';
import { fail } from '../../platform/errors/app-error.ts';

/** Columns that a user can sign in with. */
export const loginNames = ['email', 'username'] as const;
export type LoginName = (typeof loginNames)[number];

const constraints: Readonly<Record<string, LoginName>> = { users_email_key: 'email', users_username_key: 'username' };

/** Fails because another user signs in with this name. */
export function failTaken(fields: readonly LoginName[], cause?: unknown): never {
  const issues = fields.map((path): Issue => ({ path, code: 'taken', params: {} }));
  return fail('USER_DUPLICATE_ENTRY', {}, { issues, cause });
}

function violated(error: unknown): LoginName | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error) || !('code' in cause) || cause.code !== '23505') return undefined;
  return 'constraint' in cause ? constraints[String(cause.constraint)] : undefined;
}

/** For concurrent writes: the unique index decides. */
export const failAsTaken =
  ({ email, username }: { email?: string | undefined; username?: string | undefined }) =>
  (error: unknown): never => {
    const field = violated(error);
    if (field === undefined) throw error;
    // The user name defaults to the e-mail address, so the error should mention the latter.
    return failTaken([field === 'username' && username === email ? 'email' : field], error);
  };
