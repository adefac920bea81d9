import type { VisualisationOptions } from '@stellwerk/contract/state';
import type { SourceConfig, StateSource } from '@stellwerk/contract/state-source';
import { sql } from 'drizzle-orm';
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { twins } from '../twins/index.ts';

/** The definition of a data point. Its id is the series of its history. */
export const states = pgTable(
  'states',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    twinId: bigint('twin_id', { mode: 'number' })
      .notNull()
      .references(() => twins.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    title: text().notNull(),
    unit: text().notNull().default(''),
    icon: text().notNull().default(''),
    valueType: text('value_type').$type<'number' | 'string' | 'boolean' | 'json' | 'null'>().notNull(),
    lowerBound: doublePrecision('lower_bound'),
    upperBound: doublePrecision('upper_bound'),
    transformer: text().notNull().default(''),
    layout: text().$type<'auto' | 'boolean' | 'range' | 'gps' | 'number' | 'hidden'>().notNull().default('auto'),
    visualisation: jsonb().$type<VisualisationOptions>().notNull(),
    geoLink: text('geo_link').$type<'latitude' | 'longitude'>(),
    validSeconds: integer('valid_seconds'),
    source: text().$type<StateSource>().notNull(),
    /** Sources are also stored in state_sources, which is authoritative; only this column keeps their order. */
    config: jsonb().$type<SourceConfig>().notNull(),
    position: integer().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('states_key').on(table.twinId, sql`lower(${table.key})`),
    index('states_order').on(table.twinId, table.position, table.id),
    index('states_source').on(table.source).where(sql`${table.source} in ('random', 'system', 'datarouting')`),
    index('states_connector')
      .on(sql`((${table.config} ->> 'connectorId')::bigint)`)
      .where(sql`${table.source} = 'connector'`),
    index('states_outbound')
      .on(sql`((${table.visualisation} -> 'outbound' ->> 'connectorId')::bigint)`)
      .where(sql`${table.visualisation} -> 'outbound' ->> 'connectorId' is not null`),
    index('states_search').using('gin', sql`(lower(${table.title} || ' ' || ${table.key})) gin_trgm_ops`),
    index('states_by_key').on(sql`lower(${table.key})`, table.id),
    index('states_title').on(sql`lower(${table.title})`, table.id),
  ],
);

/** The sources of computed states, for loop checks, lineage and propagation. */
export const stateEdges = pgTable(
  'state_sources',
  {
    stateId: bigint('state_id', { mode: 'number' })
      .notNull()
      .references(() => states.id, { onDelete: 'cascade' }),
    sourceStateId: bigint('source_state_id', { mode: 'number' })
      .notNull()
      .references(() => states.id),
  },
  (table) => [
    primaryKey({ columns: [table.stateId, table.sourceStateId] }),
    index('state_sources_source').on(table.sourceStateId),
  ],
);

/** Deleted states, whose history is removed in the background. */
export const droppedSeries = pgTable('dropped_series', {
  series: bigint({ mode: 'number' }).primaryKey(),
  droppedAt: at('dropped_at').notNull().defaultNow(),
});
