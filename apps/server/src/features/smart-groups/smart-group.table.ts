import type { SmartGroupFilter } from '@stellwerk/contract/smart-group';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';

const groupId = () =>
  bigint('group_id', { mode: 'number' })
    .notNull()
    .references(() => smartGroups.id, { onDelete: 'cascade' });

/** Lies in the scope of its account. Its devices are found by the filter whenever the group is read. */
export const smartGroups = pgTable(
  'smart_groups',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text().notNull(),
    filter: jsonb().$type<SmartGroupFilter>().notNull(),
    packetThreshold: integer('packet_threshold'),
    monitorsPackets: boolean('monitors_packets').notNull(),
    /** The packets of all full hours before are counted; null after a change of the filter. */
    countedUntil: at('counted_until'),
    revision: integer().notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('smart_groups_account').on(table.accountId),
    index('smart_groups_order').on(sql`lower(${table.title})`, table.id),
    index('smart_groups_title').using('gin', sql`lower(title) gin_trgm_ops`),
    index('smart_groups_uncounted').on(table.countedUntil),
  ],
);

/** Packets of all devices of a group in a full hour; none for hours without packets. */
export const smartGroupPackets = pgTable(
  'smart_group_packets',
  { groupId: groupId(), hour: at('hour').notNull(), packets: bigint({ mode: 'number' }).notNull() },
  (table) => [primaryKey({ columns: [table.groupId, table.hour] }), index('smart_group_packets_hour').on(table.hour)],
);

export const smartGroupFiles = pgTable(
  'smart_group_files',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    groupId: groupId(),
    kind: text().$type<'attachment' | 'background'>().notNull(),
    key: text().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('smart_group_files_group').on(table.groupId, table.kind),
    uniqueIndex('smart_group_files_image').on(table.groupId).where(sql`${table.kind} = 'background'`),
  ],
);
