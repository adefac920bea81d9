import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { twins } from '../twins/index.ts';

/** The alarm log. Only one alarm per origin and identifier can be open. */
export const alarms = pgTable(
  'alarms',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Null after the deletion of the twin: alarms outlive it. */
    twinId: bigint('twin_id', { mode: 'number' }).references(() => twins.id, { onDelete: 'set null' }),
    /** Source of the alarm, such as `health` or `rule`, with the id of the device or rule. */
    origin: text().notNull(),
    originId: bigint('origin_id', { mode: 'number' }).notNull(),
    identifier: text().notNull(),
    category: text().notNull(),
    severity: text().$type<'warning' | 'error'>().notNull(),
    /** Text by the author of the check; empty for alarms of the platform, which have `code` and `params`. */
    message: text().notNull(),
    code: text(),
    params: jsonb().$type<Record<string, string | number>>(),
    evidence: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** The alarm about the common cause of this one and others; lists show only that one. */
    causeId: bigint('cause_id', { mode: 'number' }).references((): AnyPgColumn => alarms.id, { onDelete: 'set null' }),
    openedAt: at('opened_at').notNull(),
    resolvedAt: at('resolved_at'),
    resolvedBy: bigint('resolved_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    acknowledgedAt: at('acknowledged_at'),
    acknowledgedBy: bigint('acknowledged_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    assigneeId: bigint('assignee_id', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    mutedUntil: at('muted_until'),
    /** Muted by hand or by a maintenance; updated every minute. */
    isMuted: boolean('is_muted').notNull().default(false),
  },
  (table) => [
    uniqueIndex('alarms_open')
      .on(table.origin, table.originId, table.identifier)
      .where(sql`${table.resolvedAt} is null`),
    index('alarms_twin').on(table.twinId, table.openedAt),
    index('alarms_open_twin').on(table.twinId).where(sql`${table.resolvedAt} is null`),
    index('alarms_account').on(table.accountId, table.openedAt),
    index('alarms_opened').on(table.openedAt, table.id),
    index('alarms_resolved').on(table.resolvedAt, table.id),
    index('alarms_unresolved').on(table.openedAt, table.id).where(sql`${table.resolvedAt} is null`),
    index('alarms_cause').on(table.causeId).where(sql`${table.causeId} is not null`),
    // These values are shared by many alarms, so each index also contains the default order.
    index('alarms_category').on(table.category, table.openedAt, table.id),
    index('alarms_severity').on(sql`(${table.severity} = 'error')`, table.openedAt, table.id),
    index('alarms_rule').on(table.originId, table.openedAt).where(sql`${table.origin} = 'rule'`),
    // Alarms of deleted twins are a separate source of the log, see `alarmSources`.
    index('alarms_orphans').on(table.openedAt, table.id).where(sql`${table.twinId} is null`),
    // Texts of the platform are searched by code, because they are not in `message`.
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

/** Mails to further people while an alarm stays open; a row is done once its mail is in the outbox. */
export const alarmEscalations = pgTable(
  'alarm_escalations',
  {
    alarmId: bigint('alarm_id', { mode: 'number' })
      .notNull()
      .references(() => alarms.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    dueAt: at('due_at').notNull(),
    recipients: text().array().notNull(),
    queuedAt: at('queued_at'),
    sentAt: at('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.alarmId, table.position] }),
    index('alarm_escalations_due').on(table.dueAt).where(sql`${table.queuedAt} is null`),
  ],
);

/** Times in which the alarms of a twin are muted. */
export const maintenances = pgTable(
  'maintenances',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    twinId: bigint('twin_id', { mode: 'number' })
      .notNull()
      .references(() => twins.id, { onDelete: 'cascade' }),
    fromAt: at('from_at').notNull(),
    toAt: at('to_at').notNull(),
    includesBelow: boolean('includes_below').notNull(),
    reason: text().notNull().default(''),
    createdBy: bigint('created_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('maintenances_twin').on(table.twinId), index('maintenances_to').on(table.toAt)],
);
