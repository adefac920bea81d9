import { bigint, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { at } from '../db/columns.ts';

/** The secrets of all features in one table, so that one command can re-encrypt all of them. */
export const secrets = pgTable(
  'secrets',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The owner of the secret, such as `connector:12`. */
    owner: text().notNull(),
    name: text().notNull(),
    ciphertext: text().notNull(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [unique('secrets_owner_name_key').on(table.owner, table.name)],
);
