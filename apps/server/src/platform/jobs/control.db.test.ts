import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { systemClock } from '../clock/clock.ts';
import { createJobs } from './jobs.ts';
import { common, log, rowOf, simple, startJobs, upTo } from './testing/start-jobs.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('cancel', () => {
  it('stops between items and keeps what is done', async () => {
    const worked: number[] = [];
    const third = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const kind = simple(async (run) => {
      await run.items(
        upTo(10),
        async (item) => {
          if (item === 2) {
            third.resolve();
            await go.promise;
          }
          worked.push(item);
        },
        10,
      );
    });
    const { engine, watch, ended } = await startJobs(database, [kind]);
    const id = await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } });
    await third.promise;
    expect(await engine.cancel(database.db, id)).toBe('requested');
    await watch.until((change) => change.id === id && change.cancelRequested);
    go.resolve();
    await ended(id);
    expect(worked).toEqual([0, 1, 2]);
    expect(await rowOf(database, id)).toMatchObject({ state: 'canceled', done: 3, total: 10 });
    expect(await engine.cancel(database.db, id)).toBe('finished');
  });

  it('of a queued job means that it never runs', async () => {
    let runs = 0;
    const kind = simple(async () => void runs++);
    const { engine } = await startJobs(database, [kind], { start: false });
    const id = await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } });
    expect(await engine.cancel(database.db, id)).toBe('canceled');
    const next = await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } });
    const later = await startJobs(database, [kind]);
    await later.ended(next);
    expect(runs).toBe(1);
    expect(await rowOf(database, id)).toMatchObject({ state: 'canceled', attempt: 0, startedAt: null });
  });

  it('reaches a job in another process', async () => {
    const started = Promise.withResolvers<void>();
    const canceledSeen = Promise.withResolvers<void>();
    const kind = simple(async (run) => {
      started.resolve();
      await canceledSeen.promise;
      run.throwIfCanceled();
    });
    const runner = await startJobs(database, [kind]);
    const api = createJobs({ database, log, clock: systemClock, kinds: () => [kind] });
    const id = await api.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } });
    await started.promise;
    await api.cancel(database.db, id);
    await runner.watch.until((change) => change.id === id && change.cancelRequested);
    canceledSeen.resolve();
    await runner.ended(id);
    expect((await rowOf(database, id)).state).toBe('canceled');
  });
});

describe('remove', () => {
  it('hides a queued job and refuses one that has started', async () => {
    let runs = 0;
    const kind = simple(async () => void runs++);
    const { engine } = await startJobs(database, [kind], { start: false });
    const id = await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } });
    expect(await engine.remove(database.db, id)).toBe(true);
    expect((await rowOf(database, id)).state).toBe('deleted');
    const next = await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } });
    const later = await startJobs(database, [kind]);
    await later.ended(next);
    expect(await engine.remove(database.db, next)).toBe(false);
    expect(runs).toBe(1);
  });
});

describe('progress', () => {
  it('is written far less often than it is reported, and the last figure counts', async () => {
    const kind = simple(async (run) => {
      for (const n of upTo(20_000)) run.progress(n + 1, 20_000);
    });
    const { engine, watch, ended } = await startJobs(database, [kind]);
    const id = await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } });
    await ended(id);
    expect(await rowOf(database, id)).toMatchObject({ done: 20_000, total: 20_000 });
    expect(watch.seen.filter((change) => change.id === id).length).toBeLessThan(100);
  });

  it('is published while the job runs', async () => {
    const go = Promise.withResolvers<void>();
    const kind = simple(async (run) => {
      run.progress(4, 9);
      await go.promise;
    });
    const { engine, watch, ended } = await startJobs(database, [kind]);
    const id = await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } });
    const change = await watch.until((each) => each.id === id && each.done === 4);
    expect(change).toMatchObject({ state: 'inprogress', total: 9 });
    go.resolve();
    await ended(id);
  });
});

describe('concurrency', () => {
  it('of a kind holds over two engines', async () => {
    let now = 0;
    let most = 0;
    const kind = simple(
      async (run) => {
        now++;
        most = Math.max(most, now);
        await run.db.execute('select pg_sleep(0.02)');
        now--;
      },
      { concurrency: 2 },
    );
    const first = await startJobs(database, [kind]);
    await startJobs(database, [kind]);
    const ids = await Promise.all(
      upTo(12).map(() => first.engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } })),
    );
    await Promise.all(ids.map(first.ended));
    expect(most).toBeLessThanOrEqual(2);
  });

  it('lets an account with few jobs overtake one with many', async () => {
    const order: number[] = [];
    const kind = simple(async (run) => void order.push(run.accountId), { concurrency: 1 });
    const { engine } = await startJobs(database, [kind], { start: false });
    for (const _ of upTo(5))
      await engine.enqueue(database.db, { ...common, accountId: 801, kind: kind.kind, payload: { n: 1 } });
    const last = await engine.enqueue(database.db, { ...common, accountId: 802, kind: kind.kind, payload: { n: 1 } });
    const runner = await startJobs(database, [kind]);
    await runner.ended(last);
    expect(order.filter((account) => account === 801).length).toBeLessThanOrEqual(2);
  });
});
