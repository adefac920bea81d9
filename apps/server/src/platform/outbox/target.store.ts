import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { laneCount } from './outbox.store.ts';
import type { OutboxFailure } from './outbox.table.ts';

export interface TargetEntry {
  lane: number;
  seq: number;
  payload: unknown;
  attempts: number;
  createdAt: Date;
  nextAt: Date;
  /** When it was given up; null while it waits. */
  parkedAt: Date | null;
  lastError: OutboxFailure | null;
}

interface TargetRow extends Omit<TargetEntry, 'createdAt' | 'nextAt' | 'parkedAt'>, Record<string, unknown> {
  createdAt: string;
  nextAt: string;
  parkedAt: string | null;
}

const columns = sql`lane, seq, target, payload, attempts, created_at, next_at, parked_at, last_error`;

/** Entries that a lane is about to deliver are few; more are not searched. */
const readyPerLane = 200;

/** The newest entries of a target that wait or were given up. Costs a few index probes per lane. */
export async function readTarget(db: Db, target: string, limit: number): Promise<TargetEntry[]> {
  const { rows } = await db.execute<TargetRow>(sql`
    select lane, seq, payload, attempts, created_at as "createdAt", next_at as "nextAt", parked_at as "parkedAt",
      last_error as "lastError"
    from (
      select entry.* from generate_series(0, ${laneCount - 1}) as number, lateral (
        select ${columns} from outbox where outbox.lane = number and target = ${target} and waiting and parked_at is null
        order by seq desc limit ${limit}) as entry
      union all
      select entry.* from generate_series(0, ${laneCount - 1}) as number, lateral (
        select ${columns} from outbox where outbox.lane = number and not waiting and parked_at is null
        order by seq limit ${readyPerLane}) as entry
      where entry.target = ${target}
      union all
      (select ${columns} from outbox where target = ${target} and parked_at is not null
        order by parked_at desc limit ${limit})
    ) as entries
    order by created_at desc, seq desc limit ${limit}`);
  return rows.map(({ createdAt, nextAt, parkedAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt),
    nextAt: new Date(nextAt),
    parkedAt: parkedAt === null ? null : new Date(parkedAt),
  }));
}
