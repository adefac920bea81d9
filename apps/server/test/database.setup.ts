import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../src/platform/db/migrate.ts';
import { startCluster } from '../src/platform/postgres/cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that nobody connects to: the template of each test file's own. */
    templateUrl: string;
  }
}

/** One real PostgreSQL for the whole run, without durability; the test files clone the migrated template. */
export async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-test-'));
  // Run by root, the database has a user of its own, who must be able to enter.
  await chmod(dataDir, 0o711);
  const cluster = await startCluster({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      // Statistics move under the queries while they run, as they do in an installation that has run for long.
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
