import type { ExportLayout, ExportMail, exportDeliveryStates } from '@stellwerk/contract/data-export';
import type { ExportForward, ExportSelection } from '@stellwerk/contract/export-schedule';
import { bigint, boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import type { OutboxFailure } from '../../platform/outbox/outbox.table.ts';

type DeliveryState = (typeof exportDeliveryStates)[number];

/** The states of a file: chosen ones, or all that match the filter of a schedule when the job runs. */
export type ExportSource =
  | { stateIds: number[] }
  | { tenantId: number; selection: ExportSelection; stateKeys: readonly string[] };

/** The content of a file, as it was ordered. */
export interface ExportDefinition {
  source: ExportSource;
  /** Milliseconds since 1970. */
  span: { from: number; to: number };
  layout: ExportLayout;
  mail: ExportMail | null;
  forward: ExportForward | null;
}

/**
 * An export and its file. Without foreign keys, like jobs: the row must survive its user and its account until the file
 * is deleted.
 */
export const dataExports = pgTable(
  'data_exports',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    scopeId: bigint('scope_id', { mode: 'number' }).notNull(),
    /** The user whose permissions decide about the content, and who may download it. */
    userId: bigint('user_id', { mode: 'number' }),
    jobId: bigint('job_id', { mode: 'number' }),
    scheduleId: bigint('schedule_id', { mode: 'number' }),
    name: text().notNull(),
    definition: jsonb().$type<ExportDefinition>().notNull(),
    /** Set before the file is written, so that a restart finds and removes the file of a crashed run. */
    fileKey: text('file_key'),
    fileName: text('file_name'),
    /** Null until the file is complete. */
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    rowCount: bigint('row_count', { mode: 'number' }),
    /** A limit of rows ended the file. */
    isCut: boolean('is_cut').notNull().default(false),
    mailState: text('mail_state').$type<DeliveryState>(),
    mailFailure: jsonb('mail_failure').$type<OutboxFailure>(),
    forwardState: text('forward_state').$type<DeliveryState>(),
    forwardFailure: jsonb('forward_failure').$type<OutboxFailure>(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('data_exports_scope').on(table.scopeId, table.createdAt, table.id),
    index('data_exports_user').on(table.userId, table.createdAt, table.id),
    index('data_exports_created').on(table.createdAt, table.id),
    index('data_exports_schedule').on(table.scheduleId, table.id),
    index('data_exports_job').on(table.jobId),
  ],
);
