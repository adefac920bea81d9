import { bigint, boolean, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { twins } from '../twins/index.ts';

/** Health checks that answer with a problem: pending until their duration is over, then active. */
export const deviceProblems = pgTable(
  'device_problems',
  {
    twinId: bigint('twin_id', { mode: 'number' })
      .notNull()
      .references(() => twins.id, { onDelete: 'cascade' }),
    /** That of the check; a check that itself fails has a problem beside it, see `failureOf`. */
    identifier: text().notNull(),
    category: text().$type<'battery' | 'connectivity' | 'device'>().notNull(),
    severity: text().$type<'warning' | 'error'>().notNull(),
    /** In the words of the check. Where the platform itself speaks, `code` and `params` say it instead. */
    message: text().notNull(),
    code: text(),
    params: jsonb().$type<Record<string, string | number>>(),
    since: at('since').notNull(),
    activeSince: at('active_since'),
    isIgnored: boolean('is_ignored').notNull().default(false),
    /** An alarm was opened for it and has not been resolved. */
    isAlarmed: boolean('is_alarmed').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.twinId, table.identifier] })],
);
