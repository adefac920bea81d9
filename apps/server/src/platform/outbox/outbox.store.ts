import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import type { OutboxFailure } from './outbox.table.ts';

export const laneCount = 64;
export const outboxChannel = 'stellwerk_outbox';

export interface OutboxEntry {
  /** The recipient. A failing target delays only its own entries. */
  target: string;
  /** Entries with the same target and key are delivered in the order they were queued. */
  key: string;
  /** Selects the deliverer. */
  kind: string;
  payload: unknown;
}

export interface QueuedEntry extends OutboxEntry {
  seq: number;
  attempts: number;
  createdAt: Date;
}

/** FNV-1a. The lane of a key must never change while entries of the key are queued. */
export function laneOf(target: string, key: string): number {
  let hash = 0x811c9dc5;
  for (const unit of Buffer.from(`${target}\n${key}`)) hash = Math.imul(hash ^ unit, 0x01000193);
  // The low bits of FNV are weak for short keys, so the high bits are folded in.
  return ((hash ^ (hash >>> 16)) & (laneCount - 1)) >>> 0;
}

/**
 * Queues effects in the caller's transaction. Entries of a (target, key) keep the order of the calls, provided that
 * callers with the same key do not run concurrently, for example because they own the shard or hold a row lock.
 */
export async function putOutbox(tx: Db, entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ target, key, kind, payload }) => ({
    lane: laneOf(target, key),
    target,
    key,
    kind,
    payload,
  }));
  await tx.execute(sql`
    insert into outbox (lane, target, key, kind, payload)
    select lane, target, key, kind, coalesce(payload, 'null'::jsonb)
    from rows from (json_to_recordset(${JSON.stringify(rows)}::json)
      as (lane smallint, target text, key text, kind text, payload jsonb)) with ordinality as entry (lane, target, key, kind, payload, n)
    order by n`);
  await tx.execute(sql`select pg_notify(${outboxChannel}, '')`);
}

/** Lanes with pending entries. Costs one index probe per lane, however long the backlog. */
export async function lanesWithWork(db: Db): Promise<number[]> {
  const result = await db.execute<{ lane: number }>(sql`
    select lane from generate_series(0, ${laneCount - 1}) as lane
    where exists (select 1 from outbox o where o.lane = lane.lane and not waiting and parked_at is null)
       or exists (select 1 from outbox o where o.lane = lane.lane and waiting and parked_at is null)`);
  return result.rows.map((row) => row.lane);
}

/** Raw queries return timestamps as text. */
interface EntryRow extends Omit<QueuedEntry, 'createdAt'>, Record<string, unknown> {
  createdAt: string;
}
const toEntry = (row: EntryRow): QueuedEntry => ({ ...row, createdAt: new Date(row.createdAt) });

const columns = sql`seq, target, key, kind, payload, attempts, created_at as "createdAt"`;

export async function readReady(db: Db, lane: number, limit: number): Promise<QueuedEntry[]> {
  const result = await db.execute<EntryRow>(sql`
    select ${columns} from outbox
    where lane = ${lane} and not waiting and parked_at is null order by seq limit ${limit}`);
  return result.rows.map(toEntry);
}

export async function waitingTargets(db: Db, lane: number): Promise<string[]> {
  // Skips from target to target in the index instead of reading every waiting entry.
  const result = await db.execute<{ target: string }>(sql`
    with recursive each as (
      (select target from outbox where lane = ${lane} and waiting and parked_at is null order by target limit 1)
      union all
      select (select target from outbox where lane = ${lane} and waiting and parked_at is null and target > each.target
        order by target limit 1)
      from each where each.target is not null)
    select target from each where target is not null`);
  return result.rows.map((row) => row.target);
}

