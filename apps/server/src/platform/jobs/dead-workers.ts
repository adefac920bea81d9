import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import type { ListenConnection } from '../db/listen-connection.ts';

const seed = 7_306_022;

/** Marks a worker pool as alive for as long as the connection lives. */
export async function holdPresence(query: ListenConnection['query'], poolId: string): Promise<void> {
  await query('select pg_advisory_lock(hashtextextended($1, $2))', [poolId, seed]);
}

/** A pool that ended in a process that is still running must count as dead. */
export async function dropPresence(query: ListenConnection['query'], poolId: string): Promise<void> {
  await query('select pg_advisory_unlock(hashtextextended($1, $2))', [poolId, seed]);
}

/** graphile-worker unlocks jobs after four hours, even running ones. Our jobs may take longer. */
export async function refreshLocks(db: Db, poolId: string): Promise<void> {
  for (const table of [sql`graphile_worker._private_jobs`, sql`graphile_worker._private_job_queues`]) {
    await db.execute(
      sql`update ${table} set locked_at = now() where locked_by = ${poolId} and locked_at < now() - interval '1 hour'`,
    );
  }
}

/**
 * Releases the jobs of pools that are no longer alive. graphile-worker waits four hours because it cannot detect dead
 * pools; here every live pool holds a session lock, which PostgreSQL releases the moment its process dies.
 */
export async function freeDeadWorkers(db: Db, own?: string): Promise<string[]> {
  const freed = await db.execute<{ id: string }>(sql`
    with pools as (select distinct locked_by as id from graphile_worker.jobs where locked_by <> ${own ?? ''}),
    dead as materialized (select id from pools where pg_try_advisory_xact_lock(hashtextextended(id, ${seed})))
    select id, graphile_worker.force_unlock_workers(array[id]) from dead`);
  return freed.rows.map((row) => row.id);
}
