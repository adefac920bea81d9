import { setImmediate as turn } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { systemClock } from '../clock/clock.ts';
import type { Database, Db } from '../db/db.ts';
import { createLog } from '../log/log.ts';
import { createDelivery, type Deliver } from './deliver.ts';
import { createLane } from './lane.ts';
import { laneOf, putOutbox } from './outbox.store.ts';

const place = { target: 'peer', key: 'rule', kind: 'test' };
const dialect = new PgDialect();

/** A lane that runs out of patience at once, on a database whose statements are wrapped by `around`. */
function laneOn(database: Database, deliver: Deliver, around: <T>(text: string, run: () => Promise<T>) => Promise<T>) {
  const db = new Proxy(database.db, {
    get(target, name) {
      if (name === 'execute') {
        return (query: SQL) => around(dialect.sqlToQuery(query).sql.trim(), () => target.execute(query));
      }
      if (name === 'transaction') {
        return (work: (tx: Db) => Promise<void>) => around('update in a transaction', () => target.transaction(work));
      }
      return Reflect.get(target, name);
    },
  });
  const backoffMs = () => 1;
  const patience = { batchSize: 10, patienceMs: 1, maxFailing: 8, maxBatches: 50 };
  return createLane({
    ...{ lane: laneOf(place.target, place.key), db, clock: systemClock, backoffMs, ...patience },
    deliver: createDelivery({
      ...{ deliverers: { test: deliver }, log: createLog('silent') },
      ...{ timeoutMs: 20_000, giveUpAfterMs: 60_000, backoffMs },
    }),
    limit: (work) => work(),
    signal: new AbortController().signal,
  });
}

const isRead = (text: string) => text.startsWith('select') && text.includes('not waiting and parked_at is null');

it('does not deliver again what was delivered while it looked for more', async () => {
  const database = await useTestDatabase();
  await putOutbox(database.db, [{ ...place, payload: 1 }]);
  const isGone = async () => (await database.pool.query('select from outbox')).rowCount === 0;
  const looked = Promise.withResolvers<void>();
  const delivered: unknown[] = [];
  let reads = 0;
  const lane = laneOn(
    database,
    async (batch) => {
      delivered.push(...batch.map(({ payload }) => payload));
      await looked.promise;
      return batch.map(() => 'delivered');
    },
    async (text, run) => {
      const result = await run();
      if (!isRead(text)) return result;
      reads += 1;
      if (reads !== 2) return result;
      // The result of the read is delayed until the delivery has ended.
      looked.resolve();
      await expect.poll(isGone).toBe(true);
      return result;
    },
  );
  await lane.drain();
  expect(reads).toBeGreaterThan(1);
  expect(delivered).toEqual([1]);
});

it('writes one thing at a time: two at once could wait for each other', async () => {
  const database = await useTestDatabase();
  await putOutbox(
    database.db,
    ['reject', 'retry', 'hold'].map((payload) => ({ ...place, payload })),
  );
  const writing = Promise.withResolvers<void>();
  const attempts: unknown[] = [];
  let [active, atOnce] = [0, 0];
  const reason = { code: 'EGRESS_FAILED', params: {} };
  const lane = laneOn(
    database,
    async (batch) => {
      attempts.push(batch.map(({ payload }) => payload));
      await writing.promise;
      if (attempts.length > 1) return batch.map(() => 'delivered');
      return batch.map(({ payload }) => (payload === 'reject' ? { reject: reason } : { retry: reason }));
    },
    async (text, run) => {
      if (text.startsWith('select')) return run();
      active += 1;
      atOnce = Math.max(atOnce, active);
      writing.resolve();
      // Waits long enough for all work triggered by the delivery to begin.
      for (let turns = 0; turns < 20; turns += 1) await turn();
      return run().finally(() => {
        active -= 1;
      });
    },
  );
  await lane.drain();
  expect(attempts).toEqual([
    ['reject', 'retry', 'hold'],
    ['retry', 'hold'],
  ]);
  expect(atOnce).toBe(1);
});

it('serves other targets while any number of them hang', async () => {
  const database = await useTestDatabase();
  const lane = laneOf(place.target, place.key);
  const names = Array.from({ length: 2_000 }, (_, index) => `peer ${index}`);
  const [healthy = '', ...hanging] = names.filter((target) => laneOf(target, place.key) === lane).slice(0, 20);
  const entry = (target: string) => ({ ...place, target, payload: target });
  const release = Promise.withResolvers<void>();
  const begun: unknown[] = [];
  const served = laneOn(
    database,
    async (batch) => {
      begun.push(...batch.map(({ payload }) => payload));
      if (batch.every(({ payload }) => payload !== healthy)) await release.promise;
      return batch.map(() => 'delivered');
    },
    (_, run) => run(),
  );
  await putOutbox(database.db, hanging.map(entry));
  const drained = served.drain();
  await expect.poll(() => begun.length).toBe(hanging.length);
  await putOutbox(database.db, [entry(healthy)]);
  served.wake();
  await expect.poll(() => begun).toContain(healthy);
  release.resolve();
  await drained;
  expect(begun).toHaveLength(hanging.length + 1);
});
