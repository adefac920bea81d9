import pg from 'pg';
import { StartError } from '../instance/start-error.ts';

const oldestMajor = 15;

/** Checks that PostgreSQL is reachable and recent enough. Errors name the address and reason, never the password. */
export async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
    const major = Math.floor(Number(rows[0]?.version) / 10_000);
    if (major < oldestMajor)
      throw new StartError(`PostgreSQL ${major} is too old: Stellwerk needs ${oldestMajor} or newer`);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { host, pathname } = new URL(url);
    throw new StartError(`The database ${host}${pathname} can't be reached: ${reasonOf(error)}`);
  } finally {
    await client.end().catch(() => {});
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
