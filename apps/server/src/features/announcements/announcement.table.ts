import type { Announcement } from '@stellwerk/contract/announcement';
import { bigint, boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';

export const announcements = pgTable(
  'announcements',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    type: text().$type<Announcement['type']>().notNull(),
    message: text().notNull(),
    active: boolean().notNull(),
    startAt: at('start_at'),
    endAt: at('end_at'),
    link: jsonb().$type<Announcement['link']>(),
    includeSubAccounts: boolean('include_sub_accounts').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('announcements_account').on(table.accountId)],
);
