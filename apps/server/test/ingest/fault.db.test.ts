import { setTimeout as delay } from 'node:timers/promises';
import { it } from 'vitest';
import { useTestDatabase } from '../database.ts';
import { kill, timeout, ttlMs, underLoad, upTo } from './fault-world.ts';
import { killDatabase, useOwnCluster } from './own-cluster.ts';

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
