import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { scopes } from '../access/index.ts';

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
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    properties: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Bumped in the transaction of every configuration change; a batch of packets checks it. */
    configVersion: bigint('config_version', { mode: 'number' }).notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('accounts_name_key').on(sql`coalesce(${table.parentId}, 0)`, sql`lower(${table.name})`)],
);
