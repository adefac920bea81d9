import { bigint, index, pgTable } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../accounts/index.ts';

/**
 * Counts the changes of what an account has configured. Triggers write here, once a transaction, so that nobody can
 * forget it; a batch of packets checks that the versions it was computed with still hold.
 */
export const configVersions = pgTable('config_versions', {
  accountId: bigint('account_id', { mode: 'number' })
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  version: bigint({ mode: 'number' }).notNull(),
  /** The transaction that counted last. */
  xid: bigint({ mode: 'number' }).notNull(),
});

/** What has changed, so that a process need not read everything again. Kept for an hour. */
export const configChanges = pgTable(
  'config_changes',
  {
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    version: bigint({ mode: 'number' }).notNull(),
    /** 0: none, a connector is new. Without a driver either: everything of the account. */
    twinId: bigint('twin_id', { mode: 'number' }),
    /** Or: all devices of this driver. */
    driverId: bigint('driver_id', { mode: 'number' }),
    changedAt: at('changed_at').notNull().defaultNow(),
  },
  (table) => [
    index('config_changes_account').on(table.accountId, table.version),
    index('config_changes_time').on(table.changedAt),
  ],
);
