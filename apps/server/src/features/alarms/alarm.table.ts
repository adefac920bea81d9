import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
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
    /** What raised it: `health`, `rule`, later `group`, with the id of the device, rule or group. */
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
    /** Who resolved it by hand. */
    resolvedBy: bigint('resolved_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('alarms_open')
      .on(table.origin, table.originId, table.identifier)
      .where(sql`${table.resolvedAt} is null`),
    index('alarms_twin').on(table.twinId, table.openedAt),
    index('alarms_account').on(table.accountId, table.openedAt),
    index('alarms_opened').on(table.openedAt, table.id),
    index('alarms_resolved').on(table.resolvedAt, table.id),
    index('alarms_unresolved').on(table.openedAt, table.id).where(sql`${table.resolvedAt} is null`),
    // For filters and orders of the log by what most alarms share with many others.
    index('alarms_category').on(table.category, table.openedAt, table.id),
    index('alarms_severity').on(sql`(${table.severity} = 'error')`, table.openedAt, table.id),
    index('alarms_rule').on(table.originId, table.openedAt).where(sql`${table.origin} = 'rule'`),
    // Read apart from the others, see the filter of the log.
    index('alarms_orphans').on(table.openedAt, table.id).where(sql`${table.twinId} is null`),
    // Where the platform speaks the words are not in the message.
    index('alarms_code').on(table.code).where(sql`${table.code} is not null`),
    index('alarms_message').using('gin', sql`lower(message) gin_trgm_ops`),
  ],
);

export const alarmComments = pgTable(
  'alarm_comments',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    alarmId: bigint('alarm_id', { mode: 'number' })
      .notNull()
      .references(() => alarms.id, { onDelete: 'cascade' }),
    userId: bigint('user_id', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    message: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('alarm_comments_alarm').on(table.alarmId, table.id)],
);
