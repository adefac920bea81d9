import type pg from 'pg';
import type { Client } from '../../platform/db/connection.ts';
import type { ListenConnection } from '../../platform/db/listen-connection.ts';

/** SQL on the leases of shards. All times are those of the database, so that clocks of machines need not agree. */

export interface Lease {
  shard: number;
  /** Incremented with every change of owner; processes with an older fence can't write any more. */
  fence: number;
}

/** Class of advisory locks by which a new owner waits for transactions of the old lease, and the reverse. */
const lockClass = 7306030;

/**
 * Creates the rows of all shards, if they don't exist yet. Rows that exist are not inserted again: `on conflict` would
 * wait for a transaction that updates them, even if its process is stalled.
 */
export async function ensureShards(pool: pg.Pool, count: number): Promise<void> {
  for (const table of ['ingest_shards', 'ingest_cursors']) {
    await pool.query(
      `insert into ${table} (shard) select shard from generate_series(1, $1::int) as shard
       where shard not in (select shard from ${table}) on conflict do nothing`,
      [count],
    );
  }
}

/**
 * Reserves the first numbers of all shards for packets that were applied before they are stored. Only possible before
 * the first packet was numbered; false afterwards.
 */
export async function reserveNumbers(pool: pg.Pool, shards: number, numbers: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into ingest_cursors (shard, cursor) select shard, $2::bigint from generate_series(1, $1::int) as shard
     on conflict (shard) do update set cursor = excluded.cursor where ingest_cursors.cursor = 0`,
    [shards, numbers],
  );
  return rowCount === shards;
}

export async function announce(pool: pg.Pool, owner: string, ttlMs: number): Promise<number> {
  await pool.query(
    `insert into ingest_processes (owner, seen_at) values ($1, now())
     on conflict (owner) do update set seen_at = excluded.seen_at`,
    [owner],
  );
  const { rows } = await pool.query<{ count: number }>(
    `with gone as (delete from ingest_processes where seen_at < now() - make_interval(secs => $1::float8 * 20 / 1000))
     select count(*)::int as count from ingest_processes where seen_at > now() - make_interval(secs => $1::float8 / 1000)`,
    [ttlMs],
  );
  return rows[0]?.count ?? 1;
}

/** Seed for the keys of the locks that show that a process is connected. An arbitrary number. */
const presenceSeed = 7_306_031;

/** Shows other processes that this one is alive, as long as the connection is open. */
export async function holdPresence(query: ListenConnection['query'], owner: string): Promise<void> {
  await query('select pg_advisory_lock(hashtextextended($1, $2))', [owner, presenceSeed]);
}

/**
 * Ends the leases of processes whose connection is closed. Such a process may still be alive and reconnect: it keeps
 * the shards that nobody has claimed by then, and the fence stops it from writing to the others.
 */
export async function endLeasesOfDead(query: ListenConnection['query'], owner: string): Promise<void> {
  await query(
    `with others as (
       select owner from ingest_processes where owner <> $1
       union select owner from ingest_shards where owner <> $1 and lease_until > now()
     ), dead as materialized (
       select owner from others where pg_try_advisory_xact_lock_shared(hashtextextended(owner, $2))
     ), gone as (
       delete from ingest_processes where owner in (select owner from dead)
     ) update ingest_shards set lease_until = '-infinity' where owner in (select owner from dead)`,
    [owner, presenceSeed],
  );
}

/** Number of shards, without the given ones, that other processes hold. */
export async function countHeldByOthers(pool: pg.Pool, owner: string, except: readonly number[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ingest_shards
     where owner <> $1 and lease_until > now() and shard <> all($2::int[])`,
    [owner, except],
  );
  return rows[0]?.count ?? 0;
}

export async function leave(pool: pg.Pool, owner: string): Promise<void> {
  await pool.query('delete from ingest_processes where owner = $1', [owner]);
}

