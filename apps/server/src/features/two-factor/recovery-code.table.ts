import { bigint, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytea } from '../../platform/db/columns.ts';
import { users } from '../../platform/tenancy/user.table.ts';

/** One-time codes for those who lost their phone. Only hashes are kept; a used one is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: bytea('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);
