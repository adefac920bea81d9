import type { Driver, DriverDownlink, Parser, TargetVariable } from '@stellwerk/contract/driver';
import type { testPacket } from '@stellwerk/contract/driver-workbench';
import type { HealthEntry } from '@stellwerk/contract/health';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';

export const drivers = pgTable(
  'drivers',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    title: text().notNull(),
    manufacturer: text().notNull().default(''),
    description: text().notNull().default(''),
    /** `everyone`: all accounts may use the driver, only its own may change it. */
    visibility: text().$type<'account' | 'everyone'>().notNull().default('account'),
    highlights: text().notNull().default(''),
    installationNotes: text('installation_notes').notNull().default(''),
    properties: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Stored and returned unchanged, for other programs. */
    maps: jsonb().$type<Driver['maps']>(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('drivers_account').on(table.accountId),
    index('drivers_title').on(sql`lower(${table.title})`, table.id),
    index('drivers_search').using(
      'gin',
      sql`(lower(${table.title} || ' ' || ${table.manufacturer} || ' ' || ${table.description})) gin_trgm_ops`,
    ),
  ],
);

/** `number` 0 is the draft; published versions are immutable. */
export const driverVersions = pgTable(
  'driver_versions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    driverId: bigint('driver_id', { mode: 'number' })
      .notNull()
      .references(() => drivers.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    parser: jsonb().$type<Parser>().notNull(),
    variables: jsonb().$type<TargetVariable[]>().notNull().default([]),
    health: jsonb().$type<HealthEntry[]>().notNull().default([]),
    downlinks: jsonb().$type<DriverDownlink[]>().notNull().default([]),
    notes: text().notNull().default(''),
    publishedAt: at('published_at'),
    publishedBy: bigint('published_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [uniqueIndex('driver_versions_number').on(table.driverId, table.number)],
);

export const driverTests = pgTable(
  'driver_tests',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    driverId: bigint('driver_id', { mode: 'number' })
      .notNull()
      .references(() => drivers.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    packet: jsonb().$type<z.output<typeof testPacket>>().notNull(),
    expected: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('driver_tests_driver').on(table.driverId)],
);

/** Picture and attachments; their content is in the file store under `key`. */
export const driverFiles = pgTable(
  'driver_files',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    driverId: bigint('driver_id', { mode: 'number' })
      .notNull()
      .references(() => drivers.id, { onDelete: 'cascade' }),
    kind: text().$type<'image' | 'attachment'>().notNull(),
    key: text().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('driver_files_name').on(table.driverId, table.kind, table.name),
    index('driver_files_key').on(table.key),
  ],
);
