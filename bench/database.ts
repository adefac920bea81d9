import { connect, type Database } from '../apps/server/src/platform/db/db.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { startCluster } from '../apps/server/src/platform/postgres/cluster.ts';
import { atTheEnd, temporaryFolder } from './resources.ts';

export type { Database };

export interface OpenDatabase extends Database {
  /** Before the end, to make room for another one. */
  stop(): Promise<void>;
}

/** An empty database with all tables and normal durability, for one measurement; nothing of it stays behind. */
export async function openDatabase(): Promise<OpenDatabase> {
  const cluster = await startCluster({ dataDir: await temporaryFolder() });
  const stopCluster = atTheEnd(cluster.stop);
  await migrateDatabase(cluster.url);
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
