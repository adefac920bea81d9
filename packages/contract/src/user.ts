import { z } from 'zod';
import { accessChange, accessEntry } from './access.ts';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { anyOf } from './core/permission.ts';
import { flag } from './core/query.ts';
import { defineRoute } from './core/route.ts';
import { passwordLink } from './password.ts';
import { languages } from './text.ts';

const tag = 'user';

/** `api` users have keys and no password. */
export const userKinds = ['person', 'api'] as const;

const namePart = z.string().trim().max(100);
/** Commas and semicolons would break lists of user names; blanks are typing mistakes. */
export const username = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .regex(/^[^\s,;]+$/);
export const email = z.email().max(254);

/** Custom values of integrators: JSON of at most 64 kB. */
export const properties = z
  .record(z.string().min(1).max(100), z.json())
  .refine((value) => JSON.stringify(value).length <= 65_536);

const summary = z.object({
  id: z.int(),
  kind: z.enum(userKinds),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string(),
  active: z.boolean(),
  /** Two-factor authentication is on. */
  mfa: z.boolean(),
  /** The user has not chosen a password yet. */
  invited: z.boolean(),
  tenantId: z.int(),
  tenantName: z.string(),
  createdAt: isoTime,
  lastSignInAt: isoTime.nullable(),
});

export const userRow = summary.extend({
  tenantId: z.int().nullable(),
  createdAt: isoTime.nullable(),
  /** Names of the user's roles in the scopes that the caller may see, each once, at most ten. */
  roles: z.array(z.string()),
  /**
   * `parent`: a user of an account above who manages users here. Only name and roles are shown: texts are empty,
   * account and times null, and a search finds them by name only.
   */
  relation: z.enum(['own', 'sub', 'parent']),
});
export type UserRow = z.output<typeof userRow>;

export const user = summary.extend({
  language: z.enum(languages).nullable(),
  properties: z.record(z.string(), z.unknown()),
  /** Roles in the scopes that the caller may see; `hiddenAccess` counts the other scopes. */
  access: z.array(accessEntry),
  hiddenAccess: z.int(),
  abilities: z.object({
    update: z.boolean(),
    delete: z.boolean(),
    access: z.boolean(),
    impersonate: z.boolean(),
  }),
});
export type User = z.output<typeof user>;

const sorts = ['name', 'email', 'createdAt', 'lastSignInAt'] as const;
export type UserSort = (typeof sorts)[number];

export const userListQuery = listQuery.extend({
  sort: z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]).default('name'),
  tenantId: textIdOf('account').optional(),
  roleId: textIdOf('assignableRole').optional(),
  kind: z.enum(userKinds).optional(),
  active: flag.optional(),
  /**
   * With `tenantId`: include users of the accounts below. Without it the default is true, and false means only the
   * caller's own account.
   */
  includeSubTenants: flag.optional(),
  /** With `tenantId`: include users who manage users there by a role in an account above. */
  includeParentAdmins: flag.optional(),
});

export const seesUsers = anyOf('UserManagement.read', 'UserManagement.create');

export const listUsers = defineRoute({
  method: 'GET',
  path: '/api/v1/user',
  tag,
  summary: 'Users of the accounts that the caller may read; `search` looks at names and e-mail addresses',
  permission: seesUsers,
  query: userListQuery,
  response: listOf(userRow),
  errors: ['ACCOUNT_NOT_FOUND', 'ABAC_ROLE_NOT_FOUND'],
});

const userParams = z.object({ id: textIdOf('user') });
const accountParams = z.object({ tenantId: textIdOf('account') });

/** Every user may read their own data. */
export const readUser = defineRoute({
  method: 'GET',
  path: '/api/v1/user/{id}',
  tag,
  summary: 'A user with their roles',
  permission: 'login',
  params: userParams,
  response: dataOf(user),
  errors: ['USER_NOT_FOUND'],
});

const userFields = z.object({
  firstName: namePart,
  lastName: namePart,
  email,
  /** Defaults to the e-mail address. */
  username: username.optional(),
  language: z.enum(languages).nullable().optional(),
  active: z.boolean(),
  properties,
});

/**
 * Without `access`, the user gets the default roles of the account and of its active modules. A deactivated user is not
 * invited: send them a link after activation.
 */
export const newUser = userFields.extend({
  active: z.boolean().default(true),
  properties: properties.default({}),
  access: z.array(accessChange).max(100).optional(),
});

