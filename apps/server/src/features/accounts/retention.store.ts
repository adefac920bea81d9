import { desc, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';

export interface PacketRetention {
  days: number;
  accountIds: number[];
}

/** How long packets are kept, the longest first, with the accounts that keep them so long. */
export const packetRetentions = (db: Db): Promise<PacketRetention[]> =>
  db
    .select({ days: accounts.packetRetentionDays, accountIds: sql<number[]>`array_agg(${accounts.id})` })
    .from(accounts)
    .groupBy(accounts.packetRetentionDays)
    .orderBy(desc(accounts.packetRetentionDays));
