import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../accounts/index.ts';
import { twins } from '../twins/index.ts';

/** Entries of the alarm log. While one is open, no second one of the same origin and identifier can exist. */
export const alarms = pgTable(
  'alarms',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Null once the twin is gone: the log outlives it. */
    twinId: bigint('twin_id', { mode: 'number' }).references(() => twins.id, { onDelete: 'set null' }),
    /** What raised it: `health`, later `rule` and `group`, with the id of the device, rule or group. */
    origin: text().notNull(),
    originId: bigint('origin_id', { mode: 'number' }).notNull(),
    identifier: text().notNull(),
    category: text().notNull(),
    severity: text().$type<'warning' | 'error'>().notNull(),
    /** In the words of whoever wrote the check. Where the platform itself speaks, `code` and `params` say it instead. */
    message: text().notNull(),
    code: text(),
    params: jsonb().$type<Record<string, string | number>>(),
    /** What it was judged by. */
    evidence: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    openedAt: at('opened_at').notNull(),
    resolvedAt: at('resolved_at'),
  },
  (table) => [
    uniqueIndex('alarms_open')
      .on(table.origin, table.originId, table.identifier)
      .where(sql`${table.resolvedAt} is null`),
    index('alarms_twin').on(table.twinId, table.openedAt),
    index('alarms_account').on(table.accountId, table.openedAt),
  ],
);
