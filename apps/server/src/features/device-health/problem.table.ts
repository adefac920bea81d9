import { bigint, boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { twins } from '../twins/index.ts';

/** Health checks that answer with a problem: pending until their duration is over, then active. */
export const deviceProblems = pgTable(
  'device_problems',
  {
    twinId: bigint('twin_id', { mode: 'number' })
      .notNull()
      .references(() => twins.id, { onDelete: 'cascade' }),
    identifier: text().notNull(),
    category: text().$type<'battery' | 'connectivity' | 'device'>().notNull(),
    severity: text().$type<'warning' | 'error'>().notNull(),
    message: text().notNull(),
    since: at('since').notNull(),
    activeSince: at('active_since'),
    isIgnored: boolean('is_ignored').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.twinId, table.identifier] })],
);
