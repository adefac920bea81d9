import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { common, rowOf, simple, startJobs, upTo } from './testing/start-jobs.ts';

const runs = Number(process.env.FAULT_RUNS ?? 1);

it.each(upTo(runs))('finishes every job although the database throws its clients out (run %i)', async () => {
  const seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31));
  process.stdout.write(`FAULT_SEED=${seed}\n`);
  const database = await useTestDatabase();
  const worked = new Map<number, Set<number>>();
  const kind = simple(
    async (run) => {
      const mine = worked.get(run.id) ?? new Set();
      worked.set(run.id, mine);
      await run.items(upTo(run.payload.n), async (item) => {
        await delay(2);
        mine.add(item);
      });
    },
    { afterCrash: 'resume' },
  );
  const { engine } = await startJobs(database, [kind]);
  const ids: number[] = [];
  for (const _ of upTo(8))
    ids.push(await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 25 } }));
  for (const kill of upTo(2)) {
    await delay((seed >>> (kill * 8)) % 120);
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'stellwerk-%'`,
    );
  }
  const states = async () => Promise.all(ids.map(async (id) => (await rowOf(database, id)).state));
  await expect.poll(states, { timeout: 25_000 }).toEqual(ids.map(() => 'done'));
  for (const id of ids)
    expect(
      [...(worked.get(id) ?? [])].toSorted((a, b) => a - b),
      `FAULT_SEED=${seed}`,
    ).toEqual(upTo(25));
});
