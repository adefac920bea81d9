import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { fail } from '../errors/app-error.ts';
import { common, rowOf, simple, startJobs, upTo } from './testing/start-jobs.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('a job', () => {
  it('runs its items, counts them and is done', async () => {
    const worked: number[] = [];
    const kind = simple(async (run) => {
      await run.items(upTo(run.payload.n), async (item) => void worked.push(item), run.payload.n);
      await run.postprocessing();
    });
    const { engine, watch, ended } = await startJobs(database, [kind]);
    const id = await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 5 } });
    await ended(id);
    expect(worked).toEqual([0, 1, 2, 3, 4]);
    expect(await rowOf(database, id)).toMatchObject({
      state: 'done',
      done: 5,
      total: 5,
      attempt: 1,
      errorCount: 0,
      errors: [],
    });
    const states = watch.seen.filter((change) => change.id === id).map((change) => change.state);
    expect([...new Set(states)]).toEqual(['created', 'inprogress', 'postprocessing', 'done']);
    const { startedAt, stoppedAt, finishedAt, createdAt } = await rowOf(database, id);
    expect([createdAt, startedAt, stoppedAt, finishedAt].map(Number)).toEqual(
      [createdAt, startedAt, stoppedAt, finishedAt].map(Number).toSorted((a, b) => a - b),
    );
  });

  it('does not exist when the transaction that queued it is rolled back', async () => {
    let runs = 0;
    const kind = simple(async () => void runs++);
    const { engine, ended } = await startJobs(database, [kind]);
    const rolledBack = database.db.transaction(async (tx) => {
      await engine.enqueue(tx, { ...common, kind: kind.kind, payload: { n: 1 } });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await ended(await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } }));
    expect(runs).toBe(1);
  });

  it('ends in error with code and parameters when it fails, and is not tried again', async () => {
    let runs = 0;
    const kind = simple(async (run) => {
      runs++;
      run.error({ line: 3, entityId: 7, code: 'USER_NOT_FOUND' });
      fail('SCRIPT_ERROR', { reason: 'broken' });
    });
    const { engine, ended } = await startJobs(database, [kind]);
    const id = await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } });
    await ended(id);
    expect(await rowOf(database, id)).toMatchObject({
      state: 'error',
      errorCount: 2,
      errors: [
        { line: 3, entityId: 7, code: 'USER_NOT_FOUND', params: {} },
        { code: 'SCRIPT_ERROR', params: { reason: 'broken' } },
      ],
    });
    expect(runs).toBe(1);
  });

  it('hides the text of a bug', async () => {
    const kind = simple(async () => {
      throw new Error('secret detail');
    });
    const { engine, ended } = await startJobs(database, [kind]);
    const id = await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } });
    await ended(id);
    expect((await rowOf(database, id)).errors).toEqual([{ code: 'INTERNAL_ERROR', params: {} }]);
  });

  it('keeps the first thousand errors and counts the rest', async () => {
    const kind = simple(async (run) => {
      for (const line of upTo(1500)) run.error({ line, code: 'VALIDATION_ERROR' });
    });
    const { engine, ended } = await startJobs(database, [kind]);
    const id = await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } });
    await ended(id);
    const row = await rowOf(database, id);
    expect([row.errors.length, row.errorCount, row.errors.at(-1)?.line]).toEqual([1000, 1500, 999]);
  });

  it('is tried again after a passing failure', async () => {
    const attempts: number[] = [];
    const kind = simple(async (run) => {
      attempts.push(run.attempt);
      if (run.attempt === 1) fail('SERVICE_UNAVAILABLE');
    });
    const { engine, ended } = await startJobs(database, [kind]);
    const id = await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } });
    await ended(id);
    expect(attempts).toEqual([1, 2]);
    expect(await rowOf(database, id)).toMatchObject({ state: 'done', errorCount: 0 });
  });

  it('is stopped at its time limit', async () => {
    const kind = simple(
      async (run) => {
        await new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason)));
      },
      { timeoutMs: 50 },
    );
    const { engine, ended } = await startJobs(database, [kind]);
    const id = await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } });
    await ended(id);
    expect(await rowOf(database, id)).toMatchObject({
      state: 'error',
      errors: [{ code: 'BACKGROUND_JOBS_TIMEOUT', params: { limitSeconds: 0.05 } }],
    });
  });

  it('of an unknown kind is refused, and ends in error when its kind has gone since', async () => {
    const kind = simple(async () => {});
    const { engine } = await startJobs(database, [kind], { start: false });
    await expect(engine.enqueue(database.db, { ...common, kind: 'nonsense', payload: {} })).rejects.toMatchObject({
      code: 'BACKGROUND_JOBS_UNKNOWN_JOB_TYPE',
      params: { type: 'nonsense' },
    });
    const id = await engine.enqueue(database.db, { ...common, kind: kind.kind, payload: { n: 1 } });
    const later = await startJobs(database, []);
    await later.ended(id);
    expect(await rowOf(database, id)).toMatchObject({
      state: 'error',
      errors: [{ code: 'BACKGROUND_JOBS_UNKNOWN_JOB_TYPE', params: { type: kind.kind } }],
    });
  });
});
