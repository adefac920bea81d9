import { connect, type Database } from '../apps/server/src/platform/db/db.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { startCluster } from '../apps/server/src/platform/postgres/cluster.ts';
import { atTheEnd, temporaryFolder } from './resources.ts';

export type { Database };

export interface OpenDatabase extends Database {
  /** Stops it before the end of the measurement, to make room for another one. */
  stop(): Promise<void>;
}

/** A database for one measurement with normal durability, deleted afterwards. */
export async function openEmptyDatabase(): Promise<OpenDatabase> {
  const cluster = await startCluster({ dataDir: await temporaryFolder() });
  const stopCluster = atTheEnd(cluster.stop);
  const database = connect({ url: cluster.url });
  const close = atTheEnd(database.close);
  return {
    ...database,
    async stop() {
      await close();
      await stopCluster();
    },
  };
}

/** A database with all tables. */
export async function openDatabase(): Promise<OpenDatabase> {
  const database = await openEmptyDatabase();
  await migrateDatabase(database.url);
  return database;
}
