import { readFile } from 'node:fs/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runDrizzle } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations as migrateWorker } from 'graphile-worker';
import pg from 'pg';

const folder = new URL('../../../migrations', import.meta.url).pathname;
/** Any number will do, as long as every version of the program takes the same one. */
const lockKey = 7_306_021;

export class DatabaseNewerError extends Error {}

interface Journal {
  entries: { when: number; tag: string }[];
}

/** Brings the database to this program's schema; two programs that start at once take turns. */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'stellwerk-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await refuseNewerDatabase(client);
    await runDrizzle(drizzle({ client }), { migrationsFolder: folder });
    await migrateWorker({ connectionString: url });
  } finally {
    await client.end();
  }
}

async function refuseNewerDatabase(client: pg.Client): Promise<void> {
  const journal: Journal = JSON.parse(await readFile(`${folder}/meta/_journal.json`, 'utf8'));
  const known = Math.max(0, ...journal.entries.map((entry) => entry.when));
  const table = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (!table.rows[0]?.name) return;
  const newest = await client.query('select max(created_at)::float8 as at from drizzle.__drizzle_migrations');
  if ((newest.rows[0]?.at ?? 0) > known) {
    throw new DatabaseNewerError('The database is newer than this program: start a newer version of Stellwerk');
  }
}
