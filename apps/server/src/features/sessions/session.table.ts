import { type AnyPgColumn, bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, bytea } from '../../platform/db/columns.ts';
import { users } from '../../platform/tenancy/user.table.ts';

/** A signed-in browser or program. Only the hash of its token is stored. */
export const sessions = pgTable(
  'sessions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytea('token_hash').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    lastUsedAt: at('last_used_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    address: text().notNull(),
    userAgent: text('user_agent').notNull(),
    /** During impersonation: the impersonator and their original session. */
    impersonatorId: bigint('impersonator_id', { mode: 'number' }).references(() => users.id, { onDelete: 'cascade' }),
    originalSessionId: bigint('original_session_id', { mode: 'number' }).references((): AnyPgColumn => sessions.id, {
      onDelete: 'cascade',
    }),
  },
  (table) => [uniqueIndex('sessions_token_key').on(table.tokenHash), index('sessions_user').on(table.userId)],
);
