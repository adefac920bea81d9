import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { systemClock } from '../clock/clock.ts';
import type { Database } from '../db/db.ts';
import { createLog } from '../log/log.ts';
import type { Deliver } from './deliver.ts';
import { laneOf, type OutboxEntry, putOutbox } from './outbox.store.ts';
import { createOutbox, type OutboxOptions } from './outbox.ts';

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index);
const entry = (target: string, key: string, n: number): OutboxEntry => ({ target, key, kind: 'test', payload: { n } });

async function startOutbox(database: Database, deliver: Deliver, more: Partial<OutboxOptions> = {}) {
  const outbox = createOutbox({
    database,
    log: createLog('silent'),
    clock: systemClock,
    deliverers: { test: deliver },
    backoff: { firstMs: 20, maxMs: 100 },
    pollMs: 200,
    ...more,
  });
  await outbox.start();
  onTestFinished(() => outbox.stop());
  return outbox;
}

/** Records arrivals per target and key, and resolves when a number of entries has arrived. */
function createInbox() {
  const arrived = new Map<string, number[]>();
  let count = 0;
  const waiting: { total: number; resolve: () => void }[] = [];
  const check = () => {
    for (const { total, resolve } of waiting) if (count >= total) resolve();
  };
  return {
    arrived,
    take(target: string, key: string, payload: unknown) {
      const { n } = payload as { n: number };
      const place = `${target}/${key}`;
      arrived.set(place, [...(arrived.get(place) ?? []), n]);
      count += 1;
      check();
    },
    until(total: number): Promise<void> {
      return new Promise((resolve) => {
        waiting.push({ total, resolve });
        check();
      });
    },
  };
}

const acceptInto =
  (inbox: ReturnType<typeof createInbox>): Deliver =>
  async (batch) =>
    batch.map(({ target, key, payload }) => {
      inbox.take(target, key, payload);
      return 'delivered';
    });

/** Finds a key of another target in the same lane. */
const sameLane = (lane: number, target: string) =>
  upTo(10_000)
    .map(String)
    .find((key) => laneOf(target, key) === lane)!;

