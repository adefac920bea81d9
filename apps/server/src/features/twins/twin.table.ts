import type { GeoPolygon } from '@stellwerk/contract/geo';
import type { Responsibility, TwinCategory, TwinType } from '@stellwerk/contract/twin';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { at, ltree } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';

interface Contact {
  name: string;
  role: string;
  email: string;
  phone: string;
}

/** Twins and virtual devices: one tree per account. */
export const twins = pgTable(
  'twins',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    parentId: bigint('parent_id', { mode: 'number' }).references((): AnyPgColumn => twins.id, { onDelete: 'cascade' }),
    /** The ids from the top of the account's tree down to this twin. */
    path: ltree().notNull(),
    /** Its own scope, else the scope of the nearest ancestor with one, else that of the account. */
    scopeId: bigint('scope_id', { mode: 'number' })
      .notNull()
      .references(() => scopes.id),
    ownsScope: boolean('owns_scope').notNull().default(false),
    category: text().$type<TwinCategory>().notNull().default('digitalTwin'),
    type: text().$type<TwinType>().notNull().default('default'),
    title: text().notNull(),
    description: text().notNull().default(''),
    icon: text().notNull().default(''),
    tags: text().array().notNull().default(sql`'{}'`),
    address: text().notNull().default(''),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** Web Mercator, with a world of 2^30 units; null without a position. For boxes and clusters on maps. */
    x: integer(),
    y: integer(),
    isAddressLinked: boolean('is_address_linked').notNull().default(true),
    geoPolygon: jsonb('geo_polygon').$type<GeoPolygon>(),
    keyValue: jsonb('key_value').$type<{ key: string; value: string }[]>().notNull().default([]),
    floorNumber: integer('floor_number'),
    room: text().notNull().default(''),
    overlayBounds: jsonb('overlay_bounds').$type<{ north: number; east: number; south: number; west: number }>(),
    contacts: jsonb().$type<Contact[]>().notNull().default([]),
    disabled: boolean().notNull().default(false),
    /** 0 unknown, 1 ok, 2 warning, 3 error: the worst of its states, its health and its alarm, updated with them. */
    status: smallint().notNull().default(0),
    /** Result of a device's checks, with the same numbers; 0 for other twins. */
    /** 4 is invalid and counts as a warning. */
    health: smallint().notNull().default(0),
    /** The worst open alarm of its rules, with the same numbers; 0 without one. */
    alarm: smallint().notNull().default(0),
    /** Title, tags and reference ids in lower case, for the search. See `searchTextOf`. */
    searchText: text('search_text').notNull(),
    /** The background job and its line that created the twin, so that a restarted job recognises it. */
    bulkJobId: bigint('bulk_job_id', { mode: 'number' }),
    bulkLine: integer('bulk_line'),
    createdBy: bigint('created_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('twins_path_tree').using('gist', table.path),
    index('twins_children').on(table.parentId, sql`lower(${table.title})`, table.id),
    index('twins_scope').on(table.scopeId),
    index('twins_account_title').on(table.accountId, sql`lower(${table.title})`, table.id),
    index('twins_title').on(sql`lower(${table.title})`, table.id),
    index('twins_type').on(table.type, table.id),
    index('twins_created').on(table.createdAt, table.id),
    index('twins_updated').on(table.updatedAt, table.id),
    // For the topmost visible twins: a twin in its parent's scope is as visible as the parent.
    index('twins_tops')
      .on(sql`lower(${table.title})`, table.id)
      .where(sql`${table.parentId} is null or ${table.ownsScope}`),
    uniqueIndex('twins_bulk').on(table.bulkJobId, table.bulkLine).where(sql`${table.bulkJobId} is not null`),
    index('twins_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
    index('twins_tags').using('gin', table.tags),
    // Lists devices without reading plain twins.
    index('twins_device_title')
      .on(sql`lower(${table.title})`, table.id)
      .where(sql`${table.category} = 'virtualDevice'`),
    // For the twins below another one that need attention.
    index('twins_errors').using('gist', table.path).where(sql`${table.status} = 3 and not ${table.disabled}`),
    index('twins_warnings').using('gist', table.path).where(sql`${table.status} = 2 and not ${table.disabled}`),
    index('twins_place').on(table.x, table.y).where(sql`${table.x} is not null`),
    // Bounding boxes of areas on the map and their longer sides, because low zoom levels show only large areas.
    index('twins_area')
      .using('gist', sql`twin_area(${table.geoPolygon}, ${table.latitude}, ${table.longitude})`)
      .where(sql`${table.geoPolygon} is not null`),
    index('twins_area_extent')
      .on(sql`twin_area_extent(${table.geoPolygon}, ${table.latitude}, ${table.longitude})`)
      .where(sql`${table.geoPolygon} is not null`),
    index('twins_floors').on(table.id).where(sql`${table.overlayBounds} is not null`),
    // Sibling twins differ by title; devices by their external id.
    uniqueIndex('twins_sibling_title')
      .on(table.accountId, sql`coalesce(${table.parentId}, 0)`, sql`lower(${table.title})`)
      .where(sql`${table.category} = 'digitalTwin'`),
  ],
);

/** References by which senders address a twin. */
export const twinReferences = pgTable(
  'twin_references',
  {
    twinId: bigint('twin_id', { mode: 'number' })
      .notNull()
      .references(() => twins.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    value: text().notNull(),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.twinId, table.name] }),
    index('twin_references_value').on(table.name, table.value),
  ],
);

export const twinUsers = pgTable(
  'twin_users',
  {
    twinId: bigint('twin_id', { mode: 'number' })
      .notNull()
      .references(() => twins.id, { onDelete: 'cascade' }),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    responsibility: text().$type<Responsibility>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.twinId, table.userId, table.responsibility] }),
    index('twin_users_user').on(table.userId),
  ],
);

/** Attachments and the two images; their content is in the file store under `key`. */
export const twinFiles = pgTable(
  'twin_files',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    twinId: bigint('twin_id', { mode: 'number' })
      .notNull()
      .references(() => twins.id, { onDelete: 'cascade' }),
    kind: text().$type<'attachment' | 'background' | 'overlay'>().notNull(),
    key: text().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('twin_files_twin').on(table.twinId, table.kind),
    uniqueIndex('twin_files_image').on(table.twinId, table.kind).where(sql`${table.kind} <> 'attachment'`),
    index('twin_files_key').on(table.key),
  ],
);

/** Tracks of twins: one row per position. */
export const twinPositions = pgTable(
  'twin_positions',
  {
    twinId: bigint('twin_id', { mode: 'number' })
      .notNull()
      .references(() => twins.id, { onDelete: 'cascade' }),
    at: at('at').notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.twinId, table.at] })],
);
