import { bigint, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { at, jsonText } from '../../platform/db/columns.ts';

/** Only for foreign keys: the tables are declared by features, which this module can't import. */
const states = pgTable('states', { id: bigint({ mode: 'number' }).primaryKey() });
const devices = pgTable('devices', { twinId: bigint('twin_id', { mode: 'number' }).primaryKey() });

/** The newest value of each state by measurement time; a row exists from the state's creation on. */
export const stateValues = pgTable('state_values', {
  stateId: bigint('state_id', { mode: 'number' })
    .primaryKey()
    .references(() => states.id, { onDelete: 'cascade' }),
  value: jsonText(),
  measuredAt: at('measured_at'),
  receivedAt: at('received_at'),
  origin: text().$type<'live' | 'manual' | 'rederived'>(),
  /** The packet that the value came from. Shard 0 is the platform itself, with numbers of state_value_seq. */
  shard: integer(),
  seq: bigint({ mode: 'number' }),
  status: smallint().notNull().default(0),
  /** The reason why the last computation failed. */
  problemCode: text('problem_code'),
  problemParams: jsonb('problem_params').$type<Record<string, string | number>>(),
});

/** The columns of a device that every packet changes. */
export const deviceStatus = pgTable('device_status', {
  twinId: bigint('twin_id', { mode: 'number' })
    .primaryKey()
    .references(() => devices.twinId, { onDelete: 'cascade' }),
  lastSeenAt: at('last_seen_at'),
  /** 0 unknown, 1 ok, 2 warning, 3 error, 4 invalid. */
  health: smallint().notNull().default(0),
  packets: bigint({ mode: 'number' }).notNull().default(0),
});
