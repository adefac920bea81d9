import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Fault } from '../../ingest/ports.ts';
import { at } from '../../platform/db/columns.ts';
import { connectors } from '../connectors/index.ts';

/** What became of packets that were not simply applied. The packets themselves stand in the log of ingest. */
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
    /** Of the reason; `refused` beside them holds the values that were not taken. */
    params: jsonb().$type<Record<string, string | number>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shard, table.seq] }),
    index('packet_faults_connector').on(table.connectorId, table.receivedAt),
    index('packet_faults_device').on(table.deviceId, table.receivedAt).where(sql`${table.deviceId} is not null`),
    index('packet_faults_time').on(table.receivedAt),
  ],
);

/** Messages that were refused at the door: the last hundred of each connector. */
export const refusedMessages = pgTable(
  'refused_messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    connectorId: bigint('connector_id', { mode: 'number' })
      .notNull()
      .references(() => connectors.id, { onDelete: 'cascade' }),
    receivedAt: bigint('received_at', { mode: 'number' }).notNull(),
    identifier: text().notNull(),
    /** As it came, cut where it is long. */
    content: text().notNull(),
    code: text().notNull(),
    params: jsonb().$type<Record<string, string | number>>().notNull(),
  },
  (table) => [index('refused_messages_connector').on(table.connectorId, table.id)],
);

/** How much came through a connector, hour by hour. */
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
