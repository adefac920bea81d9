import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';

/** Consecutive failed sign-ins, by user and by source address. */
export const loginLocks = pgTable('login_locks', {
  /** `user:<id>`, `name:<unknown name>` or `address:<network>`. */
  key: text().primaryKey(),
  failures: integer().notNull(),
  /** End of the window of failures, or of the lock. */
  until: at('until').notNull(),
});
