import type { JobState } from '@stellwerk/contract/job';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../db/columns.ts';

/** The error of one item; its text is rendered on reading, in the language of the reader. */
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
    /** Null for jobs started by the system. */
    userId: bigint('user_id', { mode: 'number' }),
    /** The API key that started the job and limits its permissions; null for a session. */
    apiKeyId: bigint('api_key_id', { mode: 'number' }),
    kind: text().notNull(),
    title: text().notNull(),
    name: text(),
    format: text(),
    resource: text(),
    entityId: bigint('entity_id', { mode: 'number' }),
    state: text().$type<JobState>().notNull().default('created'),
    payload: jsonb().$type<unknown>().notNull(),
    /** The ended job whose effect this job undoes. */
    undoOf: bigint('undo_of', { mode: 'number' }),
    done: integer().notNull().default(0),
    total: integer(),
    /** The first thousand errors; `errorCount` counts all of them. */
    errors: jsonb().$type<JobErrorEntry[]>().notNull().default([]),
    errorCount: integer('error_count').notNull().default(0),
    /** Incremented on every start. Writes of a run check its attempt number, so that a replaced run writes nothing. */
    attempt: integer().notNull().default(0),
    /** Starts that ended neither successfully nor by a planned stop; too many of them end the job with an error. */
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
    index('jobs_undo').on(table.undoOf).where(sql`undo_of is not null`),
    index('jobs_title_search').using('gin', sql`${table.title} gin_trgm_ops`),
  ],
);
export type JobRow = typeof jobs.$inferSelect;

/** What system administrators have set for a kind of job. A kind without a row is active. */
export const jobDefinitions = pgTable('job_definitions', {
  kind: text().primaryKey(),
  active: boolean().notNull(),
  changedAt: at('changed_at').notNull().defaultNow(),
});
