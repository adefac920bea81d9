import type { ContentType, FlowEvent, FlowTrigger } from '@stellwerk/contract/flow-event';
import type { FilterCondition, FilterType } from '@stellwerk/contract/flow-filter';
import type { FlowStep, SampleOutcome } from '@stellwerk/contract/flow-step';
import type { TransformerType } from '@stellwerk/contract/flow-transformer';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';

export interface StoredFailure {
  code: string;
  params: Record<string, string | number>;
}

export const flowFilters = pgTable(
  'flow_filters',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull().default(''),
    type: text().$type<FilterType>().notNull(),
    inputType: text('input_type').$type<ContentType>().notNull().default('generic'),
    match: text().$type<'all' | 'any'>().notNull().default('all'),
    conditions: jsonb().$type<FilterCondition[]>().notNull().default([]),
    script: text().notNull().default(''),
    /** Incremented by every change. */
    revision: bigint({ mode: 'number' }).notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('flow_filters_name').on(table.accountId, sql`lower(${table.name})`)],
);

export const flowTransformers = pgTable(
  'flow_transformers',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull().default(''),
    type: text().$type<TransformerType>().notNull(),
    inputType: text('input_type').$type<ContentType>().notNull(),
    outputType: text('output_type').$type<ContentType>().notNull(),
    script: text().notNull(),
    testValue: text('test_value').notNull().default(''),
    revision: bigint({ mode: 'number' }).notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('flow_transformers_name').on(table.accountId, sql`lower(${table.name})`)],
);

/** Edited steps that run beside the productive ones. */
export interface Shadow {
  steps: FlowStep[];
  startedAt: string;
  endsAt: string;
}

export const flows = pgTable(
  'flows',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull().default(''),
    active: boolean().notNull().default(true),
    trigger: text().$type<FlowTrigger>().notNull(),
    steps: jsonb().$type<FlowStep[]>().notNull(),
    shadow: jsonb().$type<Shadow>(),
    /** The parts of its steps, those of the shadow run included, for checks before a deletion. */
    filterIds: bigint('filter_ids', { mode: 'number' }).array().notNull().default(sql`'{}'`),
    transformerIds: bigint('transformer_ids', { mode: 'number' }).array().notNull().default(sql`'{}'`),
    connectorIds: bigint('connector_ids', { mode: 'number' }).array().notNull().default(sql`'{}'`),
    revision: bigint({ mode: 'number' }).notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('flows_name').on(table.accountId, sql`lower(${table.name})`),
    index('flows_triggered').on(table.accountId, table.trigger).where(sql`${table.active}`),
    index('flows_filters').using('gin', table.filterIds),
    index('flows_transformers').using('gin', table.transformerIds),
    index('flows_connectors').using('gin', table.connectorIds),
  ],
);

export interface StoredSample {
  at: string;
  outcome: SampleOutcome;
  input: string;
  output: string | null;
  failure: StoredFailure | null;
}

export interface StoredDifference {
  at: string;
  event: FlowEvent;
  productive: string | null;
  shadow: string | null;
}

/** Counters and the last messages of the steps of flows, written once a second. */
export const flowFigures = pgTable(
  'flow_figures',
  {
    flowId: bigint('flow_id', { mode: 'number' })
      .notNull()
      .references(() => flows.id, { onDelete: 'cascade' }),
    /** Index of the step. */
    step: integer().notNull(),
    /** For the last step; 0 for the others. */
    connectorId: bigint('connector_id', { mode: 'number' }).notNull().default(0),
    entered: bigint({ mode: 'number' }).notNull().default(0),
    passed: bigint({ mode: 'number' }).notNull().default(0),
    stopped: bigint({ mode: 'number' }).notNull().default(0),
    failed: bigint({ mode: 'number' }).notNull().default(0),
    lastAt: at('last_at'),
    lastFailure: jsonb('last_failure').$type<StoredFailure>(),
    lastFailureAt: at('last_failure_at'),
    samples: jsonb().$type<StoredSample[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.flowId, table.step, table.connectorId] })],
);

/** The comparison of a shadow run. */
export const flowShadows = pgTable('flow_shadows', {
  flowId: bigint('flow_id', { mode: 'number' })
    .primaryKey()
    .references(() => flows.id, { onDelete: 'cascade' }),
  same: bigint({ mode: 'number' }).notNull().default(0),
  different: bigint({ mode: 'number' }).notNull().default(0),
  onlyProductive: bigint('only_productive', { mode: 'number' }).notNull().default(0),
  onlyShadow: bigint('only_shadow', { mode: 'number' }).notNull().default(0),
  differences: jsonb().$type<StoredDifference[]>().notNull().default([]),
});

/** Messages that a flow could not process or send. */
export const flowDeadLetters = pgTable(
  'flow_dead_letters',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    flowId: bigint('flow_id', { mode: 'number' })
      .notNull()
      .references(() => flows.id, { onDelete: 'cascade' }),
    step: integer().notNull(),
    /** The connector that did not get the message. */
    connectorId: bigint('connector_id', { mode: 'number' }).notNull(),
    /** Messages with the same key are sent in order. */
    key: text().notNull(),
    event: jsonb().$type<FlowEvent>().notNull(),
    failure: jsonb().$type<StoredFailure>().notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** The entry of the outbox, so that a crash between the two writes does not add a letter twice. */
    entry: bigint({ mode: 'number' }).notNull(),
    at: at('at').notNull(),
  },
  (table) => [
    index('flow_dead_letters_flow').on(table.flowId, table.id),
    index('flow_dead_letters_account').on(table.accountId, table.id),
    uniqueIndex('flow_dead_letters_entry').on(table.entry),
  ],
);

/** What the queues and inboxes of an account occupy, measured in the background. */
export const flowUsages = pgTable('flow_usages', {
  accountId: bigint('account_id', { mode: 'number' })
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  queued: bigint({ mode: 'number' }).notNull().default(0),
  queuedBytes: bigint('queued_bytes', { mode: 'number' }).notNull().default(0),
  dropped: bigint({ mode: 'number' }).notNull().default(0),
});

/** Alarms that flows have not seen yet; a trigger of the alarm log adds them, in the transaction of the alarm. */
export const flowAlarms = pgTable('flow_alarms', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  alarmId: bigint('alarm_id', { mode: 'number' }).notNull(),
  accountId: bigint('account_id', { mode: 'number' }).notNull(),
  event: text().$type<'created' | 'resolved'>().notNull(),
});
