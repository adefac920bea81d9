import type { Integration } from '@stellwerk/contract/account';
import type { PasswordPolicy } from '@stellwerk/contract/password';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../db/columns.ts';
import { scopes } from './scope.table.ts';

/** Without the password, which is stored as a secret of the account. */
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
    /** Null for the policy of the parent account. */
    passwordPolicy: jsonb('password_policy').$type<PasswordPolicy>(),
    /** Time of activation by integration. */
    integrations: jsonb().$type<Partial<Record<Integration, string>>>().notNull().default({}),
    retentionMonths: integer('retention_months').notNull().default(24),
    packetRetentionDays: integer('packet_retention_days').notNull().default(90),
    csvExportLimit: integer('csv_export_limit'),
    maxNumberOfDevices: integer('max_number_of_devices'),
    /** Null for the limit of the parent account. */
    maxNumberOfTemplates: integer('max_number_of_templates'),
    /** Incremented in the transaction of every configuration change, which batches of packets check. */
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
