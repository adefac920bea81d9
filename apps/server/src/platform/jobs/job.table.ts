import type { JobState } from '@stellwerk/contract/job';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../db/columns.ts';

/** What went wrong with one item; the text is made when somebody reads it, in their language. */
export interface JobErrorEntry {
  line?: number;
  entityId?: number;
  code: string;
  params: Record<string, string | number>;
}

export const jobs = pgTable(
  'jobs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    scopeId: bigint('scope_id', { mode: 'number' }).notNull(),
    /** Null for jobs that the system itself started. */
    userId: bigint('user_id', { mode: 'number' }),
    kind: text().notNull(),
    title: text().notNull(),
    name: text(),
    format: text(),
    resource: text(),
    entityId: bigint('entity_id', { mode: 'number' }),
    state: text().$type<JobState>().notNull().default('created'),
    payload: jsonb().$type<unknown>().notNull(),
    done: integer().notNull().default(0),
    total: integer(),
    /** The first thousand; `errorCount` counts all. */
    errors: jsonb().$type<JobErrorEntry[]>().notNull().default([]),
    errorCount: integer('error_count').notNull().default(0),
    /** Grows with every start. Writes of a run name theirs, so that a run that was replaced writes nothing. */
    attempt: integer().notNull().default(0),
    /** Starts that ended neither well nor by a planned stop; too many of them end the job. */
    tries: integer().notNull().default(0),
    cancelRequestedAt: at('cancel_requested_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    startedAt: at('started_at'),
    stoppedAt: at('stopped_at'),
    finishedAt: at('finished_at'),
  },
  (table) => [
    index('jobs_created').on(table.createdAt, table.id),
    index('jobs_scope').on(table.scopeId, table.createdAt, table.id),
    index('jobs_open').on(table.accountId).where(sql`state in ('created', 'inprogress', 'postprocessing')`),
    index('jobs_title_search').using('gin', sql`${table.title} gin_trgm_ops`),
  ],
);
export type JobRow = typeof jobs.$inferSelect;
