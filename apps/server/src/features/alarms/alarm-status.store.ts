import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { refreshTwinStatuses } from '../states/index.ts';
import { setTwinAlarms } from '../twins/index.ts';
import { alarms } from './alarm.table.ts';

/** The worst open alarm of the rules of each twin, with the numbers of statuses. */
async function worstAlarms(db: Db, twinIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: number; alarm: number }>(sql`
    select twin_id as id, max(case severity when 'error' then 3 else 2 end)::int as alarm from ${alarms}
    where resolved_at is null and origin = 'rule' and not is_muted and twin_id = any(${sql.param([...twinIds])}::bigint[])
    group by twin_id`);
  return new Map(rows.map(({ id, alarm }) => [Number(id), alarm]));
}

/**
 * Updates the statuses of twins after their alarms have changed. Alarms of health are part of the health already. Only
 * the twin itself is written: what lies above it is computed when it is read.
 */
export async function spreadAlarms(
  db: Db,
  changed: readonly { twinId: number | null; origin: string }[],
): Promise<void> {
  const twinIds = new Set(changed.flatMap(({ twinId, origin }) => (origin === 'rule' ? (twinId ?? []) : [])));
  if (twinIds.size === 0) return;
  const changedIds = await setTwinAlarms(db, [...twinIds], (ids) => worstAlarms(db, ids));
  if (changedIds.length > 0) await refreshTwinStatuses(db, changedIds);
}
