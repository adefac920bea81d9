import { bigint, integer, pgTable } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';

/** The demo world of this installation, where it has one: a single row, which goes with its account. */
export const demoWorlds = pgTable('demo_worlds', {
  accountId: bigint('account_id', { mode: 'number' })
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  seed: integer().notNull(),
  /** Where the past ends and the present begins: before it packets are written, after it they are sent. */
  startsAt: at('starts_at').notNull(),
  /** Null while it is being built. */
  finishedAt: at('finished_at'),
});
