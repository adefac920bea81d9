import type { Integration } from '@stellwerk/contract/account';
import type { ModuleId } from '@stellwerk/contract/module';
import type { PasswordPolicy } from '@stellwerk/contract/password';
import type { Language } from '@stellwerk/contract/text';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { roles, scopes } from '../access/index.ts';

/** Without its password, which is a secret of the account. */
export interface StoredMailServer {
  host: string;
  port: number;
  secure: boolean;
  user: string;
  sender: string;
}

/** A tenant. Accounts form a tree; each owns a scope. */
export const accounts = pgTable(
  'accounts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    parentId: bigint('parent_id', { mode: 'number' }).references((): AnyPgColumn => accounts.id),
    scopeId: bigint('scope_id', { mode: 'number' })
      .notNull()
      .unique()
      .references(() => scopes.id),
    name: text().notNull(),
    description: text().notNull().default(''),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    properties: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    mailServer: jsonb('mail_server').$type<StoredMailServer>(),
    /** Null: that of the account above. */
    passwordPolicy: jsonb('password_policy').$type<PasswordPolicy>(),
    /** When each was activated. */
    integrations: jsonb().$type<Partial<Record<Integration, string>>>().notNull().default({}),
    retentionMonths: integer('retention_months').notNull().default(24),
    packetRetentionDays: integer('packet_retention_days').notNull().default(90),
    csvExportLimit: integer('csv_export_limit'),
    maxNumberOfDevices: integer('max_number_of_devices'),
    /** Null: that of the account above. */
    maxNumberOfTemplates: integer('max_number_of_templates'),
    /** Bumped in the transaction of every configuration change; a batch of packets checks it. */
    configVersion: bigint('config_version', { mode: 'number' }).notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('accounts_name_key').on(sql`coalesce(${table.parentId}, 0)`, sql`lower(${table.name})`),
    index('accounts_parent').on(table.parentId),
    index('accounts_name').on(sql`lower(${table.name})`, table.id),
    index('accounts_created').on(table.createdAt, table.id),
    index('accounts_name_search').using('gin', sql`${table.name} gin_trgm_ops`),
  ],
);

const accountId = () =>
  bigint('account_id', { mode: 'number' })
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

export const accountDomains = pgTable(
  'account_domains',
  {
    /** In lower case and ASCII. */
    domain: text().primaryKey(),
    accountId: accountId(),
    /** The order in which they were entered: links in mails use the first. */
    position: integer().notNull().default(0),
  },
  (table) => [index('account_domains_account').on(table.accountId)],
);

/** Roles that new users of the account get; those of a module only while it is on. */
export const accountDefaultRoles = pgTable(
  'account_default_roles',
  {
    accountId: accountId(),
    scopeId: bigint('scope_id', { mode: 'number' })
      .notNull()
      .references(() => scopes.id, { onDelete: 'cascade' }),
    roleId: bigint('role_id', { mode: 'number' })
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    /** Empty for the account's own. */
    module: text().$type<ModuleId | ''>().notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.module, table.scopeId, table.roleId] }),
    index('account_default_roles_role').on(table.roleId),
    index('account_default_roles_scope').on(table.scopeId),
  ],
);

/** Modules are on unless a row says otherwise. */
export const accountModules = pgTable(
  'account_modules',
  {
    accountId: accountId(),
    module: text().$type<ModuleId>().notNull(),
    active: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.module] })],
);

export const accountTerms = pgTable(
  'account_terms',
  {
    accountId: accountId(),
    language: text().$type<Language>().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.language] })],
);
