import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import type { Issue, IssueCode } from './issues.ts';

const tag = 'user';

export const passwordPolicy = z.object({
  minLength: z.int().min(8).max(128),
  upperAndLowerCase: z.boolean(),
  digits: z.boolean(),
  specialCharacters: z.boolean(),
});
export type PasswordPolicy = z.output<typeof passwordPolicy>;

/** Applies if neither the account nor one above has set a policy. */
export const defaultPasswordPolicy: PasswordPolicy = {
  minLength: 8,
  upperAndLowerCase: false,
  digits: false,
  specialCharacters: false,
};

export const maxPasswordLength = 1024;

/** Unmet requirements of a password; the form shows them while typing, the server decides. */
export function passwordIssues(policy: PasswordPolicy, password: string, path = 'password'): Issue[] {
  const issue = (code: IssueCode, params = {}): Issue => ({ path, code, params });
  const issues: Issue[] = [];
  if ([...password].length < policy.minLength) issues.push(issue('too_short', { minimum: policy.minLength }));
  if (policy.upperAndLowerCase && !(/\p{Lu}/u.test(password) && /\p{Ll}/u.test(password))) {
    issues.push(issue('password_case'));
  }
  if (policy.digits && !/\p{Nd}/u.test(password)) issues.push(issue('password_digits'));
  if (policy.specialCharacters && !/[^\p{L}\p{N}\s]/u.test(password)) issues.push(issue('password_special'));
  return issues;
}

const newPassword = z.string().min(1).max(maxPasswordLength);
/** Token from the mailed link; the server only stores its hash. */
const passwordToken = z
  .string()
  .max(100)
  .regex(/^[\w-]+$/);

/** The response is the same for known and unknown addresses. The link works once and for one hour. */
export const requestPasswordReset = defineRoute({
  method: 'POST',
  path: '/api/v1/user/passwordreset',
  tag,
  summary: 'Send a link to choose a new password to this e-mail address, if somebody has it',
  public: true,
  body: z.object({ email: z.string().trim().min(1).max(320) }),
  response: dataOf(z.object({ requested: z.literal(true) })),
  errors: ['RATE_LIMITED'],
});

export const updatePassword = defineRoute({
  method: 'POST',
  path: '/api/v1/user/update',
  tag,
  summary: 'Choose a password with the token of an invitation or reset; ends all sessions of the user',
  public: true,
  body: z.object({ token: passwordToken, password: newPassword }),
  response: dataOf(z.object({ username: z.string() })),
  errors: ['USER_PASSWORD_TOKEN_INVALID', 'VALIDATION_ERROR'],
});

export const readPasswordPolicy = defineRoute({
  method: 'GET',
  path: '/api/v1/user/passwordpolicy/{token}',
  tag,
  summary: 'The password policy for the holder of a token, and whom it belongs to',
  public: true,
  params: z.object({ token: passwordToken }),
  response: dataOf(z.object({ policy: passwordPolicy, username: z.string(), purpose: z.enum(['invite', 'reset']) })),
  errors: ['USER_PASSWORD_TOKEN_INVALID'],
});

/** Requires a token of an invitation or reset, or a session. Without both, or for another account: 404. */
export const validatePassword = defineRoute({
  method: 'POST',
  path: '/api/v1/user/validate',
  tag,
  summary: 'Does a password fit the policy of an account?',
  public: true,
  readOnly: true,
  body: z.object({
    tenantId: idOf('account').optional(),
    token: passwordToken.optional(),
    password: z.string().max(maxPasswordLength),
  }),
  response: dataOf(
    z.object({ valid: z.boolean(), issues: z.array(z.object({ code: z.string(), message: z.string() })) }),
  ),
  errors: ['ACCOUNT_NOT_FOUND', 'USER_PASSWORD_TOKEN_INVALID'],
});

/** Only for the caller's own password: administrators send a link. Ends the user's other sessions. */
export const changePassword = defineRoute({
  method: 'PUT',
  path: '/api/v1/user/{id}/password',
  tag,
  summary: 'Change one’s own password',
  permission: 'login',
  // A wrong password must be counted although the call fails.
  transaction: 'own',
  params: z.object({ id: textIdOf('user') }),
  body: z.object({ oldPassword: z.string().min(1).max(maxPasswordLength), password: newPassword }),
  response: dataOf(z.object({ changed: z.literal(true) })),
  errors: [
    'USER_NOT_FOUND',
    'AUTH_SESSION_REQUIRED',
    'AUTH_LOGIN_PASSWORD_MISMATCH',
    'AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS',
    'VALIDATION_ERROR',
  ],
});

/** `mailed` if a mail server is set up; otherwise the link itself, returned once for the administrator to pass on. */
export const passwordLink = z.object({ mailed: z.boolean(), link: z.string().nullable() });

export const sendPasswordLink = defineRoute({
  method: 'POST',
  path: '/api/v1/user/{id}/passwordlink',
  tag,
  summary: 'Send a user a link to choose a password, as an invitation or reset',
  permission: 'UserManagement.manage',
  params: z.object({ id: textIdOf('user') }),
  response: dataOf(passwordLink),
  errors: ['USER_NOT_FOUND', 'USER_EXCEEDS_OWN_PERMISSIONS', 'USER_HAS_NO_PASSWORD', 'AUTH_USER_DEACTIVATED'],
});
