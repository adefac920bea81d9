import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { anyOf } from './core/permission.ts';
import { defineRoute } from './core/route.ts';
import { moduleId } from './module.ts';
import { properties } from './user.ts';

const tag = 'account';

/** A caller who may read or create users in a scope also sees the account of these users. */
export const seesAccounts = anyOf('UserManagement.read', 'UserManagement.create');
const named = z.object({ id: z.int(), name: z.string() });

/** Integrations can't be deactivated again. */
export const integrations = ['timeseriesDatabase', 'dashboard', 'iec104'] as const;
export type Integration = (typeof integrations)[number];

export const accountRow = z.object({
  id: z.int(),
  /** Null for the topmost account, and if the caller may not see the account above. */
  parentId: z.int().nullable(),
  scopeId: z.int(),
  name: z.string(),
  description: z.string(),
  /** The accounts above that the caller may see, topmost first. */
  path: z.array(named),
  subAccountCount: z.int(),
  userCount: z.int(),
  createdAt: isoTime,
});
export type AccountRow = z.output<typeof accountRow>;

/** 0 or null means no limit. */
const limit = z.int().min(0).max(1_000_000_000).nullable();

export const mailServer = z.object({
  host: z.string().trim().min(1).max(253),
  port: z.int().min(1).max(65_535),
  /** TLS from the first byte; otherwise STARTTLS. */
  secure: z.boolean(),
  user: z.string().max(320),
  sender: z.string().trim().min(3).max(320),
});

/** Without a password, the stored one is kept as long as host and user don't change. */
export const mailServerChange = mailServer.extend({ password: z.string().max(1024).optional() });

export const account = accountRow.extend({
  data: z.object({ feedback: z.object({ bug: z.string() }) }),
  properties: z.record(z.string(), z.unknown()),
  /** Direct sub-accounts: the first 200 by name; empty with `no-descendents`. */
  children: z.array(named.extend({ hasChildren: z.boolean() })),
  domains: z.array(z.string()),
  defaultRoles: z.array(z.object({ scope: named, roles: z.array(named) })),
  moduleRoles: z.array(z.object({ module: moduleId, roles: z.array(named) })),
  /** The password is never returned. */
  mailServer: mailServer.extend({ hasPassword: z.boolean() }).nullable(),
  integrations: z.object({
    timeseriesDatabase: isoTime.nullable(),
    dashboard: isoTime.nullable(),
    iec104: isoTime.nullable(),
  }),
  retentionMonths: z.int(),
  packetRetentionDays: z.int(),
  csvExportLimit: limit,
  maxNumberOfDevices: limit,
  /** The account's own limit; null if inherited. */
  maxNumberOfTemplates: limit,
  abilities: z.object({
    update: z.boolean(),
    /** May set limits: administrators of the account above; for the topmost account, system administrators. */
    govern: z.boolean(),
    /** May move the account: administrators of the account above, so never for the topmost account. */
    move: z.boolean(),
    delete: z.boolean(),
    createSubAccount: z.boolean(),
    createUser: z.boolean(),
    manageUsers: z.boolean(),
  }),
});
export type Account = z.output<typeof account>;

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const sorts = ['name', 'createdAt'] as const;

export const listAccounts = defineRoute({
  method: 'GET',
  path: '/api/v1/tenant',
  tag,
  summary:
    'Accounts that the caller may read; `parentId` lists direct sub-accounts, `topLevel` the topmost visible ones',
  permission: seesAccounts,
  query: listQuery.extend({
    sort: z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]).default('name'),
    parentId: textIdOf('account').optional(),
    topLevel: flag.optional(),
  }),
  response: listOf(accountRow),
  errors: ['ACCOUNT_NOT_FOUND'],
});

const params = z.object({ id: textIdOf('account') });
const name = z.string().trim().min(1).max(200);
const description = z.string().trim().max(2_000);

