import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, bytea } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';

/** Links of invitations and password resets, one of each per user. Only the hash of an unused token is stored. */
export const userTokens = pgTable(
  'user_tokens',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text().$type<'invite' | 'reset'>().notNull(),
    /** The user who created the link; null if the recipient requested it. */
    creatorId: bigint('creator_id', { mode: 'number' }).references(() => users.id, { onDelete: 'cascade' }),
    /** The account whose domain or mail server transmitted the link; null for the operator's. */
    carrierId: bigint('carrier_id', { mode: 'number' }).references(() => accounts.id, { onDelete: 'cascade' }),
    expiresAt: at('expires_at').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('user_tokens_user').on(table.userId, table.purpose),
    index('user_tokens_expiry').on(table.expiresAt),
  ],
);
