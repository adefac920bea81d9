import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import type { ListenConnection } from '../db/listen-connection.ts';

const seed = 7_306_022;

/** Marks a pool of workers as alive for as long as the connection stands. */
export async function holdPresence(query: ListenConnection['query'], poolId: string): Promise<void> {
  await query('select pg_advisory_lock(hashtextextended($1, $2))', [poolId, seed]);
}

/** A pool that ended while its process lives on must count as dead. */
export async function dropPresence(query: ListenConnection['query'], poolId: string): Promise<void> {
  await query('select pg_advisory_unlock(hashtextextended($1, $2))', [poolId, seed]);
}

/** The library takes jobs away after four hours, running or not. Ours may take longer. */
export async function refreshLocks(db: Db, poolId: string): Promise<void> {
  for (const table of [sql`graphile_worker._private_jobs`, sql`graphile_worker._private_job_queues`]) {
    await db.execute(
      sql`update ${table} set locked_at = now() where locked_by = ${poolId} and locked_at < now() - interval '1 hour'`,
    );
  }
}

/**
 * Frees the jobs of pools that are no longer alive. The worker library itself waits four hours, because it can't know;
 * here every living pool holds a session lock, which PostgreSQL drops in the moment its process dies.
 */
export async function freeDeadWorkers(db: Db, own?: string): Promise<string[]> {
  const freed = await db.execute<{ id: string }>(sql`
    with pools as (select distinct locked_by as id from graphile_worker.jobs where locked_by <> ${own ?? ''}),
    dead as materialized (select id from pools where pg_try_advisory_xact_lock(hashtextextended(id, ${seed})))
    select id, graphile_worker.force_unlock_workers(array[id]) from dead`);
  return freed.rows.map((row) => row.id);
}
