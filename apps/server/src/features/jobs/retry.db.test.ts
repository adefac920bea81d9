import { listJobs, listJobTypes, readJob, retryJob, retryJobTask } from '@stellwerk/contract/job';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { jobs } from '../../platform/jobs/job.table.ts';

/** Items that fail until somebody mends them, and what was worked on, in order. */
const broken = new Set<number>();
const worked: number[] = [];

const mending = defineJob({
  kind: 'mending',
  undo: { way: 'needless' },
  payload: z.object({ ids: z.array(z.int()) }),
  afterCrash: 'resume',
  retry({ ids }, { failedIds, done }) {
    const left = ids.filter((id, index) => failedIds.has(id) || index >= done);
    return left.length > 0 ? { ids: left } : undefined;
  },
  run: (run) =>
    run.items(
      run.payload.ids,
      async (entityId) => {
        worked.push(entityId);
        if (broken.has(entityId)) run.error({ entityId, code: 'DTWIN_NOT_FOUND' });
      },
      run.payload.ids.length,
    ),
});
const once = defineJob({
  kind: 'once',
  undo: { way: 'needless' },
  payload: z.object({}),
  afterCrash: 'startOver',
  run: async () => {},
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ extraKinds: [mending, once] });
});
afterAll(() => server.close());

const reader = () => server.make.user({ permissions: ['DigitalTwin.read'] });

/** A job as it stands after its end. */
async function endedJob(
  owner: TestUser,
  values: Partial<typeof jobs.$inferInsert> & { ids?: number[]; failed?: number[] },
) {
  const { ids = [], failed = [], kind = 'mending', ...more } = values;
  const errors = failed.map((entityId) => ({ entityId, code: 'DTWIN_NOT_FOUND', params: {} }));
  const [row] = await server.database.db
    .insert(jobs)
    .values({
      accountId: owner.account.id,
      scopeId: owner.account.scopeId,
      userId: owner.id,
      kind,
      title: 'Mend',
      resource: 'digitaltwin',
      payload: { ids },
      state: 'done',
      done: ids.length,
      total: ids.length,
      errors,
      errorCount: errors.length,
      ...more,
    })
    .returning({ id: jobs.id });
  return row?.id ?? 0;
}

const payloadOf = async (id: number) =>
  (await server.database.db.select({ payload: jobs.payload }).from(jobs).where(eq(jobs.id, id)))[0]?.payload;

const retry = (user: TestUser, id: number) => server.call(retryJob, { params: { id } }, { as: user });

