import type { ConnectorLogKind, ConnectorState, DeliverySource, Mutator } from '@stellwerk/contract/connector';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';

/** Configured connections to other systems. Connectors lie in the scope of their account. */
export const connectors = pgTable(
  'connectors',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    type: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    active: boolean().notNull().default(true),
    /** Parsed with the schema of the kind; secrets are stored in another table. */
    options: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    optionsVersion: bigint('options_version', { mode: 'number' }).notNull().default(1),
    /** Incremented by every change that requires a new connection. */
    revision: bigint({ mode: 'number' }).notNull().default(1),
    mutator: jsonb().$type<Mutator>().notNull(),
    deviceLimit: integer('device_limit'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('connectors_name').on(table.accountId, sql`lower(${table.name})`),
    index('connectors_type').on(table.type),
  ],
);

/** Counters and state change often, so they are separate from the configuration. */
export const connectorStatus = pgTable('connector_status', {
  connectorId: bigint('connector_id', { mode: 'number' })
    .primaryKey()
    .references(() => connectors.id, { onDelete: 'cascade' }),
  state: text().$type<ConnectorState>().notNull().default('waiting'),
  code: text(),
  params: jsonb().$type<Record<string, string | number>>(),
  stateAt: at('state_at').notNull().defaultNow(),
  accepted: bigint({ mode: 'number' }).notNull().default(0),
  rejected: bigint({ mode: 'number' }).notNull().default(0),
  dropped: bigint({ mode: 'number' }).notNull().default(0),
  lastPacketAt: at('last_packet_at'),
});

/** The last hundred state changes and refused sign-ins of each connector. */
export const connectorLogs = pgTable(
  'connector_logs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    connectorId: bigint('connector_id', { mode: 'number' })
      .notNull()
      .references(() => connectors.id, { onDelete: 'cascade' }),
    at: at('at').notNull().defaultNow(),
    state: text().$type<ConnectorLogKind>().notNull(),
    code: text(),
    params: jsonb().$type<Record<string, string | number>>(),
  },
  (table) => [index('connector_logs_connector').on(table.connectorId, table.id)],
);

/** The last hundred messages that each connector sent, and calls that failed. Queued ones are in the outbox. */
export const connectorDeliveries = pgTable(
  'connector_deliveries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    connectorId: bigint('connector_id', { mode: 'number' })
      .notNull()
      .references(() => connectors.id, { onDelete: 'cascade' }),
    at: at('at').notNull(),
    source: text().$type<DeliverySource>().notNull(),
    /** Truncated, without secrets. */
    content: text().notNull(),
    /** The response of the other system, truncated. */
    answer: text(),
    code: text(),
    params: jsonb().$type<Record<string, string | number>>(),
  },
  (table) => [index('connector_deliveries_connector').on(table.connectorId, table.id)],
);
