import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { connect, type Database } from '../../platform/db/db.ts';
import { migrateDatabase } from '../../platform/db/migrate.ts';
import { startCluster } from '../../platform/postgres/cluster.ts';
import { kill, timeout, ttlMs, underLoad, upTo } from './testing/fault-world.ts';

const runs = Number(process.env.FAULT_RUNS ?? 1);

it.each(upTo(runs))(
  'a server that is killed loses nothing it acknowledged, and applies nothing twice (run %i)',
  { timeout },
  async () =>
    underLoad(await useTestDatabase(), async ({ random, start }) => {
      let child = await start();
      for (const _ of upTo(2)) {
        await delay(200 + random() * 600);
        await kill(child);
        child = await start();
      }
      await delay(300);
    }),
);

it.each(upTo(runs))(
  'two processes share the work, one of them stalls, is thrown out and killed (run %i)',
  { timeout },
  async () => {
    const database = await useTestDatabase();
    await underLoad(database, async ({ random, start }) => {
      const [stalled, killed] = [await start(), await start()];
      await delay(400 + random() * 400);
      // The process holds shards, and does not know that it has lost them when it wakes up.
      stalled.kill('SIGSTOP');
      await delay(ttlMs * 1.5);
      stalled.kill('SIGCONT');
      await delay(300 + random() * 400);
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      await delay(300 + random() * 400);
      await kill(killed);
      await delay(300);
    });
  },
);

/** A separate database cluster for the test, restarted when it dies, as the program does. */
async function useOwnCluster(): Promise<Database> {
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
async function killDatabase({ pool }: Database): Promise<void> {
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

it.each(upTo(runs))('a database that is killed loses nothing that was acknowledged (run %i)', { timeout }, async () => {
  const database = await useOwnCluster();
  await underLoad(database, async ({ random, start }) => {
    await start();
    for (const _ of upTo(2)) {
      await delay(300 + random() * 600);
      await killDatabase(database);
    }
    await delay(500);
  });
});
