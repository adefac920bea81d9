import type { ErrorCode } from '@stellwerk/contract/errors';
import type { RuleDefinition, RuleFields, RuleResult } from '@stellwerk/contract/rule';
import type { TwinCategory } from '@stellwerk/contract/twin';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
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
import { smartGroups } from '../smart-groups/index.ts';
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
    /** The shared rule that this rule is the model or a copy of. */
    sharedRuleId: bigint('shared_rule_id', { mode: 'number' }).references((): AnyPgColumn => sharedRules.id, {
      onDelete: 'set null',
    }),
    /** Only for copies: the revision of the model that they follow. */
    modelRevision: integer('model_revision'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    updatedBy: bigint('updated_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('twin_rules_twin').on(table.twinId),
    index('twin_rules_title').using('gin', sql`lower(title) gin_trgm_ops`),
    index('twin_rules_order').on(sql`lower(${table.title})`, table.id),
    index('twin_rules_updated').on(table.updatedAt, table.id),
    uniqueIndex('twin_rules_shared').on(table.sharedRuleId, table.twinId).where(sql`${table.sharedRuleId} is not null`),
  ],
);

/**
 * A rule that also applies to the twins of a target, by copies that follow it. If the model is deleted together with its
 * twin, one of the copies takes its place.
 */
export const sharedRules = pgTable(
  'shared_rules',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    modelId: bigint('model_id', { mode: 'number' }).references((): AnyPgColumn => rules.id, { onDelete: 'set null' }),
    smartGroupId: bigint('smart_group_id', { mode: 'number' }).references(() => smartGroups.id, {
      onDelete: 'cascade',
    }),
    /** Null with a smart group. */
    tag: text(),
    /** Tagged twins must have the category of the model's twin. */
    category: text().$type<TwinCategory>().notNull(),
    /** The user whose permissions decide which twins get a copy, and the API key that limits them. */
    authorId: bigint('author_id', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    apiKeyId: bigint('api_key_id', { mode: 'number' }),
    /** The configuration of the account that the copies were last compared with; null: compare again. */
    configVersion: bigint('config_version', { mode: 'number' }),
    checkedAt: at('checked_at'),
  },
  (table) => [
    index('shared_rules_account').on(table.accountId),
    index('shared_rules_model').on(table.modelId),
    index('shared_rules_group').on(table.smartGroupId),
  ],
);

/** Twins of a target that have no copy, with the reason. */
export const sharedRuleGaps = pgTable(
  'shared_rule_gaps',
  {
    sharedRuleId: bigint('shared_rule_id', { mode: 'number' })
      .notNull()
      .references(() => sharedRules.id, { onDelete: 'cascade' }),
    twinId: bigint('twin_id', { mode: 'number' })
      .notNull()
      .references(() => twins.id, { onDelete: 'cascade' }),
    code: text().$type<ErrorCode>().notNull(),
    params: jsonb().$type<Record<string, string | number>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sharedRuleId, table.twinId] }),
    index('shared_rule_gaps_twin').on(table.twinId),
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