describe('the outbox', () => {
  it('spreads keys evenly over its lanes', () => {
    const counts = new Array<number>(64).fill(0);
    for (const n of upTo(64_000)) counts[laneOf(`webhook:${n % 7}`, String(n))]! += 1;
    expect(Math.min(...counts)).toBeGreaterThan(800);
    expect(Math.max(...counts)).toBeLessThan(1200);
  });

  it('delivers each entry once and in order per key, with two drainers and several writers', async () => {
    const database = await useTestDatabase();
    const inbox = createInbox();
    await startOutbox(database, acceptInto(inbox), { batchSize: 20 });
    await startOutbox(database, acceptInto(inbox), { batchSize: 20 });
    const done = inbox.until(40 * 50);
    await Promise.all(
      upTo(40).map(async (key) => {
        for (const part of upTo(5)) {
          const entries = upTo(10).map((n) => entry(`target-${key % 3}`, `key-${key}`, part * 10 + n));
          await database.db.transaction((tx) => putOutbox(tx, entries));
        }
      }),
    );
    await done;
    expect(inbox.arrived.size).toBe(40);
    for (const numbers of inbox.arrived.values()) expect(numbers).toEqual(upTo(50));
    await expect.poll(async () => (await database.pool.query('select 1 from outbox')).rowCount).toBe(0);
  });

  it('drains ten thousand entries and leaves nothing behind', async () => {
    const database = await useTestDatabase();
    const inbox = createInbox();
    const entries = upTo(10_000).map((n) => entry(`target-${n % 50}`, `key-${n % 500}`, n));
    await database.db.transaction((tx) => putOutbox(tx, entries));
    const outbox = await startOutbox(database, acceptInto(inbox));
    await inbox.until(10_000);
    await expect.poll(() => outbox.stats()).toMatchObject({ ready: 0, waiting: 0, parked: 0, oldestAt: null });
    for (const numbers of inbox.arrived.values()) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it('knows nothing of entries whose transaction was rolled back', async () => {
    const database = await useTestDatabase();
    const inbox = createInbox();
    await startOutbox(database, acceptInto(inbox));
    const broken = database.db.transaction(async (tx) => {
      await putOutbox(tx, [entry('a', 'k', 1)]);
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    const done = inbox.until(1);
    await putOutbox(database.db, [entry('a', 'k', 2)]);
    await done;
    expect([...inbox.arrived.values()]).toEqual([[2]]);
  });

  it('hears of new entries at once, without waiting for the next poll', async () => {
    const database = await useTestDatabase();
    const inbox = createInbox();
    await startOutbox(database, acceptInto(inbox), { pollMs: 3_600_000 });
    const done = inbox.until(1);
    await putOutbox(database.db, [entry('a', 'k', 1)]);
    await done;
  });

  it('goes on after its connection broke', async () => {
    const database = await useTestDatabase();
    const inbox = createInbox();
    await startOutbox(database, acceptInto(inbox));
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stellwerk-outbox' and datname = current_database()`,
    );
    const done = inbox.until(1);
    await putOutbox(database.db, [entry('a', 'k', 1)]);
    await done;
  });
});

describe('a failing target', () => {
  it('holds up nobody else in its lane, and gets its own entries in order once it is back', async () => {
    const database = await useTestDatabase();
    const inbox = createInbox();
    let isDown = true;
    const lane = laneOf('down', 'a');
    const deliver: Deliver = async (batch) =>
      batch.map(({ target, key, payload }) => {
        if (target === 'down' && isDown) return { retry: { code: 'EGRESS_FAILED', params: { target } } };
        inbox.take(target, key, payload);
        return 'delivered';
      });
    const outbox = await startOutbox(database, deliver, { batchSize: 5 });
    const key = sameLane(lane, 'up');
    const mixed = upTo(100).flatMap((n) => [entry('down', 'a', n), entry('up', key, n)]);
    const upDone = inbox.until(100);
    await database.db.transaction((tx) => putOutbox(tx, mixed));
    await upDone;
    expect([...inbox.arrived]).toEqual([[`up/${key}`, upTo(100)]]);
    await expect
      .poll(() => outbox.stats())
      .toMatchObject({ ready: 0, waiting: 100, targets: [{ target: 'down', lastError: { code: 'EGRESS_FAILED' } }] });
    isDown = false;
    await inbox.until(200);
    expect(inbox.arrived.get('down/a')).toEqual(upTo(100));
  });

  it('that hangs holds up nobody else in its lane', async () => {
    const database = await useTestDatabase();
    const inbox = createInbox();
    const lane = laneOf('hanging', 'a');
    const deliver: Deliver = async (batch, { signal }) => {
      if (batch[0]?.target === 'hanging') await new Promise((_, reject) => signal.addEventListener('abort', reject));
      return acceptInto(inbox)(batch, { signal });
    };
    await startOutbox(database, deliver, { batchSize: 5 });
    const key = sameLane(lane, 'up');
    const done = inbox.until(100);
    await putOutbox(
      database.db,
      upTo(100).flatMap((n) => [entry('hanging', 'a', n), entry('up', key, n)]),
    );
    await done;
    expect([...inbox.arrived]).toEqual([[`up/${key}`, upTo(100)]]);
  });

  it('that refuses one key still takes the others, and the refused key keeps its order', async () => {
    const database = await useTestDatabase();
    const inbox = createInbox();
    let refuses = true;
    const deliver: Deliver = async (batch) => {
      const failed = new Set<string>();
      return batch.map(({ target, key, payload }) => {
        if (failed.has(key) || (key === 'bad' && refuses)) {
          failed.add(key);
          return { retry: { code: 'EGRESS_FAILED', params: { target } } };
        }
        inbox.take(target, key, payload);
        return 'delivered';
      });
    };
    await startOutbox(database, deliver, { batchSize: 10 });
    const good = upTo(10_000)
      .map(String)
      .find((key) => laneOf('t', key) === laneOf('t', 'bad'))!;
    const done = inbox.until(60);
    await putOutbox(
      database.db,
      upTo(60).flatMap((n) => [entry('t', 'bad', n), entry('t', good, n)]),
    );
    await done;
    expect([...inbox.arrived]).toEqual([[`t/${good}`, upTo(60)]]);
    refuses = false;
    await inbox.until(120);
    expect(inbox.arrived.get('t/bad')).toEqual(upTo(60));
  });

  it('that throws is tried again, and given up after its time; the next entry of the key goes on', async () => {
    const database = await useTestDatabase();
    const inbox = createInbox();
    const deliver: Deliver = async (batch) => {
      if (batch.some(({ payload }) => (payload as { n: number }).n === 0)) throw new Error('broken');
      return acceptInto(inbox)(batch, { signal: new AbortController().signal });
    };
    const outbox = await startOutbox(database, deliver, { giveUpAfterMs: 300, batchSize: 1 });
    const done = inbox.until(1);
    await putOutbox(database.db, [entry('t', 'k', 0), entry('t', 'k', 1)]);
    await done;
    expect(inbox.arrived.get('t/k')).toEqual([1]);
    const parked = await database.pool.query('select attempts, last_error from outbox where parked_at is not null');
    expect(parked.rows).toMatchObject([{ last_error: { code: 'INTERNAL_ERROR', params: {} } }]);
    expect(parked.rows[0].attempts).toBeGreaterThan(1);
    await expect.poll(() => outbox.stats()).toMatchObject({ ready: 0, waiting: 0, parked: 1 });
  });

  it('that rejects an entry for good parks it at once; it can be tried again by hand', async () => {
    const database = await useTestDatabase();
    const inbox = createInbox();
    let rejects = true;
    const deliver: Deliver = async (batch) =>
      batch.map(({ target, key, payload }) => {
        if (rejects && (payload as { n: number }).n === 1) return { reject: { code: 'VALIDATION_ERROR', params: {} } };
        inbox.take(target, key, payload);
        return 'delivered';
      });
    const outbox = await startOutbox(database, deliver);
    const first = inbox.until(2);
    await putOutbox(
      database.db,
      upTo(3).map((n) => entry('t', 'k', n)),
    );
    await first;
    await expect.poll(async () => (await outbox.stats()).parked).toBe(1);
    rejects = false;
    await outbox.retryParked('t');
    await inbox.until(3);
    expect(inbox.arrived.get('t/k')).toEqual([0, 2, 1]);
    await expect.poll(async () => (await outbox.stats()).parked).toBe(0);
  });
});

it('reads its queue by index, however long the backlog of a failing target', async () => {
  const database = await useTestDatabase();
  await database.db.execute(sql`
    insert into outbox (lane, target, key, kind, payload, waiting, attempts, next_at)
    select 5, 'down', 'k' || n % 100, 'test', '{}', true, case when n < 100 then 1 else 0 end, now() + interval '1 hour'
    from generate_series(0, 49999) n`);
  await database.pool.query('vacuum analyze outbox');
  const plan = async (text: string) =>
    (await database.pool.query(`explain ${text}`)).rows.map((row) => row['QUERY PLAN']).join('\n');
  const ready = 'select seq from outbox where lane = 5 and not waiting and parked_at is null order by seq limit 200';
  expect(await plan(ready)).toContain('outbox_ready');
  const retries = `select key from outbox where lane = 5 and target = 'down' and waiting and parked_at is null and attempts > 0 and next_at > now()`;
  expect(await plan(retries)).toContain('outbox_retries');
});
