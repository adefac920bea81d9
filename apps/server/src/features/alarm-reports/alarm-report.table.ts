import type { AlarmReportFields, ReportCounts, ReportDeliveryState } from '@stellwerk/contract/alarm-report';
import { bigint, boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import type { MailTable } from '../../platform/mail/mail-tables.ts';
import type { OutboxFailure } from '../../platform/outbox/outbox.table.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { smartGroups } from '../smart-groups/index.ts';

export type ReportDefinition = Omit<AlarmReportFields, 'name' | 'active' | 'smartGroupId'>;

/** Lies in the scope of its account. */
export const alarmReports = pgTable(
  'alarm_reports',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The user whose permissions decide about the content: who saved the report last. */
    ownerId: bigint('owner_id', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    /** Set if the report was saved with an API key: its permissions limit those of the owner. */
    apiKeyId: bigint('api_key_id', { mode: 'number' }),
    /** Null: all devices of the account. */
    smartGroupId: bigint('smart_group_id', { mode: 'number' }).references(() => smartGroups.id),
    name: text().notNull(),
    active: boolean().notNull(),
    definition: jsonb().$type<ReportDefinition>().notNull(),
    /** The planned time of the next run; null while the report is off. */
    nextRunAt: at('next_run_at'),
    /** The next run covers the time from here: the last run, or the creation. */
    coveredUntil: at('covered_until').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('alarm_reports_account').on(table.accountId),
    index('alarm_reports_owner').on(table.ownerId),
    index('alarm_reports_group').on(table.smartGroupId),
    index('alarm_reports_due').on(table.nextRunAt),
  ],
);

export interface RunAction {
  connectorId: number;
  to: string[];
  state: ReportDeliveryState;
  failure: OutboxFailure | null;
}

export interface RunMail {
  subject: string;
  text: string;
  tables: MailTable[];
  closing: string;
}

export const alarmReportRuns = pgTable(
  'alarm_report_runs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    reportId: bigint('report_id', { mode: 'number' })
      .notNull()
      .references(() => alarmReports.id, { onDelete: 'cascade' }),
    at: at('at').notNull(),
    since: at('since').notNull(),
    counts: jsonb().$type<ReportCounts>().notNull(),
    /** Empty if there was nothing to report. */
    actions: jsonb().$type<RunAction[]>().notNull(),
    /** Kept until it has been sent or given up. */
    mail: jsonb().$type<RunMail>(),
  },
  (table) => [index('alarm_report_runs_report').on(table.reportId, table.id)],
);
