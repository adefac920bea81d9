import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { anyOf } from './core/permission.ts';
import { defineRoute } from './core/route.ts';

const tag = 'access';

/** `Subject.action`. Subjects may contain dots (`super.system`), actions may not. */
export const plainPermission = z
  .string()
  .max(120)
  .regex(/^[A-Za-z][A-Za-z0-9]*(\.[A-Za-z][A-Za-z0-9]*)*\.[a-z]+$/);

/** A permission in a role: a leading `!` denies instead of grants. */
export const permissionKey = z
  .string()
  .max(120)
  .regex(/^!?[A-Za-z][A-Za-z0-9]*(\.[A-Za-z][A-Za-z0-9]*)*\.[a-z]+$/);

/**
 * A rule is a permission that roles can hold. The platform's own rules are in the catalogue from the start; custom
 * rules are for other systems that call `checkaccess`.
 */
export const rule = z.object({
  /** `Subject.action`. */
  name: z.string(),
  subject: z.string(),
  action: z.string(),
  /** Empty for the platform's own rules: clients describe these in the user's language. */
  description: z.string(),
  /** The module that the rule belongs to. */
  module: z.string().nullable(),
  builtIn: z.boolean(),
});
export type Rule = z.output<typeof rule>;

export const listRules = defineRoute({
  method: 'GET',
  path: '/api/v1/acl/rule',
  tag,
  summary: 'Every permission that a role can hold',
  permission: anyOf('UserManagement.read', 'UserManagement.create'),
  response: dataOf(z.array(rule)),
});

export const newRule = z.object({
  subject: z
    .string()
    .trim()
    .max(60)
    .regex(/^[A-Za-z][A-Za-z0-9]*$/),
  action: z
    .string()
    .trim()
    .max(30)
    .regex(/^[a-z]+$/),
  description: z.string().trim().max(500).default(''),
});

export const createRule = defineRoute({
  method: 'POST',
  path: '/api/v1/acl/rule',
  tag,
  summary: 'Add a permission for another system to the catalogue',
  permission: 'super.system.manage',
  body: newRule,
  response: dataOf(rule),
  status: 201,
  errors: ['ABAC_RULE_CREATE_DUPLICATE_NAME'],
});

export const role = z.object({
  id: z.int(),
  scopeId: z.int(),
  scopeName: z.string(),
  tenantId: z.int().nullable(),
  name: z.string(),
  description: z.string(),
  /** Name of an icon of the catalogue in the web client; empty for none. */
  icon: z.string(),
  permissions: z.array(z.string()),
  /** Number of users with this role, counted over the accounts that the caller may read. */
  userCount: z.int(),
  createdAt: isoTime,
  abilities: z.object({ update: z.boolean(), delete: z.boolean(), assign: z.boolean() }),
});
export type Role = z.output<typeof role>;

const roleSorts = ['name', 'createdAt'] as const;

/**
 * Roles of the scopes that the caller may read. With `scopeId`: roles that can be assigned there, inherited ones
 * included.
 */
export const listRoles = defineRoute({
  method: 'GET',
  path: '/api/v1/acl/role',
  tag,
  summary: 'Roles of the caller’s scopes, or those that can be given in a scope',
  permission: anyOf('UserManagement.read', 'UserManagement.create'),
  query: listQuery.extend({
    sort: z.enum([...roleSorts, ...roleSorts.map((name) => `-${name}` as const)]).default('name'),
    scopeId: textIdOf('scope').optional(),
  }),
  response: listOf(role),
  errors: ['SCOPE_NOT_FOUND'],
});

export const readRole = defineRoute({
  method: 'GET',
  path: '/api/v1/acl/role/{id}',
  tag,
  summary: 'A role with its permissions',
  permission: anyOf('UserManagement.read', 'UserManagement.create'),
  params: z.object({ id: textIdOf('role') }),
  response: dataOf(role),
  errors: ['ABAC_ROLE_NOT_FOUND'],
});

