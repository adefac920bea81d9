import { sql } from 'drizzle-orm';
import { bigint, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../db/columns.ts';
import { scopes } from './scope.table.ts';

/** A named set of permissions (`Subject.action`, a leading `!` inverts), owned by a scope. */
export const roles = pgTable(
  'roles',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    scopeId: bigint('scope_id', { mode: 'number' })
      .notNull()
      .references(() => scopes.id),
    name: text().notNull(),
    description: text().notNull().default(''),
    icon: text().notNull().default(''),
    permissions: text().array().notNull().default(sql`'{}'`),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('roles_name_key').on(table.scopeId, sql`lower(${table.name})`)],
);
