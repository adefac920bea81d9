import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at, bytea } from '../../platform/db/columns.ts';
import type { ActivityObject } from '../../platform/http/activity.ts';

/** What people and programs did. No foreign keys: an entry outlives what it speaks of. */
export const activity = pgTable(
  'activity',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: at('at').notNull().defaultNow(),
    /** The account of the caller; null where nobody is known, as after a wrong sign-in. */
    accountId: bigint('account_id', { mode: 'number' }),
    userId: bigint('user_id', { mode: 'number' }),
    sessionId: bigint('session_id', { mode: 'number' }),
    address: text().notNull(),
    method: text().notNull(),
    path: text().notNull(),
    outcome: text().$type<'done' | 'refused'>().notNull(),
    code: text(),
    objects: jsonb().$type<ActivityObject[]>().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    requestId: text('request_id').notNull(),
    /** Set by the sealer: the place in the account's chain and the hash over it and the entry before. */
    chainSeq: bigint('chain_seq', { mode: 'number' }),
    chainHash: bytea('chain_hash'),
  },
  (table) => [
    index('activity_account').on(table.accountId, table.id.desc()),
    index('activity_user').on(table.userId, table.id.desc()),
  ],
);
