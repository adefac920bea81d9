import type { ModuleId } from '@stellwerk/contract/module';
import type { Language } from '@stellwerk/contract/text';
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';

const accountId = () =>
  bigint('account_id', { mode: 'number' })
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

export const accountDomains = pgTable(
  'account_domains',
  {
    /** Domain in lower case and ASCII. */
    domain: text().primaryKey(),
    accountId: accountId(),
    /** Order of entry: links in mails use the first domain. */
    position: integer().notNull().default(0),
  },
  (table) => [index('account_domains_account').on(table.accountId)],
);

/** Roles that new users of the account get; roles of a module only while the module is on. */
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
    /** Empty for default roles of the account itself. */
    module: text().$type<ModuleId | ''>().notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.module, table.scopeId, table.roleId] }),
    index('account_default_roles_role').on(table.roleId),
    index('account_default_roles_scope').on(table.scopeId),
  ],
);

/** A module is on unless a row switches it off. */
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
