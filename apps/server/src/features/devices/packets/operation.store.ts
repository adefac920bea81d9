import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { devices } from '../device.table.ts';

/** A device in transit, or ready for operation, becomes operational with its first packet. */
export async function startOperation(db: Db, twinIds: readonly number[]): Promise<void> {
  if (twinIds.length === 0) return;
  await db.execute(sql`update ${devices} set operational_status = 3
    where twin_id = any(${sql.param([...twinIds])}::bigint[]) and operational_status in (1, 2)`);
}
