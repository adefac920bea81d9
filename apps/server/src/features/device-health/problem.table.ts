import { bigint, boolean, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { twins } from '../twins/index.ts';

/** Problems that health checks report: pending until the duration of the check is over, then active. */
export const deviceProblems = pgTable(
  'device_problems',
  {
    twinId: bigint('twin_id', { mode: 'number' })
      .notNull()
      .references(() => twins.id, { onDelete: 'cascade' }),
    /** Identifier of the check; a check that fails has a second problem, see `failureOf`. */
    identifier: text().notNull(),
    category: text().$type<'battery' | 'connectivity' | 'device'>().notNull(),
    severity: text().$type<'warning' | 'error'>().notNull(),
    /** Text of the check; empty for problems of the platform, which have `code` and `params`. */
    message: text().notNull(),
    code: text(),
    params: jsonb().$type<Record<string, string | number>>(),
    since: at('since').notNull(),
    activeSince: at('active_since'),
    isIgnored: boolean('is_ignored').notNull().default(false),
    isAlarmed: boolean('is_alarmed').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.twinId, table.identifier] })],
);