export async function claimShards(
  client: Client,
  { owner, ttlMs, limit }: { owner: string; ttlMs: number; limit: number },
): Promise<Lease[]> {
  const free = await client.query<{ shard: number }>(
    'select shard from ingest_shards where lease_until < now() order by shard limit $1 for update skip locked',
    [limit],
  );
  const shards = free.rows.map(({ shard }) => shard);
  if (shards.length === 0) return [];
  // The previous owner may be in the middle of a commit, which must succeed or fail before the claim.
  await endStalledCommits(client, shards, ttlMs / 2);
  await client.query("select set_config('lock_timeout', $1, true)", [String(ttlMs / 2)]);
  await awaitCommits(client, shards);
  const { rows } = await client.query<Lease>(
    `update ingest_shards set owner = $1, fence = fence + 1, lease_until = now() + make_interval(secs => $2::float8 / 1000)
     where shard = any($3::int[]) returning shard, fence`,
    [owner, ttlMs, shards],
  );
  return rows;
}

/**
 * Terminates connections that have held the lock of one of these shards for too long. A commit takes milliseconds, so
 * their process is stalled; in the middle of a COPY no PostgreSQL timeout ends its transaction.
 */
async function endStalledCommits(client: Client, shards: readonly number[], olderMs: number): Promise<void> {
  await client.query(
    `select pg_terminate_backend(activity.pid)
     from pg_locks held join pg_stat_activity activity on activity.pid = held.pid
     where held.locktype = 'advisory' and held.granted and held.classid = $1::int8::oid
       and held.objid in (select shard::int8::oid from unnest($2::int[]) as shard)
       and activity.datname = current_database() and activity.pid <> pg_backend_pid()
       and activity.xact_start < now() - make_interval(secs => $3::float8 / 1000)`,
    [lockClass, shards, olderMs],
  );
}

/** Renews leases, and returns those that are still valid. */
export async function renewShards(
  pool: pg.Pool,
  { owner, ttlMs, leases }: { owner: string; ttlMs: number; leases: readonly Lease[] },
): Promise<Lease[]> {
  const { rows } = await pool.query<Lease>(
    `update ingest_shards s set lease_until = now() + make_interval(secs => $2::float8 / 1000)
     from unnest($3::int[], $4::bigint[]) as held (shard, fence)
     where s.owner = $1 and s.shard = held.shard and s.fence = held.fence returning s.shard, s.fence`,
    [owner, ttlMs, leases.map(({ shard }) => shard), leases.map(({ fence }) => fence)],
  );
  return rows;
}

export async function releaseShards(pool: pg.Pool, owner: string, leases: readonly Lease[]): Promise<void> {
  await pool.query(
    `update ingest_shards s set owner = null, lease_until = '-infinity'
     from unnest($2::int[], $3::bigint[]) as held (shard, fence)
     where s.owner = $1 and s.shard = held.shard and s.fence = held.fence`,
    [owner, leases.map(({ shard }) => shard), leases.map(({ fence }) => fence)],
  );
}

/** Waits until all commits in progress on these shards have ended, including those whose connection broke. */
export async function awaitCommits(client: Client, shards: readonly number[]): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, shard) from unnest($2::int[]) as shard order by shard', [
    lockClass,
    shards,
  ]);
}

/**
 * Ties the transaction to these leases: no other process can take them over until it ends. Returns the shards with
 * packets waiting for their owner, or undefined if a lease is no longer valid. The locks are taken in a separate
 * statement first, so that the following statements see all earlier changes of owner.
 */
export async function leanOn(client: Client, leases: readonly Lease[]): Promise<number[] | undefined> {
  if (leases.length === 0) return [];
  const shards = leases.map(({ shard }) => Number(shard)).sort((a, b) => a - b);
  const held = leases.map(({ shard, fence }) => `(${Number(shard)}, ${Number(fence)})`);
  // Only numbers are interpolated: the statements are sent in one round trip, which allows no parameters.
  const results: unknown = await client.query(
    `select pg_advisory_xact_lock_shared(${lockClass}, shard) from unnest(array[${shards}]::int[]) as shard;
     select count(*)::int as count from ingest_shards where (shard, fence) in (values ${held.join(', ')});
     select shard from unnest(array[${shards}]::int[]) as held (shard)
       where exists (select from packet_handoff where packet_handoff.shard = held.shard)`,
  );
  const [, counted, waiting] = results as [
    unknown,
    pg.QueryResult<{ count: number }>,
    pg.QueryResult<{ shard: number }>,
  ];
  if (counted.rows[0]?.count !== leases.length) return undefined;
  return waiting.rows.map(({ shard }) => shard);
}
