import type { Language } from '@stellwerk/contract/text';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../db/columns.ts';
import { accounts } from './account.table.ts';
import { roles } from './role.table.ts';
import { scopes } from './scope.table.ts';

interface SearchedColumns {
  firstName: SQLWrapper;
  lastName: SQLWrapper;
  email: SQLWrapper;
  username: SQLWrapper;
}

/** Searched text of a user; the index has the same expression. */
export const searchText = ({ firstName, lastName, email, username }: SearchedColumns) =>
  sql`(lower(${firstName} || ' ' || ${lastName} || ' ' || ${email} || ' ' || ${username}))`;

export const users = pgTable(
  'users',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    /** `api` users have keys and no password. */
    kind: text().$type<'person' | 'api'>().notNull().default('person'),
    /** Empty for `api` users. */
    email: text().notNull(),
    username: text().notNull(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    /** Null until an invited user has set one. */
    passwordHash: text('password_hash'),
    active: boolean().notNull().default(true),
    properties: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    language: text().$type<Language>(),
    /** Time at which two-factor sign-in was enabled. */
    mfaEnabledAt: at('mfa_enabled_at'),
    /** Time step of the last used code, so that no code works twice. */
    mfaLastStep: bigint('mfa_last_step', { mode: 'number' }),
    /** The background job that created the user, so that a restarted job recognises it. */
    bulkJobId: bigint('bulk_job_id', { mode: 'number' }),
    eulaAcceptedAt: at('eula_accepted_at'),
    lastSignInAt: at('last_sign_in_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`).where(sql`${table.email} <> ''`),
    uniqueIndex('users_username_key').on(sql`lower(${table.username})`),
    index('users_account').on(table.accountId),
    index('users_name').on(sql`lower(${table.lastName})`, sql`lower(${table.firstName})`, table.id),
    index('users_email').on(sql`lower(${table.email})`, table.id),
    index('users_created').on(table.createdAt, table.id),
    index('users_last_sign_in').on(table.lastSignInAt.desc().nullsLast(), table.id.desc()),
    index('users_search').using('gin', sql`${searchText(table)} gin_trgm_ops`),
  ],
);

export const userRoles = pgTable(
  'user_roles',
  {
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    scopeId: bigint('scope_id', { mode: 'number' })
      .notNull()
      .references(() => scopes.id, { onDelete: 'cascade' }),
    roleId: bigint('role_id', { mode: 'number' })
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.scopeId, table.roleId] }),
    index('user_roles_role').on(table.roleId),
  ],
);
