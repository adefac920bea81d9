import type { ConnectorState, Mutator } from '@stellwerk/contract/connector';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';

/** Configured links to other systems; they live in the scope of their account. */
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
    /** By the schema of the kind's version; secrets stand elsewhere. */
    options: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    optionsVersion: bigint('options_version', { mode: 'number' }).notNull().default(1),
    /** Grows with every change after which it has to connect anew. */
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

/** What changes all the time, apart from what is configured. */
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
  lastPacketAt: at('last_packet_at'),
});

/** The last hundred changes of state a connector. */
export const connectorLogs = pgTable(
  'connector_logs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    connectorId: bigint('connector_id', { mode: 'number' })
      .notNull()
      .references(() => connectors.id, { onDelete: 'cascade' }),
    at: at('at').notNull().defaultNow(),
    state: text().$type<ConnectorState>().notNull(),
    code: text(),
    params: jsonb().$type<Record<string, string | number>>(),
  },
  (table) => [index('connector_logs_connector').on(table.connectorId, table.id)],
);
