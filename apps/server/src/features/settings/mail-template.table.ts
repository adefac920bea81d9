import type { Language } from '@stellwerk/contract/text';
import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { accounts } from '../../platform/tenancy/account.table.ts';

/** Texts of mails that an account has of its own. */
export const mailTemplates = pgTable(
  'mail_templates',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    language: text().$type<Language>().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.name, table.language] })],
);