export const newAccount = z.object({
  name,
  description: description.default(''),
  parentId: idOf('parentAccount'),
});

export const createAccount = defineRoute({
  method: 'POST',
  path: '/api/v1/tenant',
  tag,
  summary: 'Create a sub-account with its own scope',
  permission: 'all.manage',
  body: newAccount,
  response: dataOf(account),
  status: 201,
  errors: ['TENANT_CREATE_DUPLICATE_ENTRY', 'TENANT_CREATE_PARENTSCOPE_NOT_FOUND'],
});

export const readAccount = defineRoute({
  method: 'GET',
  path: '/api/v1/tenant/{id}',
  tag,
  summary: 'An account with its settings',
  permission: seesAccounts,
  params,
  query: z.object({ 'no-descendents': flag.optional() }),
  response: dataOf(account),
  errors: ['ACCOUNT_NOT_FOUND'],
});

/** A DNS name with at least one dot, without scheme, port or path. Umlauts are converted to ASCII (IDNA). */
export const domain = z.string().trim().toLowerCase().min(1).max(253);

/** Absent fields stay unchanged; a list replaces the old one. */
export const accountChange = z
  .object({
    name,
    description,
    /**
     * Moves the account with all accounts below it. Nobody gains or loses rights: roles of accounts that are no longer
     * above it are copied into the moved account.
     */
    parentId: idOf('account'),
    data: z.object({
      feedback: z.object({ bug: z.union([z.literal(''), z.email().max(254)]) }),
    }),
    properties,
    domains: z.array(domain).max(50),
    defaultRoles: z
      .array(z.object({ scopeId: idOf('scope'), roleIds: z.array(idOf('assignableRole')).max(50) }))
      .max(100),
    moduleRoles: z.array(z.object({ module: moduleId, roleIds: z.array(idOf('assignableRole')).max(50) })).max(20),
    /** Null removes the mail server. */
    mailServer: mailServerChange.nullable(),
    /** Only true has an effect. The dashboard needs the time-series database. */
    integrations: z.object({
      timeseriesDatabase: z.boolean().optional(),
      dashboard: z.boolean().optional(),
      iec104: z.boolean().optional(),
    }),
    maxNumberOfDevices: limit,
  })
  .partial();

export const updateAccount = defineRoute({
  method: 'PUT',
  path: '/api/v1/tenant/{id}',
  tag,
  summary: 'Change or move an account',
  permission: 'all.manage',
  params,
  body: accountChange,
  response: dataOf(account),
  errors: [
    'ACCOUNT_NOT_FOUND',
    'PERMISSION_DENIED',
    'TENANT_CREATE_DUPLICATE_ENTRY',
    'ACCOUNT_MOVE_INTO_DESCENDANT',
    'ACCOUNT_MOVE_TIED',
    'ACCOUNT_DELETE_TOPMOST',
    'TENANT_DOMAIN_EXISTS',
    'TENANT_DOMAIN_DUPLICATE',
    'TENANT_DOMAIN_INVALID',
    'ACCOUNT_INTEGRATION_NOT_REVERSIBLE',
    'ACCOUNT_INTEGRATION_PREREQUISITE',
    'SCOPE_NOT_FOUND',
    'ABAC_ROLE_NOT_FOUND',
    'ABAC_ROLE_NOT_ASSIGNABLE',
    'ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS',
    'EGRESS_DENIED',
    'EGRESS_FAILED',
    'EGRESS_REQUEST_INVALID',
  ],
});

export const deleteAccount = defineRoute({
  method: 'DELETE',
  path: '/api/v1/tenant/{id}',
  tag,
  summary: 'Delete an empty account; for administrators of the account above',
  permission: 'all.manage',
  params,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['ACCOUNT_NOT_FOUND', 'PERMISSION_DENIED', 'ACCOUNT_NOT_EMPTY', 'ACCOUNT_DELETE_TOPMOST'],
});
