import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../apps/server/src/platform/db/db.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { startCluster } from '../apps/server/src/platform/postgres/cluster.ts';

export type Database = ReturnType<typeof connect>;

/** An empty database with all tables, for one measurement; nothing of it stays behind. */
export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-bench-'));
  const cluster = await startCluster({ dataDir });
  try {
    await migrateDatabase(cluster.url);
    const database = connect({ url: cluster.url });
    await work(database);
    await database.close();
  } finally {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
