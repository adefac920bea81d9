import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { systemClock } from '../clock/clock.ts';
import { connect } from '../db/db.ts';
import { createLog } from '../log/log.ts';
import { putOutbox } from './outbox.store.ts';
import { createOutbox } from './outbox.ts';

const runs = Number(process.env.FAULT_RUNS ?? 1);
const sourceOf = (path: string) => new URL(path, import.meta.url).href;
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index);

/** A small seeded generator, so that a failing run can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A drainer in a separate process. Its receiver is a table, written at once, as a remote peer would be. */
const drainer = (url: string) => `
  import { connect } from '${sourceOf('../db/db.ts')}';
  import { createLog } from '${sourceOf('../log/log.ts')}';
  import { systemClock } from '${sourceOf('../clock/clock.ts')}';
  import { createOutbox } from '${sourceOf('./outbox.ts')}';
  const database = connect({ url: '${url}' });
  const peer = connect({ url: '${url}' });
  const outbox = createOutbox({
    database, log: createLog('silent'), clock: systemClock, batchSize: 20, pollMs: 200,
    deliverers: {
      async test(batch) {
        for (const { key, payload } of batch) {
          await peer.pool.query('insert into received (key, n) values ($1, $2)', [key, payload.n]);
        }
        console.log('delivering');
        return batch.map(() => 'delivered');
      },
    },
  });
  await outbox.start();
  console.log('started');
`;

async function startDrainer(url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', drainer(url)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

it.each(upTo(runs))('loses nothing and keeps the order when drainers are killed (run %i)', async () => {
  const seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31));
  process.stdout.write(`FAULT_SEED=${seed}\n`);
  const random = createRandom(seed);
  const database = await useTestDatabase();
  await database.pool.query('create table received (id bigint generated always as identity, key text, n int)');
  const keys = 30;
  const perKey = 40;
  for (const n of upTo(perKey)) {
    const entries = upTo(keys).map((key) => ({ target: `t${key % 4}`, key: `k${key}`, kind: 'test', payload: { n } }));
    await putOutbox(database.db, entries);
  }
  for (const _ of upTo(2)) {
    const child = await startDrainer(database.url);
    await delay(random() * 120);
    child.kill('SIGKILL');
    if (child.signalCode === null) await once(child, 'exit');
  }
  const received = async () =>
    Map.groupBy(
      (await database.pool.query<{ key: string; n: number }>('select key, n from received order by id')).rows,
      ({ key }) => key,
    );
  const last = createOutbox({
    database,
    log: createLog('silent'),
    clock: systemClock,
    deliverers: {
      async test(batch) {
        for (const { key, payload } of batch) {
          const { n } = payload as { n: number };
          await database.pool.query('insert into received (key, n) values ($1, $2)', [key, n]);
        }
        return batch.map(() => 'delivered');
      },
    },
  });
  onTestFinished(() => last.stop());
  await last.start();
  await expect.poll(async () => (await database.pool.query('select 1 from outbox')).rowCount).toBe(0);
  const byKey = await received();
  const message = `repeat with FAULT_SEED=${seed}`;
  expect(byKey.size, message).toBe(keys);
  for (const rows of byKey.values()) {
    const numbers = rows.map(({ n }) => n);
    // Duplicates are allowed; first arrivals are in order, and the newest entry arrives last.
    expect([...new Set(numbers)], message).toEqual(upTo(perKey));
    expect(numbers.at(-1), message).toBe(perKey - 1);
  }
});

it.each(upTo(runs))('delivers everything although the database throws its clients out (run %i)', async () => {
  const seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31));
  process.stdout.write(`FAULT_SEED=${seed}\n`);
  const random = createRandom(seed);
  const { url, pool } = await useTestDatabase();
  const database = connect({ url });
  onTestFinished(() => database.close());
  const numbers = new Map<string, number[]>();
  const outbox = createOutbox({
    database,
    log: createLog('silent'),
    clock: systemClock,
    batchSize: 10,
    pollMs: 200,
    deliverers: {
      async test(batch) {
        await delay(1);
        for (const { key, payload } of batch) {
          numbers.set(key, [...(numbers.get(key) ?? []), (payload as { n: number }).n]);
        }
        return batch.map(() => 'delivered');
      },
    },
  });
  for (const n of upTo(60)) {
    await putOutbox(
      database.db,
      upTo(20).map((key) => ({ target: `t${key % 4}`, key: `k${key}`, kind: 'test', payload: { n } })),
    );
  }
  await outbox.start();
  onTestFinished(() => outbox.stop());
  for (const _ of upTo(2)) {
    await delay(random() * 80);
    await pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  }
  await expect.poll(async () => (await pool.query('select 1 from outbox')).rowCount).toBe(0);
  for (const key of upTo(20)) {
    expect([...new Set(numbers.get(`k${key}`))], `FAULT_SEED=${seed}`).toEqual(upTo(60));
    expect(numbers.get(`k${key}`)?.at(-1), `FAULT_SEED=${seed}`).toBe(59);
  }
});

it('delivers again what a killed process delivered but did not record', async () => {
  const database = await useTestDatabase();
  await database.pool.query('create table received (id bigint generated always as identity, key text, n int)');
  await putOutbox(database.db, [{ target: 't', key: 'k', kind: 'test', payload: { n: 1 } }]);
  const hanging = drainer(database.url).replace(
    "console.log('delivering');",
    "console.log('delivering'); await new Promise(() => {});",
  );
  const child = spawn(process.execPath, ['--input-type=module', '-e', hanging], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes('delivering')) child.kill('SIGKILL');
  }
  const count = async () => (await database.pool.query('select 1 from received')).rowCount;
  expect(await count()).toBe(1);
  const second = await startDrainer(database.url);
  onTestFinished(() => void second.kill('SIGKILL'));
  await expect.poll(count, { timeout: 10_000 }).toBe(2);
  await expect
    .poll(async () => (await database.pool.query('select 1 from outbox')).rowCount, { timeout: 10_000 })
    .toBe(0);
});
