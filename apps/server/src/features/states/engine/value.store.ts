import { sql } from 'drizzle-orm';
import { worstStatuses } from '../../../ingest/newest/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { lockTwinHealths, setTwinStatuses } from '../../twins/index.ts';

/** Increment of the sequence: one `nextval` reserves all numbers up to the next one. */
const drawn = 1_000;

/**
 * Takes sequence numbers for values that don't come from a packet: at least `count`, rounded up to full increments.
 * They ascend, and are greater than all numbers taken before.
 */
export async function takeSeqs(db: Db, count: number): Promise<number[]> {
  if (count === 0) return [];
  const draws = await db.execute<{ first: number }>(
    sql`select nextval('state_value_seq') as first from generate_series(1, ${Math.ceil(count / drawn)}::int)`,
  );
  return draws.rows.flatMap(({ first }) => Array.from({ length: drawn }, (_, index) => first + index));
}

/**
 * The status of a twin is the worst of its states and its health. Twins are locked before their states are read, so
 * that of two concurrent changes the later one sees both.
 */
export async function refreshTwinStatuses(db: Db, twinIds: Iterable<number>): Promise<void> {
  const healths = await lockTwinHealths(db, [...twinIds]);
  if (healths.size === 0) return;
  const worst = await worstStatuses(db, [...healths.keys()]);
  const statuses = [...healths].map(([twinId, health]) => ({
    twinId,
    status: Math.max(health, worst.get(twinId) ?? health),
  }));
  await setTwinStatuses(db, statuses);
}
