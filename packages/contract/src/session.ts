import { z } from 'zod';
import { dataOf, isoTime } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { anyOf } from './core/permission.ts';
import { defineRoute } from './core/route.ts';
import { languages } from './text.ts';
import { authenticationCode, recoveryCode } from './two-factor.ts';

export const featureFlagNames = [
  'rd-7725-show-dashboards',
  'rd-6423-show-rule-exec-monitor',
  'rd-7759-iot-shop',
  'env_dispatcher_devicetype_fallback',
  'env_hide_iotdatahub',
] as const;
export type FeatureFlag = (typeof featureFlagNames)[number];

/** Defaults until an operator changes them; the classic hub stays hidden until it exists. */
export const featureFlagDefaults: Record<FeatureFlag, boolean> = {
  'rd-7725-show-dashboards': true,
  'rd-6423-show-rule-exec-monitor': true,
  'rd-7759-iot-shop': false,
  env_dispatcher_devicetype_fallback: false,
  env_hide_iotdatahub: true,
};

export const sessionUser = z.object({
  id: z.int(),
  email: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  tenantId: z.int(),
  tenantName: z.string(),
  language: z.enum(languages).nullable(),
  mfa: z.boolean(),
});
export type SessionUser = z.output<typeof sessionUser>;

export const credentials = z.object({
  /** E-mail address or user name. */
  username: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(1024),
  /** Code of the authenticator app, or a recovery code; required after `mfaRequired`. */
  token: z.union([authenticationCode, recoveryCode]).optional(),
});

export const login = defineRoute({
  method: 'POST',
  path: '/api/v1/auth/login',
  tag: 'auth',
  summary: 'Sign in with user name and password; browsers get an HttpOnly cookie, programs use the token',
  public: true,
  // A failed attempt must be counted although the call fails.
  transaction: 'own',
  body: credentials,
  response: dataOf(
    z.discriminatedUnion('mfaRequired', [
      z.object({ mfaRequired: z.literal(false), token: z.string(), user: sessionUser }),
      /** The password is correct; the call must be repeated with the code. */
      z.object({ mfaRequired: z.literal(true) }),
    ]),
  ),
  errors: [
    'AUTH_LOGIN_PASSWORD_MISMATCH',
    'AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS',
    'AUTH_USER_DEACTIVATED',
    '2FA_TOKEN_FAILURE',
    'RATE_LIMITED',
  ],
});

/** `abilities` are the permissions that the caller holds in some scope; the web shows and hides elements by them. */
export const session = z.object({
  isAuthenticated: z.boolean(),
  user: sessionUser.nullable(),
  tenantId: z.int().nullable(),
  tokenIssuedAt: z.string().nullable(),
  /** The caller uses an API key. */
  isApiKey: z.boolean(),
  /** The user who really acts, during an impersonation. */
  impersonator: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Scopes and accounts in which the user holds roles directly, at most 100; the user can switch between them. */
  primaryScopeIds: z.array(z.int()),
  primaryTenants: z.array(z.object({ id: z.int(), name: z.string() })),
  /** The topmost accounts where the user holds all.manage. */
  manageableTenantIds: z.array(z.int()),
  /** False when there are terms of use that the user has not accepted yet. */
  eulaAccepted: z.boolean(),
  abilities: z.array(z.string()),
  featureFlags: z.object({ flags: z.record(z.string(), z.boolean()) }),
});
export type Session = z.output<typeof session>;

/** The session of the web client before sign-in. */
export const noSession: Session = {
  isAuthenticated: false,
  user: null,
  tenantId: null,
  tokenIssuedAt: null,
  isApiKey: false,
  impersonator: null,
  primaryScopeIds: [],
  primaryTenants: [],
  manageableTenantIds: [],
  eulaAccepted: true,
  abilities: [],
  featureFlags: { flags: featureFlagDefaults },
};

