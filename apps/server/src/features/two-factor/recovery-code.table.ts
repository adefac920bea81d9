import { bigint, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytea } from '../../platform/db/columns.ts';
import { users } from '../../platform/tenancy/user.table.ts';

/** One-time codes for users who lost their phone. Only hashes are stored; a used code is deleted. */
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
