import { sql } from 'drizzle-orm';
import { bigint, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';

/** Permissions of external systems; the platform's own permissions are defined in the contract. */
export const rules = pgTable(
  'rules',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    subject: text().notNull(),
    action: text().notNull(),
    description: text().notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('rules_key').on(sql`lower(${table.subject})`, sql`lower(${table.action})`)],
);