/** Reads due entries of a slow target; entries behind an entry that awaits its retry are skipped. */
export async function readWaiting(
  db: Db,
  place: { lane: number; target: string },
  now: Date,
  limit: number,
): Promise<{ entries: QueuedEntry[]; nextAt: Date | undefined }> {
  const here = sql`lane = ${place.lane} and target = ${place.target} and waiting and parked_at is null`;
  const due = await db.execute<EntryRow>(sql`
    select ${columns} from outbox
    where ${here} and key not in (select key from outbox where ${here} and attempts > 0 and next_at > ${now})
    order by seq limit ${limit}`);
  if (due.rows.length > 0) return { entries: due.rows.map(toEntry), nextAt: undefined };
  const next = await db.execute<{ at: string | null }>(
    sql`select min(next_at) as at from outbox where ${here} and attempts > 0`,
  );
  const at = next.rows[0]?.at;
  return { entries: [], nextAt: at ? new Date(at) : undefined };
}

const listOf = (seqs: readonly number[]) => sql`any(${sql.param(`{${seqs.join(',')}}`)}::bigint[])`;

async function setWaiting(db: Db, lane: number, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return;
  await db.execute(
    sql`update outbox set waiting = true where lane = ${lane} and seq = ${listOf(seqs)} and not waiting`,
  );
}

export interface Outcome {
  delivered: number[];
  retried: { seq: number; nextAt: Date; lastError: OutboxFailure }[];
  parked: { seq: number; lastError: OutboxFailure }[];
  /** Entries not attempted because an earlier entry of the key failed. */
  held: number[];
}

export async function saveOutcome(db: Db, lane: number, outcome: Outcome, now: Date): Promise<void> {
  const { delivered, retried, parked, held } = outcome;
  const remove = (tx: Db) => tx.execute(sql`delete from outbox where lane = ${lane} and seq = ${listOf(delivered)}`);
  if (retried.length + parked.length + held.length === 0) return void (await remove(db));
  await db.transaction(async (tx) => {
    if (delivered.length > 0) await remove(tx);
    await setWaiting(tx, lane, held);
    await tx.execute(sql`
      update outbox set attempts = attempts + 1, waiting = true, next_at = coalesce(failed.next_at, outbox.next_at),
        parked_at = case when failed.next_at is null then ${now}::timestamptz end, last_error = failed.last_error
      from json_to_recordset(${JSON.stringify([
        ...retried.map(({ seq, nextAt, lastError }) => ({ seq, next_at: nextAt, last_error: lastError })),
        ...parked.map(({ seq, lastError }) => ({ seq, last_error: lastError })),
      ])}::json) as failed (seq bigint, next_at timestamptz, last_error jsonb)
      where outbox.lane = ${lane} and outbox.seq = failed.seq`);
  });
}

export interface OutboxStats {
  ready: number;
  waiting: number;
  parked: number;
  oldestAt: Date | null;
  /** Targets with waiting or parked entries, the worst first. */
  targets: { target: string; waiting: number; parked: number; lastError: OutboxFailure | null }[];
}

export async function readStats(db: Db): Promise<OutboxStats> {
  const totals = await db.execute<{ ready: number; waiting: number; parked: number; oldest: string | null }>(sql`
    select count(*) filter (where parked_at is null and not waiting)::int as ready,
      count(*) filter (where parked_at is null and waiting)::int as waiting,
      count(*) filter (where parked_at is not null)::int as parked,
      min(created_at) filter (where parked_at is null) as oldest
    from outbox`);
  const targets = await db.execute<OutboxStats['targets'][number] & Record<string, unknown>>(sql`
    select target, count(*) filter (where parked_at is null)::int as waiting,
      count(*) filter (where parked_at is not null)::int as parked,
      (array_agg(last_error order by next_at desc) filter (where last_error is not null))[1] as "lastError"
    from outbox where waiting or parked_at is not null
    group by target order by count(*) desc limit 20`);
  const { ready = 0, waiting = 0, parked = 0, oldest = null } = totals.rows[0] ?? {};
  return { ready, waiting, parked, oldestAt: oldest === null ? null : new Date(oldest), targets: targets.rows };
}

/** Queues parked entries again, in their original order. */
export async function retryParked(db: Db, target: string, now: Date): Promise<void> {
  await db.execute(sql`
    update outbox set parked_at = null, waiting = false, attempts = 0, created_at = ${now}, next_at = ${now}
    where target = ${target} and parked_at is not null`);
  await db.execute(sql`select pg_notify(${outboxChannel}, '')`);
}
