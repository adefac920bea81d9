import type pg from 'pg';

/** Size on disk of all tables that match, with their indexes. */
export async function sizeBytes(pool: pg.Pool, pattern: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select coalesce(sum(pg_total_relation_size(oid)), 0)::float8 as bytes from pg_class where relkind = 'r' and relname like $1`,
    [pattern],
  );
  return rows[0]?.bytes ?? 0;
}
