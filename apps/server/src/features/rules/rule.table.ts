import type { RuleDefinition, RuleFields, RuleResult } from '@stellwerk/contract/rule';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { states } from '../states/index.ts';
import { twins } from '../twins/index.ts';
import type { Phase } from './evaluate/index.ts';

const ruleId = () =>
  bigint('rule_id', { mode: 'number' })
    .notNull()
    .references(() => rules.id, { onDelete: 'cascade' });

/**
 * The current version of a rule; each change creates a revision. Database triggers log every change, for caches of
 * rules. Named `twin_rules`, because the table `rules` belongs to permissions.
 */
export const rules = pgTable(
  'twin_rules',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    twinId: bigint('twin_id', { mode: 'number' })
      .notNull()
      .references(() => twins.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text().notNull().default(''),
    active: boolean().notNull().default(true),
    revision: integer().notNull().default(1),
    definition: jsonb().$type<RuleDefinition>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    updatedBy: bigint('updated_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('twin_rules_twin').on(table.twinId),
    index('twin_rules_title').using('gin', sql`lower(title) gin_trgm_ops`),
    index('twin_rules_order').on(sql`lower(${table.title})`, table.id),
    index('twin_rules_updated').on(table.updatedAt, table.id),
  ],
);

export const ruleRevisions = pgTable(
  'rule_revisions',
  {
    ruleId: ruleId(),
    revision: integer().notNull(),
    fields: jsonb().$type<RuleFields>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    createdBy: bigint('created_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [primaryKey({ columns: [table.ruleId, table.revision] })],
);

/** The states that a rule refers to, and their role. */
export const ruleStates = pgTable(
  'rule_states',
  {
    ruleId: ruleId(),
    stateId: bigint('state_id', { mode: 'number' })
      .notNull()
      .references(() => states.id, { onDelete: 'cascade' }),
    kind: text().$type<'metric' | 'aggregate' | 'command'>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ruleId, table.stateId, table.kind] }),
    index('rule_states_state').on(table.stateId),
  ],
);

/** The memory of the engine about a rule between two evaluations, and its counters. */
export const ruleStatus = pgTable(
  'rule_status',
  {
    ruleId: ruleId().primaryKey(),
    lastEvaluatedAt: at('last_evaluated_at'),
    lastExecutedAt: at('last_executed_at'),
    lastResult: text('last_result').$type<RuleResult>(),
    code: text(),
    params: jsonb().$type<Record<string, string | number>>(),
    evaluations: bigint({ mode: 'number' }).notNull().default(0),
    executions: bigint({ mode: 'number' }).notNull().default(0),
    errors: bigint({ mode: 'number' }).notNull().default(0),
    limited: bigint({ mode: 'number' }).notNull().default(0),
    /** Number of consecutive evaluations in which a script reached a limit. */
    hangs: smallint().notNull().default(0),
    pausedUntil: at('paused_until'),
    /** By the position of the trigger in the definition; invalid for any other revision. */
    geofences: jsonb().$type<{ revision: number; places: Record<string, unknown> }>(),
    /** What the conditions remember; invalid for any other revision. */
    phase: jsonb().$type<{ revision: number } & Phase>(),
    /** The record that counts further evaluations with the same result. */
    openExecutionId: bigint('open_execution_id', { mode: 'number' }),
  },
  // No index on columns that change with every evaluation, so that PostgreSQL can update rows in place.
  (table) => [index('rule_status_paused').on(table.pausedUntil).where(sql`${table.pausedUntil} is not null`)],
);

/** Times at which the scheduler must wake rules. */
export const ruleWakeups = pgTable(
  'rule_wakeups',
  {
    ruleId: ruleId(),
    /**
     * `time`, `dwell`, `lasted` (the conditions have been true for long enough), or `value` (an evaluation that needs its
     * own transaction).
     */
    kind: text().$type<'time' | 'dwell' | 'lasted' | 'value'>().notNull(),
    key: text().notNull(),
    at: at('at').notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.ruleId, table.kind, table.key] }), index('rule_wakeups_at').on(table.at)],
);

/** Number of commands that the rules of an account have sent in an hour. */
export const ruleBudgets = pgTable(
  'rule_budgets',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    hour: at('hour').notNull(),
    commands: integer().notNull().default(0),
    mails: integer().notNull().default(0),
    limited: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.hour] }), index('rule_budgets_hour').on(table.hour)],
);
