import type { Config } from '../platform/config/config.ts';
import { connect, type Database } from '../platform/db/db.ts';
import { DatabaseNewerError, migrateDatabase } from '../platform/db/migrate.ts';
import { checkServer } from '../platform/db/server-check.ts';
import { StartError } from '../platform/instance/start-error.ts';
import type { Log } from '../platform/log/log.ts';
import { startCluster } from '../platform/postgres/cluster.ts';

interface RunningDatabase extends Database {
  /** Stops the embedded server, if one is used. */
  stop(): Promise<void>;
}

/** Opens and migrates the configured database: `DATABASE_URL`, or the embedded server in the data folder. */
export async function openDatabase(config: Config, log: Log): Promise<RunningDatabase> {
  const cluster = config.databaseUrl
    ? undefined
    : await startCluster({ dataDir: config.dataDir, onCrash: (message) => log.error(message) });
  try {
    const url = config.databaseUrl ?? cluster?.url ?? '';
    if (config.databaseUrl) await checkServer(url);
    await migrateDatabase(url);
    const database = connect({ url, onError: (error) => log.warn({ err: error }, 'database connection lost') });
    return {
      ...database,
      async stop() {
        await cluster?.stop();
      },
    };
  } catch (error) {
    await cluster?.stop();
    throw error instanceof DatabaseNewerError ? new StartError(error.message) : error;
  }
}