/** Returns 200 without a session too: the web calls it to find out whether there is one. */
export const verify = defineRoute({
  method: 'GET',
  path: '/api/v1/auth/verify',
  tag: 'auth',
  summary: 'The caller, their abilities and the feature flags',
  public: true,
  query: z.object({ domain: z.string().max(253).optional() }),
  response: dataOf(session),
});

export const logout = defineRoute({
  method: 'GET',
  path: '/api/v1/auth/logout',
  tag: 'auth',
  summary: 'End the session of the caller',
  permission: 'login',
  // A GET by specification, although it changes something.
  logged: true,
  response: dataOf(z.object({ loggedOut: z.literal(true) })),
});

/** Requires UserManagement.impersonate in the user's account, and every permission that the user has. */
export const impersonate = defineRoute({
  method: 'POST',
  path: '/api/v1/auth/impersonate',
  tag: 'auth',
  summary: 'Act as another user; both names stand in the activity log',
  permission: anyOf('UserManagement.impersonate', 'all.manage'),
  /** The web client always asks for a reason. */
  body: z.object({ userId: idOf('user'), reason: z.string().trim().min(3).max(500).optional() }),
  response: dataOf(
    z.object({
      user: sessionUser,
      token: z.string(),
      /** The caller's own token, for programs; browsers have it in a cookie and get it back with `restore`. */
      originalToken: z.string().nullable(),
    }),
  ),
  errors: [
    'USER_NOT_FOUND',
    'AUTH_IMPERSONATION_NESTED',
    'AUTH_IMPERSONATION_SELF',
    'AUTH_SESSION_REQUIRED',
    'AUTH_USER_DEACTIVATED',
    'USER_EXCEEDS_OWN_PERMISSIONS',
  ],
});

export const restoreOriginalUser = defineRoute({
  method: 'POST',
  path: '/api/v1/auth/impersonate/restore',
  tag: 'auth',
  summary: 'Stop acting as another user',
  permission: 'login',
  response: dataOf(z.object({ user: sessionUser, token: z.string() })),
  errors: ['AUTH_NOT_IMPERSONATING', 'AUTH_TOKEN_NOT_FOUND'],
});

export const ownSession = z.object({
  id: z.int(),
  current: z.boolean(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime,
  expiresAt: isoTime,
  /** Set while somebody impersonates the caller in this session. */
  impersonator: z.object({ id: z.int(), name: z.string() }).nullable(),
});
export type OwnSession = z.output<typeof ownSession>;

export const listOwnSessions = defineRoute({
  method: 'GET',
  path: '/api/v1/auth/sessions',
  tag: 'auth',
  summary: 'Where the caller is signed in, the newest use first, at most 100',
  permission: 'login',
  response: dataOf(z.array(ownSession)),
});

export const revokeSession = defineRoute({
  method: 'DELETE',
  path: '/api/v1/auth/sessions/{id}',
  tag: 'auth',
  summary: 'End one of the caller’s sessions at once; not with an API key',
  permission: 'login',
  params: z.object({ id: textIdOf('session') }),
  response: dataOf(z.object({ revoked: z.literal(true) })),
  errors: ['SESSION_NOT_FOUND', 'AUTH_SESSION_REQUIRED'],
});

export const revokeOtherSessions = defineRoute({
  method: 'DELETE',
  path: '/api/v1/auth/sessions',
  tag: 'auth',
  summary: 'End all other sessions of the caller; not with an API key',
  permission: 'login',
  response: dataOf(z.object({ revoked: z.int() })),
  errors: ['AUTH_SESSION_REQUIRED'],
});

export const revokeUserSessions = defineRoute({
  method: 'DELETE',
  path: '/api/v1/user/{id}/sessions',
  tag: 'auth',
  summary: 'End all sessions of a user',
  permission: 'UserManagement.manage',
  params: z.object({ id: textIdOf('user') }),
  response: dataOf(z.object({ revoked: z.int() })),
  errors: ['USER_NOT_FOUND', 'USER_EXCEEDS_OWN_PERMISSIONS'],
});
