import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, bytea } from '../../platform/db/columns.ts';
import { users } from '../../platform/tenancy/user.table.ts';

/** Permissions by the id of their scope: its path changes when its account moves. */
export type Ceiling = { scopeId: number; permissions: readonly string[] }[];

/** Only the hash of a key is stored. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    keyHash: bytea('key_hash').notNull(),
    /** The first characters of the key, to recognise it in lists. */
    prefix: text().notNull(),
    title: text().notNull(),
    callsPerMinute: integer('calls_per_minute').notNull(),
    validUntil: at('valid_until'),
    /** Null for all permissions of the owner. */
    permissions: text().array(),
    scopeIds: bigint('scope_ids', { mode: 'number' }).array(),
    /** The permissions of the creator at that time, for a key that somebody created for another user. */
    ceiling: jsonb().$type<Ceiling>(),
    lastUsedAt: at('last_used_at'),
    /** Start of the minute that `calls` counts. */
    windowAt: at('window_at'),
    calls: integer().notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('api_keys_hash_key').on(table.keyHash), index('api_keys_user').on(table.userId)],
);