const roleFields = z.object({
  name: z.string().trim().min(1).max(100),
  description: z.string().trim().max(500).default(''),
  icon: z.string().max(40).default(''),
  permissions: z.array(permissionKey).max(200),
});

export const newRole = roleFields.extend({ scopeId: idOf('scope') });
export const roleChange = roleFields;

export const createRole = defineRoute({
  method: 'POST',
  path: '/api/v1/acl/role',
  tag,
  summary: 'Create a role in a scope, with permissions that the caller holds there',
  permission: 'all.manage',
  body: newRole,
  response: dataOf(role),
  status: 201,
  errors: [
    'SCOPE_NOT_FOUND',
    'ABAC_ROLE_CREATE_DUPLICATE_NAME',
    'ABAC_ROLE_UNKNOWN_PERMISSION',
    'ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS',
  ],
});

export const updateRole = defineRoute({
  method: 'PUT',
  path: '/api/v1/acl/role/{id}',
  tag,
  summary: 'Change a role; whatever it widens the caller must hold',
  permission: 'all.manage',
  params: z.object({ id: textIdOf('role') }),
  body: roleChange,
  response: dataOf(role),
  errors: [
    'ABAC_ROLE_NOT_FOUND',
    'ABAC_ROLE_CREATE_DUPLICATE_NAME',
    'ABAC_ROLE_UNKNOWN_PERMISSION',
    'ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS',
    'ABAC_ROLE_DELETE_SUPERSYSADMIN',
  ],
});

export const deleteRole = defineRoute({
  method: 'DELETE',
  path: '/api/v1/acl/role/{id}',
  tag,
  summary: 'Delete a role and take it from its users; never system.super.admin',
  permission: 'all.manage',
  params: z.object({ id: textIdOf('role') }),
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['ABAC_ROLE_NOT_FOUND', 'ABAC_ROLE_DELETE_SUPERSYSADMIN', 'ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS'],
});

/** Roles of a user in one scope. An empty list removes all of them. */
export const accessChange = z.object({
  scopeId: idOf('scope'),
  roles: z.array(z.object({ id: idOf('assignableRole') })).max(50),
});
export const accessEntry = z.object({
  scopeId: z.int(),
  scopeName: z.string(),
  tenantId: z.int().nullable(),
  tenantName: z.string().nullable(),
  roles: z.array(z.object({ id: z.int(), name: z.string() })),
});
export type AccessEntry = z.output<typeof accessEntry>;

/**
 * Replaces the user's roles in the given scopes and leaves other scopes unchanged. Only a system administrator may
 * change their own access, and the last system administrator can't lose that role. Returns the roles in all scopes that
 * the caller may see.
 */
export const updateAccess = defineRoute({
  method: 'POST',
  path: '/api/v1/acl/updateaccess',
  tag,
  summary: 'Set the roles of a user in the named scopes',
  permission: 'UserManagement.manage',
  body: z.object({ userId: idOf('user'), access: z.array(accessChange).min(1).max(1_000) }),
  response: dataOf(z.array(accessEntry)),
  errors: [
    'USER_NOT_FOUND',
    'SCOPE_NOT_FOUND',
    'ABAC_ROLE_NOT_FOUND',
    'ABAC_USERACCESS_DUPLICATE_ENTRY',
    'ABAC_ROLE_NOT_ASSIGNABLE',
    'ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS',
    'USER_OWN_ACCESS_UNCHANGEABLE',
    'USER_EXCEEDS_OWN_PERMISSIONS',
    'USER_LAST_SYSTEM_ADMINISTRATOR',
  ],
});

const accessCheck = z.object({
  subject: z.string().min(1).max(90),
  action: z.string().min(1).max(30),
  /** The scope or account to check; without one, the permission must hold in some scope of the caller. */
  props: z.object({ scopeId: idOf('scope').optional(), tenantId: idOf('account').optional() }).optional(),
});

export const decisionReasons = ['granted', 'denied', 'not-granted'] as const;

