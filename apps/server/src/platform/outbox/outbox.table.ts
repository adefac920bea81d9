import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { at } from '../db/columns.ts';

export interface OutboxFailure {
  code: string;
  params: Record<string, string | number>;
}

/** Effects that leave the system. Only one worker drains a lane at a time, which preserves order per (target, key). */
export const outbox = pgTable(
  'outbox',
  {
    lane: smallint().notNull(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    target: text().notNull(),
    key: text().notNull(),
    kind: text().notNull(),
    payload: jsonb().$type<unknown>().notNull(),
    attempts: integer().notNull().default(0),
    nextAt: at('next_at').notNull().defaultNow(),
    /** Set aside because its target is slow or failing; the fast path of the lane skips it. */
    waiting: boolean().notNull().default(false),
    /** Set when delivery was given up. The entry is kept for a while for inspection or a manual retry. */
    parkedAt: at('parked_at'),
    lastError: jsonb('last_error').$type<OutboxFailure>(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.lane, table.seq] }),
    index('outbox_ready').on(table.lane, table.seq).where(sql`not waiting and parked_at is null`),
    index('outbox_waiting').on(table.lane, table.target, table.seq).where(sql`waiting and parked_at is null`),
    index('outbox_retries')
      .on(table.lane, table.target, table.nextAt)
      .where(sql`waiting and attempts > 0 and parked_at is null`),
    index('outbox_parked').on(table.target, table.parkedAt).where(sql`parked_at is not null`),
  ],
);