describe('POST /api/v1/background-runners/{id}/retry', () => {
  it('queues the failed items as a new job and leaves the old one as it was', async () => {
    const user = await reader();
    const id = await endedJob(user, { ids: [11, 12, 13], failed: [12] });
    const { status, body } = await retry(user, id);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ type: 'mending', title: 'Mend', resource: 'digitaltwin', state: 'created' });
    expect(body.data).toMatchObject({ createdBy: user.id, errorCount: 0, abilities: { cancel: true, retry: false } });
    expect(body.data.id).not.toBe(id);
    expect(await payloadOf(body.data.id)).toEqual({ ids: [12] });
    const old = await server.call(readJob, { params: { id } }, { as: user });
    expect(old.body.data).toMatchObject({ state: 'done', errorCount: 1, abilities: { retry: true } });
  });

  it('takes along what a job that failed or was cancelled did not come to', async () => {
    const user = await reader();
    for (const state of ['error', 'canceled'] as const) {
      const id = await endedJob(user, { state, ids: [21, 22, 23, 24], failed: [21], done: 2 });
      const { body } = await retry(user, id);
      expect(await payloadOf(body.data.id)).toEqual({ ids: [21, 23, 24] });
    }
  });

  it('runs with the permissions of the caller, in the account of the job', async () => {
    const user = await reader();
    const manager = await server.make.user({ account: user.account, permissions: ['DigitalTwin.manage'] });
    const id = await endedJob(user, { ids: [31], failed: [31] });
    const { body } = await retry(manager, id);
    expect(body.data.createdBy).toBe(manager.id);
    const listed = await server.call(listJobs, { query: { tenantId: user.account.id } }, { as: user });
    expect(listed.body.data.map((job) => job.id)).toEqual([body.data.id, id]);
  });

  it('knows the twins that the states of another were not brought to', async () => {
    const user = await reader();
    const payload = { twinId: 1, targetIds: [71, 72, 73] };
    const id = await endedJob(user, { kind: 'digitaltwin-synchronise', payload, failed: [72], done: 3 });
    const { body } = await retry(user, id);
    expect(await payloadOf(body.data.id)).toEqual({ twinId: 1, targetIds: [72] });
  });

  it.each([
    ['still runs', { state: 'inprogress', failed: [1] }],
    ['still waits', { state: 'created', done: 0 }],
    ['went well', { ids: [1] }],
    ['has a kind without items', { kind: 'once', failed: [1] }],
    ['has more failures than were kept', { ids: [1, 2], failed: [1], errorCount: 1001 }],
  ] as const)('answers 409 for a job that %s', async (_, values) => {
    const user = await reader();
    const { ids, failed, ...more } = { ids: [], failed: [], ...values };
    const id = await endedJob(user, { ...more, ids: [...ids], failed: [...failed] });
    const { status, body } = await retry(user, id);
    expect([status, body.code]).toEqual([409, 'BACKGROUND_JOBS_NOT_RETRYABLE']);
    const { body: read } = await server.call(readJob, { params: { id } }, { as: user });
    expect(read.data.abilities.retry).toBe(false);
  });

  it('is for the creator and for managers: other readers get 403, other accounts 404', async () => {
    const user = await reader();
    const colleague = await server.make.user({ account: user.account, permissions: ['VirtualDevice.read'] });
    const id = await endedJob(user, { ids: [1], failed: [1] });
    expect((await retry(colleague, id)).status).toBe(403);
    expect((await retry(await reader(), id)).status).toBe(404);
  });

  it('works until nothing is left, when the job is really run', async () => {
    const user = await reader();
    broken.add(42);
    const first = await endedJob(user, { ids: [41, 42], failed: [41, 42] });
    const again = (await retry(user, first)).body.data.id;
    await server.jobs.start();
    const stateOf = async (id: number) => (await server.call(readJob, { params: { id } }, { as: user })).body.data;
    await expect.poll(async () => (await stateOf(again)).state, { timeout: 20_000 }).toBe('done');
    expect(await stateOf(again)).toMatchObject({ progress: { done: 2, total: 2 }, errorCount: 1 });
    broken.delete(42);
    const last = (await retry(user, again)).body.data.id;
    await expect.poll(async () => (await stateOf(last)).state, { timeout: 20_000 }).toBe('done');
    expect(await stateOf(last)).toMatchObject({ errorCount: 0, abilities: { retry: false } });
    expect(worked.filter((id) => id > 40)).toEqual([41, 42, 42]);
    await server.jobs.stop();
  });
});

describe('POST /api/v1/background-runners/{id}/tasks/{taskId}/retry', () => {
  const retryTask = (user: TestUser, id: number, taskId: number) =>
    server.call(retryJobTask, { params: { id, taskId: String(taskId) } }, { as: user });

  it('queues one failed item alone', async () => {
    const user = await reader();
    const id = await endedJob(user, { state: 'canceled', ids: [51, 52, 53], failed: [51, 52], done: 2 });
    const { status, body } = await retryTask(user, id, 52);
    expect(status).toBe(201);
    expect(await payloadOf(body.data.id)).toEqual({ ids: [52] });
  });

  it('answers 409 for an item that did not fail', async () => {
    const user = await reader();
    const id = await endedJob(user, { ids: [61, 62], failed: [61] });
    const { status, body } = await retryTask(user, id, 62);
    expect([status, body.code]).toEqual([409, 'BACKGROUND_JOBS_NOT_RETRYABLE']);
  });
});

describe('GET /api/v1/background-runners/types', () => {
  it('names every kind of this installation', async () => {
    const { status, body } = await server.call(listJobTypes, {}, { as: await reader() });
    expect(status).toBe(200);
    expect(body.data).toEqual(expect.arrayContaining(['digitaltwin-synchronise', 'mending', 'once']));
  });

  it('is for those who may see jobs', async () => {
    const user = await server.make.user({ permissions: ['Dashboards.read'] });
    expect((await server.call(listJobTypes, {}, { as: user })).status).toBe(403);
  });
});
