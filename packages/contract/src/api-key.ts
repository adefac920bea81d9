import { z } from 'zod';
import { permissionKey } from './access.ts';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';

const tag = 'user';

export const maxCallsPerMinute = 100;
export const defaultCallsPerMinute = 60;

export const apiKey = z.object({
  id: z.int(),
  title: z.string(),
  /** The first characters of the key, for recognition. */
  prefix: z.string(),
  callsPerMinute: z.int(),
  validUntil: isoTime.nullable(),
  lastUsedAt: isoTime.nullable(),
  createdAt: isoTime,
  /** Null: all permissions of the owner. */
  permissions: z.array(z.string()).nullable(),
  /** The name is empty if the caller may not see the scope. */
  scopes: z.array(z.object({ id: z.int(), name: z.string() })).nullable(),
  user: z.object({ id: z.int(), name: z.string(), kind: z.enum(['person', 'api']) }),
});
export type ApiKey = z.output<typeof apiKey>;

/** A call limit above 100 fails with MAX_USER_API_TOKEN_LIMIT_TOO_HIGH. */
export const newApiKey = z.object({
  title: z.string().trim().min(1).max(100),
  callsPerMinute: z.int().min(1).max(1_000_000).default(defaultCallsPerMinute),
  validUntil: isoTime.nullable().default(null),
  /** Restricts the key to these permissions and scopes; it never grants more than the owner holds. */
  permissions: z.array(permissionKey).min(1).max(100).nullable().default(null),
  scopeIds: z.array(idOf('scope')).min(1).max(100).nullable().default(null),
});

/** The key itself is returned only here. */
const createdApiKey = dataOf(apiKey.extend({ key: z.string() }));
const deleted = dataOf(z.object({ deleted: z.literal(true) }));
const createErrors = ['SCOPE_NOT_FOUND', 'MAX_USER_API_TOKEN_LIMIT_TOO_HIGH', 'VALIDATION_ERROR'] as const;

export const listOwnApiKeys = defineRoute({
  method: 'GET',
  path: '/api/v1/user/own/apikeys',
  tag,
  summary: 'The caller’s API keys',
  permission: 'login',
  query: listQuery.omit({ sort: true }),
  response: listOf(apiKey),
});

export const createOwnApiKey = defineRoute({
  method: 'POST',
  path: '/api/v1/user/own/apikeys',
  tag,
  summary: 'Create an API key for oneself; not with a key or while impersonating',
  permission: 'login',
  body: newApiKey,
  response: createdApiKey,
  status: 201,
  errors: [...createErrors, 'AUTH_SESSION_REQUIRED'],
});

/** Deletes own keys (but not when called with a key), or keys of users whom the caller manages. */
export const deleteApiKey = defineRoute({
  method: 'DELETE',
  path: '/api/v1/user/own/apikeys/{id}',
  tag,
  summary: 'Delete an API key; it stops working at once',
  permission: 'login',
  params: z.object({ id: textIdOf('apiKey') }),
  response: deleted,
  errors: ['API_KEY_NOT_FOUND', 'USER_EXCEEDS_OWN_PERMISSIONS', 'AUTH_SESSION_REQUIRED'],
});

export const listAccountApiKeys = defineRoute({
  method: 'GET',
  path: '/api/v1/tenant/{id}/apikeys',
  tag,
  summary: 'The API keys of all users of an account',
  permission: 'UserManagement.manage',
  params: z.object({ id: textIdOf('account') }),
  query: listQuery.omit({ sort: true }),
  response: listOf(apiKey),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const createUserApiKey = defineRoute({
  method: 'POST',
  path: '/api/v1/user/{id}/apikeys',
  tag,
  summary: 'Create an API key for a user of kind `api`',
  permission: 'UserManagement.manage',
  params: z.object({ id: textIdOf('user') }),
  body: newApiKey,
  response: createdApiKey,
  status: 201,
  errors: ['USER_NOT_FOUND', 'USER_EXCEEDS_OWN_PERMISSIONS', 'AUTH_SESSION_REQUIRED', ...createErrors],
});
