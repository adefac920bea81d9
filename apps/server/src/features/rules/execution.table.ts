import type { RuleResult } from '@stellwerk/contract/rule';
import type { CommandState, JudgedNode, RunMetric, RunTrigger } from '@stellwerk/contract/rule-run';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, real, smallint, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { rules } from './rule.table.ts';

/** Evaluations of rules: a record for each that sent commands or failed, and for each series with the same result. */
export const ruleExecutions = pgTable(
  'rule_executions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ruleId: bigint('rule_id', { mode: 'number' })
      .notNull()
      .references(() => rules.id, { onDelete: 'cascade' }),
    revision: integer().notNull(),
    at: at('at').notNull(),
    lastAt: at('last_at').notNull(),
    count: integer().notNull().default(1),
    result: text().$type<RuleResult>().notNull(),
    trigger: jsonb().$type<RunTrigger>().notNull(),
    metrics: jsonb().$type<RunMetric[]>().notNull(),
    conditions: jsonb().$type<JudgedNode>(),
    isMet: boolean('is_met'),
    code: text(),
    params: jsonb().$type<Record<string, string | number>>(),
    durationMs: real('duration_ms').notNull(),
    alarmId: bigint('alarm_id', { mode: 'number' }),
    /** The evaluation failed, or one of its commands could not be delivered. */
    hasError: boolean('has_error').notNull().default(false),
  },
  (table) => [
    index('rule_executions_rule').on(table.ruleId, table.at),
    index('rule_executions_at').on(table.at),
    index('rule_executions_errors').on(table.at).where(sql`${table.hasError}`),
    index('rule_executions_alarm').on(table.alarmId).where(sql`${table.alarmId} is not null`),
  ],
);

export const ruleCommands = pgTable(
  'rule_commands',
  {
    executionId: bigint('execution_id', { mode: 'number' })
      .notNull()
      .references(() => ruleExecutions.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    type: text().notNull(),
    state: text().$type<CommandState>().notNull().default('queued'),
    target: text().notNull(),
    at: at('at'),
    attempts: integer().notNull().default(0),
    code: text(),
    params: jsonb().$type<Record<string, string | number>>(),
  },
  (table) => [
    primaryKey({ columns: [table.executionId, table.position] }),
    // Commands that wait after a failed attempt.
    index('rule_commands_waiting').on(table.code).where(sql`${table.state} = 'queued' and ${table.code} is not null`),
  ],
);
