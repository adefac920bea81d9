import { bigint, integer, pgTable } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';

/** The demo world of this installation: at most one row, which is deleted with its account. */
export const demoWorlds = pgTable('demo_worlds', {
  accountId: bigint('account_id', { mode: 'number' })
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  seed: integer().notNull(),
  /** Boundary between past and present: earlier packets are generated, later ones are sent. */
  startsAt: at('starts_at').notNull(),
  /** Null during the build. */
  finishedAt: at('finished_at'),
});
