import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import type { Fault } from '../ports.ts';

/** Only for foreign keys: the table is declared by the feature of connectors, which this module can't import. */
const connectors = pgTable('connectors', { id: bigint({ mode: 'number' }).primaryKey() });
export const connectorKey = connectors.id;

/** Outcomes of packets that were not fully applied. The packets themselves are in the log. */
export const packetFaults = pgTable(
  'packet_faults',
  {
    shard: integer().notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    /** Milliseconds since 1970, as in the log. */
    receivedAt: bigint('received_at', { mode: 'number' }).notNull(),
    connectorId: bigint('connector_id', { mode: 'number' }).notNull(),
    deviceId: bigint('device_id', { mode: 'number' }),
    outcome: text().$type<Fault['outcome']>().notNull(),
    code: text().notNull(),
    /** Parameters of the reason; `refused` contains the values that were not stored. */
    params: jsonb().$type<Record<string, string | number>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shard, table.seq] }),
    index('packet_faults_connector').on(table.connectorId, table.receivedAt),
    index('packet_faults_device').on(table.deviceId, table.receivedAt).where(sql`${table.deviceId} is not null`),
    index('packet_faults_time').on(table.receivedAt),
  ],
);

/** Messages that were refused on arrival: the last hundred of each connector. */
export const refusedMessages = pgTable(
  'refused_messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    connectorId: bigint('connector_id', { mode: 'number' })
      .notNull()
      .references(() => connectors.id, { onDelete: 'cascade' }),
    receivedAt: bigint('received_at', { mode: 'number' }).notNull(),
    identifier: text().notNull(),
    content: text().notNull(),
    code: text().notNull(),
    params: jsonb().$type<Record<string, string | number>>().notNull(),
  },
  (table) => [index('refused_messages_connector').on(table.connectorId, table.id)],
);

/** Identifiers that belonged to no device or state: a bounded number for each connector. */
export const unknownIds = pgTable(
  'unknown_ids',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    connectorId: bigint('connector_id', { mode: 'number' })
      .notNull()
      .references(() => connectors.id, { onDelete: 'cascade' }),
    identifier: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    firstAt: at('first_at').notNull(),
    lastAt: at('last_at').notNull(),
  },
  (table) => [
    uniqueIndex('unknown_ids_identifier').on(table.connectorId, table.identifier),
    index('unknown_ids_newest').on(table.connectorId, table.lastAt),
  ],
);

/** The newest messages of unknown identifiers, kept for a replay. */
export const unknownMessages = pgTable(
  'unknown_messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    connectorId: bigint('connector_id', { mode: 'number' }).notNull(),
    unknownId: bigint('unknown_id', { mode: 'number' })
      .notNull()
      .references(() => unknownIds.id, { onDelete: 'cascade' }),
    /** Milliseconds since 1970, as in the log. */
    receivedAt: bigint('received_at', { mode: 'number' }).notNull(),
    /** Content of a packet. */
    content: text().notNull(),
  },
  (table) => [
    index('unknown_messages_id').on(table.unknownId, table.id),
    index('unknown_messages_connector').on(table.connectorId, table.id),
  ],
);

/** Number of messages per connector and hour. */
export const packetCounts = pgTable(
  'packet_counts',
  {
    connectorId: bigint('connector_id', { mode: 'number' })
      .notNull()
      .references(() => connectors.id, { onDelete: 'cascade' }),
    hour: at('hour').notNull(),
    accepted: bigint({ mode: 'number' }).notNull(),
    rejected: bigint({ mode: 'number' }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectorId, table.hour] })],
);
