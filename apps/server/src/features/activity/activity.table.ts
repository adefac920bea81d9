import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, bytea } from '../../platform/db/columns.ts';
import type { ActivityObject } from '../../platform/http/activity.ts';

/** Actions of users and programs. Has no foreign keys, because entries outlive the objects they reference. */
export const activity = pgTable(
  'activity',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: at('at').notNull().defaultNow(),
    /** Account of the changed object, else of the caller; null without a known user, as after a failed sign-in. */
    accountId: bigint('account_id', { mode: 'number' }),
    userId: bigint('user_id', { mode: 'number' }),
    /** Address at the time of the action; for API users, their user name. */
    userEmail: text('user_email'),
    sessionId: bigint('session_id', { mode: 'number' }),
    apiKeyId: bigint('api_key_id', { mode: 'number' }),
    /** The user who acted, if they impersonated this user. */
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
     * Set when the entry is sealed: position in the account's chain, and the hash of this entry and the previous hash.
     * A trigger (see the migrations) prevents changes and deletions of sealed entries.
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

/** Last position and hash of each chain, to detect deletions at its end. */
export const activityChains = pgTable('activity_chains', {
  /** The account, or 0 for entries without one. */
  chainId: bigint('chain_id', { mode: 'number' }).primaryKey(),
  seq: bigint({ mode: 'number' }).notNull(),
  hash: bytea().notNull(),
});
