import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import type { Discard } from './deliver.ts';
import { outboxChannel } from './outbox.store.ts';
import type { OutboxFailure } from './outbox.table.ts';

/** Marks deliveries from a restored backup: they are parked like failed ones until an operator decides. */
const heldCode = 'OUTBOX_HELD';
const isHeld = sql`parked_at is not null and last_error ->> 'code' = ${heldCode}`;

/** Marks deliveries that will never be sent, until the records that depend on them are settled. */
const discarded: OutboxFailure = { code: 'OUTBOX_DISCARDED', params: {} };

export interface HeldDeliveries {
  count: number;
  oldestAt: Date | null;
}

export async function countOpen(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from outbox where parked_at is null`,
  );
  return rows[0]?.count ?? 0;
}

export async function holdOpen(db: Db): Promise<void> {
  const failure = JSON.stringify({ code: heldCode, params: {} });
  await db.execute(sql`update outbox set parked_at = now(), last_error = ${failure}::jsonb where parked_at is null`);
}

/** The next start settles these entries, because a restore does not know the features that depend on them. */
export async function discardOpen(db: Db): Promise<void> {
  const failure = JSON.stringify(discarded);
  await db.execute(sql`update outbox set parked_at = now(), last_error = ${failure}::jsonb where parked_at is null`);
}

export async function readHeld(db: Db): Promise<HeldDeliveries> {
  const { rows } = await db.execute<{ count: number; oldest: string | null }>(
    sql`select count(*)::int as count, min(created_at) as oldest from outbox where ${isHeld}`,
  );
  const { count = 0, oldest = null } = rows[0] ?? {};
  return { count, oldestAt: oldest === null ? null : new Date(oldest) };
}

/** Queues held entries in their original order, with the full time limit of new entries. */
export async function sendHeld(db: Db, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update outbox set parked_at = null, waiting = false, attempts = 0, last_error = null, created_at = ${now}, next_at = ${now}
    where ${isHeld}`);
  await db.execute(sql`select pg_notify(${outboxChannel}, '')`);
  return rowCount ?? 0;
}

export async function discardHeld(db: Db): Promise<void> {
  await db.execute(sql`update outbox set last_error = ${JSON.stringify(discarded)}::jsonb where ${isHeld}`);
}

/** Deletes discarded deliveries and settles the records that depend on them. Call `publish` after the commit. */
export async function settleDiscarded(
  db: Db,
  discarders: Readonly<Record<string, Discard>>,
): Promise<{ count: number; publish(): void }> {
  const { rows } = await db.execute<{ kind: string; payload: unknown }>(sql`
    delete from outbox where parked_at is not null and last_error ->> 'code' = ${discarded.code}
    returning kind, payload`);
  const told: (() => void)[] = [];
  for (const [kind, entries] of Map.groupBy(rows, (row) => row.kind)) {
    const payloads = entries.map(({ payload }) => payload);
    const tell = await discarders[kind]?.(db, payloads, discarded);
    if (tell) told.push(tell);
  }
  const publish = () => {
    for (const tell of told) tell();
  };
  return { count: rows.length, publish };
}

/** Deletes old entries that were given up. Entries held for a decision are kept. */
export async function dropParked(db: Db, before: Date): Promise<void> {
  await db.execute(sql`delete from outbox where parked_at < ${before} and (${isHeld}) is not true`);
}