export const checkAccess = defineRoute({
  method: 'POST',
  path: '/api/v1/acl/checkaccess',
  tag,
  summary: 'May the caller do this? Answers a list of subjects and actions, in its order',
  permission: 'login',
  readOnly: true,
  body: z.array(accessCheck).min(1).max(200),
  response: dataOf(
    z.array(
      z.object({
        subject: z.string(),
        action: z.string(),
        allowed: z.boolean(),
        reason: z.enum(decisionReasons),
      }),
    ),
  ),
  errors: ['SCOPE_NOT_FOUND', 'ACCOUNT_NOT_FOUND'],
});

/** A source of a decision for or against a permission: a role in a scope, or a module that is off. */
export const accessSource = z.object({
  permission: z.string(),
  /** Null, like the role, if the caller may not see the scope (an account above, for example). */
  scope: z.object({ id: z.int(), name: z.string() }).nullable(),
  role: z.object({ id: z.int(), name: z.string() }).nullable(),
  module: z.string().nullable(),
});

export const accessDecision = z.object({
  allowed: z.boolean(),
  reason: z.enum([...decisionReasons, 'deactivated']),
  /** The source that decided; null if nothing grants the permission. */
  by: accessSource.nullable(),
  /** All sources that grant the permission at this scope, and all that deny it. */
  granting: z.array(accessSource),
  denying: z.array(accessSource),
});
export type AccessDecision = z.output<typeof accessDecision>;

/** With `change`, the decision is also computed as if the user already had these roles in these scopes. */
export const explainAccess = defineRoute({
  method: 'POST',
  path: '/api/v1/acl/explain',
  tag,
  summary: 'Why can or can’t this user do this here, and would a change of roles alter it? Changes nothing',
  permission: 'UserManagement.read',
  readOnly: true,
  body: z.object({
    userId: idOf('user'),
    permission: plainPermission,
    scopeId: idOf('scope'),
    change: z.array(accessChange).max(20).optional(),
  }),
  response: dataOf(
    z.object({
      now: accessDecision,
      changed: accessDecision.nullable(),
      /** If the user may not: roles that would allow it, of those that the caller may see; at most twenty. */
      allowing: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  ),
  errors: ['USER_NOT_FOUND', 'SCOPE_NOT_FOUND', 'ABAC_ROLE_NOT_FOUND'],
});

export const scopeNode = z.object({
  id: z.int(),
  parentId: z.int().nullable(),
  name: z.string(),
  tenantId: z.int().nullable(),
  tenantName: z.string().nullable(),
  hasChildren: z.boolean(),
});
export type ScopeNode = z.output<typeof scopeNode>;

/** Without `scopeId`: the topmost scopes in which the caller holds a role. `search` matches names. */
export const listScopeChildren = defineRoute({
  method: 'GET',
  path: '/api/v1/acl/scopes/children',
  tag,
  summary: 'Scopes directly below one, by name',
  permission: 'login',
  query: listQuery.omit({ sort: true }).extend({ scopeId: textIdOf('scope').optional() }),
  response: listOf(scopeNode),
  errors: ['SCOPE_NOT_FOUND'],
});

/**
 * Opens the tree at a scope or at an account's scope, or returns the matches of a search. Each node follows its parent.
 * Without any of the three parameters: the topmost scopes.
 */
export const scopePartialTree = defineRoute({
  method: 'GET',
  path: '/api/v1/acl/scopes/partial-tree',
  tag,
  summary: 'The named scope, or those that a search finds (at most 50), with all scopes above that the caller may see',
  permission: 'login',
  query: z.object({
    scopeId: textIdOf('scope').optional(),
    tenantId: textIdOf('account').optional(),
    search: z.string().trim().max(200).optional(),
  }),
  response: dataOf(z.array(scopeNode)),
  errors: ['SCOPE_NOT_FOUND', 'ACCOUNT_NOT_FOUND'],
});
