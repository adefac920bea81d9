import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';

/** Wrong tries in a row, by user name and by source address. */
export const loginLocks = pgTable('login_locks', {
  /** `user:<id>`, `name:<unknown name>` or `address:<network>`. */
  key: text().primaryKey(),
  failures: integer().notNull(),
  /** The window of the tries; after a lock, its end. */
  until: at('until').notNull(),
});
