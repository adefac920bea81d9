import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { connect, type Database } from '../../src/platform/db/db.ts';
import { migrateDatabase } from '../../src/platform/db/migrate.ts';
import { startCluster } from '../../src/platform/postgres/cluster.ts';

/** A separate database cluster for the test, restarted when it dies, as the program does. */
export async function useOwnCluster(): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-fault-'));
  await chmod(dataDir, 0o711);
  const cluster = await startCluster({ dataDir });
  const database = connect({ url: cluster.url });
  onTestFinished(async () => {
    await database.close();
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  await migrateDatabase(cluster.url);
  return database;
}

/** Resolves when the next database process is running. */
export async function killDatabase({ pool }: Database): Promise<void> {
  const readPid = async () => {
    const file = `select split_part(pg_read_file('postmaster.pid'), e'\n', 1)::int as pid`;
    return (await pool.query<{ pid: number }>(file)).rows[0]?.pid ?? 0;
  };
  const before = await readPid();
  process.kill(before, 'SIGKILL');
  const isBack = () =>
    readPid().then(
      (pid) => pid !== before,
      () => false,
    );
  await expect.poll(isBack, { timeout: 60_000 }).toBe(true);
}
