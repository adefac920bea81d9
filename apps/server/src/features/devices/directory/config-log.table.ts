import { bigint, index, pgTable } from 'drizzle-orm/pg-core';
import { at } from '../../../platform/db/columns.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';

/**
 * Counts configuration changes per account. Triggers increment the version once per transaction, so that no code can
 * forget it; a batch of packets verifies that the versions it was computed with are still current.
 */
export const configVersions = pgTable('config_versions', {
  accountId: bigint('account_id', { mode: 'number' })
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  version: bigint({ mode: 'number' }).notNull(),
  /** The transaction that last incremented the version. */
  xid: bigint({ mode: 'number' }).notNull(),
});

/** The changed objects, so that a process need not reload everything. Kept for an hour. */
export const configChanges = pgTable(
  'config_changes',
  {
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    version: bigint({ mode: 'number' }).notNull(),
    /** The changed twin. 0: no twin, a connector was created. Null without a driver: the whole account. */
    twinId: bigint('twin_id', { mode: 'number' }),
    /** The changed driver: all of its devices are affected. */
    driverId: bigint('driver_id', { mode: 'number' }),
    changedAt: at('changed_at').notNull().defaultNow(),
  },
  (table) => [
    index('config_changes_account').on(table.accountId, table.version),
    index('config_changes_time').on(table.changedAt),
  ],
);
