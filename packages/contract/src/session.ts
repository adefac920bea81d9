import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { defineRoute } from './core/route.ts';

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
});
export type SessionUser = z.output<typeof sessionUser>;

export const credentials = z.object({
  /** E-mail address or user name. */
  username: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(1024),
});

export const login = defineRoute({
  method: 'POST',
  path: '/api/v1/auth/login',
  tag: 'auth',
  summary: 'Sign in with user name and password; browsers get an HttpOnly cookie, programs use the token',
  public: true,
  // A wrong try has to be counted although the call fails.
  transaction: 'own',
  body: credentials,
  response: dataOf(z.object({ token: z.string(), user: sessionUser })),
  errors: ['AUTH_LOGIN_PASSWORD_MISMATCH', 'AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS', 'AUTH_USER_DEACTIVATED'],
});

/** `abilities` holds what the caller may do somewhere in their scopes; the web shows and hides by it. */
export const session = z.object({
  isAuthenticated: z.boolean(),
  user: sessionUser.nullable(),
  tenantId: z.int().nullable(),
  tokenIssuedAt: z.string().nullable(),
  abilities: z.array(z.string()),
  featureFlags: z.object({ flags: z.record(z.string(), z.boolean()) }),
});
export type Session = z.output<typeof session>;

/** Answers 200 for strangers too: the web asks before it knows whether there is a session. */
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
