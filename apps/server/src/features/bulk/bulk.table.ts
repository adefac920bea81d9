import { bigint, index, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import { jobs } from '../../platform/jobs/job.table.ts';

export type Fields = Record<string, JsonValue>;

/** What a bulk job did, item by item. Written in the transaction of the item, so that none is ever processed twice. */
export const bulkItems = pgTable(
  'bulk_items',
  {
    jobId: bigint('job_id', { mode: 'number' })
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** The position in the selection, or the line of the list. */
    item: integer().notNull(),
    objectId: bigint('object_id', { mode: 'number' }).notNull(),
    /** The changed fields as they were; null if the job created the object. */
    before: jsonb().$type<Fields>(),
    /** The changed fields as the job left them; all fields if it created the object. */
    after: jsonb().$type<Fields>().notNull(),
    undoneAt: at('undone_at'),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.item] }), index('bulk_items_object').on(table.objectId)],
);
export type BulkItem = typeof bulkItems.$inferSelect;
