import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, ltree } from '../db/columns.ts';

/** The tree of scopes; `path` contains the ids from the root down. */
export const scopes = pgTable(
  'scopes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    parentId: bigint('parent_id', { mode: 'number' }),
    /** The account that owns the scope; set right after the account is created. */
    accountId: bigint('account_id', { mode: 'number' }),
    path: ltree().notNull(),
    name: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('scopes_path_key').on(table.path),
    index('scopes_path_tree').using('gist', table.path),
    index('scopes_parent').on(table.parentId),
    index('scopes_name_search').using('gin', sql`${table.name} gin_trgm_ops`),
  ],
);