const accessErrors = [
  'SCOPE_NOT_FOUND',
  'ABAC_ROLE_NOT_FOUND',
  'ABAC_ROLE_NOT_ASSIGNABLE',
  'ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS',
  'ABAC_USERACCESS_DUPLICATE_ENTRY',
] as const;

export const createUser = defineRoute({
  method: 'POST',
  path: '/api/v1/user/tenant/{tenantId}',
  tag,
  summary: 'Create a user in an account and invite them',
  permission: 'UserManagement.create',
  params: accountParams,
  body: newUser,
  response: dataOf(z.object({ user, invitation: passwordLink })),
  status: 201,
  errors: ['ACCOUNT_NOT_FOUND', 'USER_DUPLICATE_ENTRY', ...accessErrors],
});

export const newApiUser = z.object({
  username,
  access: z.array(accessChange).max(100).optional(),
});

/** Has neither a password nor an e-mail address; create its keys afterwards. */
export const createApiUser = defineRoute({
  method: 'POST',
  path: '/api/v1/user/tenant/{tenantId}/apiuser',
  tag,
  summary: 'Create a user for a program',
  permission: 'UserManagement.create',
  params: accountParams,
  body: newApiUser,
  response: dataOf(user),
  status: 201,
  errors: ['ACCOUNT_NOT_FOUND', 'USER_DUPLICATE_ENTRY', ...accessErrors],
});

/** Absent fields stay unchanged. A new e-mail address invalidates links sent to the old one; API users have none. */
export const userChange = userFields.partial();

export const updateUser = defineRoute({
  method: 'PUT',
  path: '/api/v1/user/{id}',
  tag,
  summary: 'Change or deactivate a user; deactivation ends their sessions and keys at once',
  permission: 'UserManagement.manage',
  params: userParams,
  body: userChange,
  response: dataOf(user),
  errors: [
    'USER_NOT_FOUND',
    'USER_DUPLICATE_ENTRY',
    'USER_EXCEEDS_OWN_PERMISSIONS',
    'USER_OWN_ACCESS_UNCHANGEABLE',
    'USER_LAST_SYSTEM_ADMINISTRATOR',
  ],
});

export const deleteUser = defineRoute({
  method: 'DELETE',
  path: '/api/v1/user/{id}',
  tag,
  summary: 'Delete a user with their sessions and API keys; never oneself',
  permission: 'UserManagement.manage',
  params: userParams,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: [
    'USER_NOT_FOUND',
    'USER_EXCEEDS_OWN_PERMISSIONS',
    'USER_OWN_ACCESS_UNCHANGEABLE',
    'USER_LAST_SYSTEM_ADMINISTRATOR',
  ],
});

/**
 * Given keys replace the user's values; null removes a key. For the caller's own user, or users whom the caller
 * manages.
 */
export const updateUserProperties = defineRoute({
  method: 'PUT',
  path: '/api/v1/user/{id}/properties',
  tag,
  summary: 'Set properties of a user',
  permission: 'login',
  params: userParams,
  body: properties,
  response: dataOf(z.object({ properties: z.record(z.string(), z.unknown()) })),
  errors: ['USER_NOT_FOUND', 'PERMISSION_DENIED', 'USER_EXCEEDS_OWN_PERMISSIONS'],
});

export const ownProfile = z.object({
  firstName: namePart,
  lastName: namePart,
  language: z.enum(languages).nullable(),
});

/** Only administrators may change the e-mail address: it decides who gets a password link. */
export const updateOwnProfile = defineRoute({
  method: 'PUT',
  path: '/api/v1/user/own/profile',
  tag,
  summary: 'Change one’s own name and language',
  permission: 'login',
  body: ownProfile,
  response: dataOf(ownProfile),
});

export const terms = z.object({ title: z.string(), text: z.string() });

/**
 * Terms of the caller's account, else of the nearest one above that has a text; in the caller's language, else in the
 * other.
 */
export const readOwnTerms = defineRoute({
  method: 'GET',
  path: '/api/v1/user/own/terms',
  tag,
  summary: 'The terms of use that apply to the caller',
  permission: 'login',
  response: dataOf(terms.nullable()),
});

export const acceptTerms = defineRoute({
  method: 'POST',
  path: '/api/v1/user/own/eula',
  tag,
  summary: 'Accept the terms of use, once',
  permission: 'login',
  response: dataOf(z.object({ accepted: z.literal(true) })),
  errors: ['AUTH_SESSION_REQUIRED'],
});
