import { readJob, undoJob } from '@stellwerk/contract/job';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { jobs } from '../../platform/jobs/job.table.ts';

const day = 86_400_000;
const run = async () => {};
const painting = defineJob({
  kind: 'painting',
  undo: { way: 'byJob', kind: 'scraping', withinDays: 30 },
  payload: z.object({}),
  afterCrash: 'startOver',
  run,
});
const scraping = defineJob({
  kind: 'scraping',
  undo: { way: 'impossible' },
  payload: z.object({ jobId: z.int() }),
  afterCrash: 'startOver',
  run,
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ extraKinds: [painting, scraping] });
});
afterAll(() => server.close());

const reader = () => server.make.user({ permissions: ['VirtualDevice.read'] });

async function addJob(owner: TestUser, values: Partial<typeof jobs.$inferInsert> = {}) {
  const [row] = await server.database.db
    .insert(jobs)
    .values({
      accountId: owner.account.id,
      scopeId: owner.account.scopeId,
      userId: owner.id,
      kind: 'painting',
      title: 'Paint the doors',
      payload: {},
      state: 'done',
      done: 3,
      finishedAt: new Date(),
      ...values,
    })
    .returning({ id: jobs.id });
  return row?.id ?? 0;
}
const setJob = (id: number, values: Partial<typeof jobs.$inferInsert>) =>
  server.database.db.update(jobs).set(values).where(eq(jobs.id, id));

const undo = (user: TestUser, id: number) => server.call(undoJob, { params: { id } }, { as: user });
const read = async (user: TestUser, id: number) =>
  (await server.call(readJob, { params: { id } }, { as: user })).body.data;

describe('POST /api/v1/background-runners/{id}/undo', () => {
  it('queues the job that undoes an ended one, and both reference each other', async () => {
    const user = await reader();
    const finishedAt = new Date();
    const id = await addJob(user, { finishedAt });
    expect(await read(user, id)).toMatchObject({
      undo: { way: 'byJob', until: new Date(finishedAt.getTime() + 30 * day).toISOString(), jobId: null },
      undoOf: null,
      abilities: { undo: true },
    });
    const { status, body } = await undo(user, id);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ type: 'scraping', title: 'Paint the doors', undoOf: id, createdBy: user.id });
    expect(await read(user, id)).toMatchObject({ undo: { jobId: body.data.id }, abilities: { undo: false } });
  });

  it('happens once, even if two requests arrive together', async () => {
    const user = await reader();
    const id = await addJob(user);
    const results = await Promise.all([undo(user, id), undo(user, id)]);
    expect(results.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await undo(user, id)).body.code).toBe('BACKGROUND_JOBS_NOT_UNDOABLE');
  });

  it('may be repeated after it failed, was cancelled or left items over', async () => {
    const user = await reader();
    const id = await addJob(user);
    for (const rest of [{ state: 'error' }, { state: 'canceled' }, { state: 'done', errorCount: 1 }] as const) {
      const { body } = await undo(user, id);
      await setJob(body.data.id, rest);
      expect(await read(user, id)).toMatchObject({ undo: { jobId: null }, abilities: { undo: true } });
    }
  });

  it.each([
    ['still runs', { state: 'inprogress', finishedAt: null }],
    ['did nothing', { state: 'canceled', done: 0 }],
    ['ended too long ago', { finishedAt: new Date(Date.now() - 31 * day) }],
    ['has a kind that cannot be undone', { kind: 'scraping' }],
    ['has a kind of another release', { kind: 'unknown' }],
  ] as const)('refuses a job that %s', async (_, values) => {
    const user = await reader();
    const id = await addJob(user, values);
    expect((await read(user, id)).abilities.undo).toBe(false);
    const { status, body } = await undo(user, id);
    expect([status, body.code]).toEqual([409, 'BACKGROUND_JOBS_NOT_UNDOABLE']);
  });

  it('is for the creator and for managers', async () => {
    const user = await reader();
    const id = await addJob(user);
    const colleague = await server.make.user({ account: user.account, permissions: ['VirtualDevice.read'] });
    expect((await undo(colleague, id)).status).toBe(403);
    expect((await undo(await reader(), id)).status).toBe(404);
    const manager = await server.make.user({ account: user.account, permissions: ['VirtualDevice.manage'] });
    expect((await undo(manager, id)).status).toBe(201);
  });
});

it('says of every kind how its effect can be undone', () => {
  const kinds = server.jobs.kinds().flatMap((kind) => server.jobs.find(kind) ?? []);
  expect(kinds.length).toBeGreaterThan(5);
  for (const { undo } of kinds) if (undo.way === 'byJob') expect(server.jobs.find(undo.kind)).toBeDefined();
});
