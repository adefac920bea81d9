import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';

const tag = 'user';

/** Six digits from the app. */
export const authenticationCode = z.string().regex(/^\d{6}$/);
/** Two groups of five letters and digits. */
export const recoveryCode = z.string().regex(/^[a-z0-9]{5}-[a-z0-9]{5}$/);
export const recoveryCodeCount = 10;

/**
 * Two steps. Without `token`: returns a new secret to scan and activates nothing. With the code that the app shows for
 * it: activates two-factor authentication and returns the recovery codes once.
 */
export const enableTwoFactor = defineRoute({
  method: 'POST',
  path: '/api/v1/user/two-factor/enable',
  tag,
  summary: 'Turn on two-factor authentication for oneself',
  permission: 'login',
  // A wrong code must be counted although the call fails.
  transaction: 'own',
  body: z.object({ token: authenticationCode.optional(), domain: z.string().max(253).optional() }),
  response: dataOf(
    z.discriminatedUnion('step', [
      z.object({ step: z.literal('scan'), secret: z.string(), uri: z.string() }),
      z.object({ step: z.literal('enabled'), recoveryCodes: z.array(z.string()) }),
    ]),
  ),
  errors: [
    '2FA_TOKEN_FAILURE',
    'TWO_FACTOR_ALREADY_ENABLED',
    'AUTH_SESSION_REQUIRED',
    'AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS',
  ],
});

export const disableTwoFactor = defineRoute({
  method: 'POST',
  path: '/api/v1/user/two-factor/disable',
  tag,
  summary: 'Turn off two-factor authentication for oneself',
  permission: 'login',
  transaction: 'own',
  body: z.object({ token: z.union([authenticationCode, recoveryCode]), domain: z.string().max(253).optional() }),
  response: dataOf(z.object({ disabled: z.literal(true) })),
  errors: [
    '2FA_TOKEN_FAILURE',
    'TWO_FACTOR_NOT_ENABLED',
    'AUTH_SESSION_REQUIRED',
    'AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS',
  ],
});

/**
 * For users who lost their phone and recovery codes; callers need a code for their own user, whatever their
 * permissions.
 */
export const resetTwoFactor = defineRoute({
  method: 'DELETE',
  path: '/api/v1/user/{id}/two-factor',
  tag,
  summary: 'Turn off two-factor authentication of a user whom the caller manages',
  permission: 'UserManagement.manage',
  params: z.object({ id: textIdOf('user') }),
  response: dataOf(z.object({ disabled: z.literal(true) })),
  errors: ['USER_NOT_FOUND', 'USER_EXCEEDS_OWN_PERMISSIONS', 'TWO_FACTOR_NOT_ENABLED', 'TWO_FACTOR_OWN_NEEDS_CODE'],
});
