import type { Feedback } from '@stellwerk/contract/feedback';
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';

export interface FeedbackFile {
  key: string;
  name: string;
  type: string;
  sizeBytes: number;
}

/** What users have sent, so that nothing is lost when a mail is not delivered. */
export const feedbacks = pgTable(
  'feedbacks',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Null after the user was deleted. */
    userId: bigint('user_id', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    userName: text('user_name').notNull(),
    kind: text().$type<Feedback['kind']>().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    contact: text().notNull(),
    page: text().notNull(),
    state: text().$type<Feedback['state']>().notNull(),
    files: jsonb().$type<FeedbackFile[]>().notNull().default([]),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('feedbacks_account').on(table.accountId, table.createdAt),
    index('feedbacks_user').on(table.userId),
  ],
);
