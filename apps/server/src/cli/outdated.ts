import pg from 'pg';
import { appliedMigrations, knownMigrations } from '../platform/db/migrate.ts';
import { StartError } from '../platform/instance/start-error.ts';

/** Guards commands that use this program's tables: an older database must be migrated by `start` or `migrate`. */
export async function refuseOutdated(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const [applied, known] = [await appliedMigrations(client), await knownMigrations()];
    if (applied.length < known.length) {
      throw new StartError('The database is older than this program: run "stellwerk migrate" first');
    }
  } finally {
    await client.end();
  }
}
