import type { ScheduleFields } from '@stellwerk/contract/export-schedule';
import { bigint, boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';

export type ScheduleDefinition = Omit<ScheduleFields, 'name' | 'active'>;

/** Lies in the scope of its account. */
export const exportSchedules = pgTable(
  'export_schedules',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The user whose permissions decide about the files: who saved the schedule last. */
    ownerId: bigint('owner_id', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    /** Set if the schedule was saved with an API key: its permissions limit those of the owner. */
    apiKeyId: bigint('api_key_id', { mode: 'number' }),
    name: text().notNull(),
    active: boolean().notNull(),
    definition: jsonb().$type<ScheduleDefinition>().notNull(),
    /** The planned time of the next run; null while the schedule is off. */
    nextRunAt: at('next_run_at'),
    lastRunAt: at('last_run_at'),
    lastExportId: bigint('last_export_id', { mode: 'number' }),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('export_schedules_account').on(table.accountId),
    index('export_schedules_owner').on(table.ownerId),
    index('export_schedules_due').on(table.nextRunAt),
  ],
);
