import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../src/platform/db/migrate.ts';
import { startCluster } from '../src/platform/postgres/cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database without connections: the template for the database of each test file. */
    templateUrl: string;
  }
}

/** One real PostgreSQL for the whole run, without durability; test files clone the migrated template. */
export async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-test-'));
  // If root runs the tests, the database runs as another user, who must be able to enter.
  await chmod(dataDir, 0o711);
  const cluster = await startCluster({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      // Updates statistics while queries run, as in a long-running installation.
      autovacuum_naptime: '1s',
    },
  });
  await migrateDatabase(cluster.url);
  project.provide('templateUrl', cluster.url);
  return async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
