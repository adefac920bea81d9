import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, bytea } from '../../platform/db/columns.ts';
import type { ActivityObject } from '../../platform/http/activity.ts';

/** What people and programs did. No foreign keys: an entry outlives what it speaks of. */
export const activity = pgTable(
  'activity',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: at('at').notNull().defaultNow(),
    /** The account of the changed object, else that of the caller; null without a known user, as after a wrong sign-in. */
    accountId: bigint('account_id', { mode: 'number' }),
    userId: bigint('user_id', { mode: 'number' }),
    /** As it was then; API users have none and show their user name. */
    userEmail: text('user_email'),
    sessionId: bigint('session_id', { mode: 'number' }),
    apiKeyId: bigint('api_key_id', { mode: 'number' }),
    /** Who really acted, where somebody acted as this user. */
    impersonatorId: bigint('impersonator_id', { mode: 'number' }),
    impersonatorEmail: text('impersonator_email'),
    address: text().notNull(),
    method: text().notNull(),
    path: text().notNull(),
    outcome: text().$type<'done' | 'refused'>().notNull(),
    code: text(),
    objects: jsonb().$type<ActivityObject[]>().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    requestId: text('request_id').notNull(),
    /**
     * Set by the sealer: the place in the account's chain, and the hash over the entry and the hash before it. A
     * trigger (see the migrations) keeps sealed entries from being changed or deleted.
     */
    chainSeq: bigint('chain_seq', { mode: 'number' }),
    chainHash: bytea('chain_hash'),
  },
  (table) => [
    index('activity_account').on(table.accountId, table.id.desc()),
    index('activity_user').on(table.userId, table.id.desc()),
    index('activity_at').on(table.at),
    index('activity_objects').using('gin', sql`${table.objects} jsonb_path_ops`),
    index('activity_unsealed').on(table.id).where(sql`${table.chainSeq} is null`),
    uniqueIndex('activity_chain')
      .on(sql`coalesce(${table.accountId}, 0)`, table.chainSeq)
      .where(sql`${table.chainSeq} is not null`),
  ],
);

/** The end of each chain, so that entries missing at the end are noticed as well. */
export const activityChains = pgTable('activity_chains', {
  /** The account, or 0 for the chain of entries that belong to none. */
  chainId: bigint('chain_id', { mode: 'number' }).primaryKey(),
  seq: bigint({ mode: 'number' }).notNull(),
  hash: bytea().notNull(),
});
