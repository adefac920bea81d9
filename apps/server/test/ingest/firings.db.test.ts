import { it } from 'vitest';
import { shardCount } from '../../src/ingest/log/packet.ts';
import { useTestDatabase } from '../database.ts';
import { kill, timeout, upTo } from './fault-world.ts';
import { countFirings, stop } from './firing-world.ts';
import { killDatabase, useOwnCluster } from './own-cluster.ts';

const runs = Number(process.env.FAULT_RUNS ?? 1);

/** So long that the lease never expires during a test. */
const hourMs = 3_600_000;

it.each(upTo(runs))(
  'values that wait for the lease of a stalled process fire rules in their order (run %i)',
  { timeout },
  async () => {
    const database = await useTestDatabase();
    await countFirings(database, { devices: 1, leaseMs: 20_000 }, async (scene) => {
      const stalled = await scene.start();
      await scene.acknowledged(5 + Math.floor(scene.random() * 20));
      await scene.passedOn(shardCount, async () => {
        scene.stall(stalled);
        await scene.start();
        await scene.acknowledged(40);
        await database.pool.query("update ingest_shards set lease_until = now() - interval '1 second'");
        await database.pool.query("update ingest_processes set seen_at = now() - interval '1 day'");
      });
      await scene.acknowledged(40);
      scene.resume(stalled);
      await scene.acknowledged(20);
    });
  },
);

it.each(upTo(runs))(
  'processes that stall for longer than their lease cost no rule a value (run %i)',
  { timeout },
  async () =>
    countFirings(await useTestDatabase(), {}, async ({ random, start, stall, resume, acknowledged, passedOn }) => {
      for (const child of await Promise.all([start(), start()])) {
        await acknowledged(5 + Math.floor(random() * 30));
        await passedOn(shardCount / 2, () => stall(child));
        await acknowledged(5 + Math.floor(random() * 30));
        resume(child);
      }
      await acknowledged(20);
    }),
);

it.each(upTo(runs))(
  'processes that are killed or restarted in a row pass their leases on at once, and no rule misses a value (run %i)',
  { timeout },
  async () =>
    countFirings(await useTestDatabase(), { leaseMs: hourMs }, async ({ random, start, acknowledged }) => {
      const values = () => acknowledged(5 + Math.floor(random() * 30));
      const [first, second] = await Promise.all([start(), start()]);
      await values();
      await kill(first);
      await values();
      const third = await start();
      await stop(second);
      await values();
      await kill(third);
      await start();
      await values();
    }),
);

it.each(upTo(runs))('a database that is killed costs no rule a value (run %i)', { timeout }, async () => {
  const database = await useOwnCluster();
  await countFirings(database, { leaseMs: hourMs }, async ({ random, start, acknowledged }) => {
    await start();
    for (const _ of upTo(2)) {
      await acknowledged(5 + Math.floor(random() * 30));
      await killDatabase(database);
    }
    await acknowledged(20);
  });
});
