import { bigint, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, bytea } from '../../platform/db/columns.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { twins } from '../twins/index.ts';

/** Public read access to a twin and its subtree. Only the hash of the key is stored. */
export const twinShares = pgTable(
  'twin_shares',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    twinId: bigint('twin_id', { mode: 'number' })
      .notNull()
      .references(() => twins.id, { onDelete: 'cascade' }),
    keyHash: bytea('key_hash').notNull(),
    createdBy: bigint('created_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    createdAt: at('created_at').notNull().defaultNow(),
    validUntil: at('valid_until').notNull(),
  },
  (table) => [uniqueIndex('twin_shares_twin').on(table.twinId), uniqueIndex('twin_shares_key').on(table.keyHash)],
);
