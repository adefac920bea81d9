import { connect, type Database } from '../apps/server/src/platform/db/db.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { startCluster } from '../apps/server/src/platform/postgres/cluster.ts';
import { atTheEnd, temporaryFolder } from './resources.ts';

export type { Database };

export interface OpenDatabase extends Database {
  /** Before the end, to make room for another one. */
  stop(): Promise<void>;
}

/** A database of one measurement with normal durability; nothing of it stays behind. */
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

/** The same with all our tables. */
export async function openDatabase(): Promise<OpenDatabase> {
  const database = await openEmptyDatabase();
  await migrateDatabase(database.url);
  return database;
}
