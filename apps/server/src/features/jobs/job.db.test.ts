import { cancelJob, deleteJob, listJobs, readJob } from '@stellwerk/contract/job';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { NewJob } from '../../platform/jobs/job.store.ts';
import { jobs } from '../../platform/jobs/job.table.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { createScope } from '../../platform/tenancy/scope.store.ts';
import { userRoles } from '../../platform/tenancy/user.table.ts';
import { dropEndedJobs } from './job.store.ts';

const noop = defineJob({
  kind: 'noop',
  undo: { way: 'needless' },
  payload: z.object({}),
  afterCrash: 'startOver',
  run: async () => {},
});
const other = defineJob({
  kind: 'other',
  undo: { way: 'needless' },
  payload: z.object({}),
  afterCrash: 'startOver',
  run: async () => {},
});

let server: TestServer;
let engine: Jobs;
beforeAll(async () => {
  server = await startTestServer({ extraKinds: [noop, other] });
  engine = server.jobs;
});
afterAll(() => server.close());

const reader = () => server.make.user({ permissions: ['DigitalTwin.read'] });

const addJob = (owner: TestUser, more: Partial<NewJob> = {}) =>
  engine.enqueue(server.database.db, {
    accountId: owner.account.id,
    scopeId: owner.account.scopeId,
    userId: owner.id,
    apiKeyId: null,
    kind: 'noop',
    title: 'A job',
    payload: {},
    ...more,
  });

const setJob = (id: number, values: Partial<typeof jobs.$inferInsert>) =>
  server.database.db.update(jobs).set(values).where(eq(jobs.id, id));

describe('GET /api/v1/background-runners', () => {
  it('leaves out the errors of items on demand', async () => {
    const user = await reader();
    const id = await addJob(user);
    await setJob(id, { errors: [{ entityId: 7, code: 'DTWIN_NOT_FOUND', params: {} }], errorCount: 1 });
    const errorsOf = async (query: { tasks?: 'true' | 'false' }) =>
      (await server.call(listJobs, { query }, { as: user })).body.data.map(({ errors, errorCount }) => [
        errors.length,
        errorCount,
      ]);
    expect(await errorsOf({})).toEqual([[1, 1]]);
    expect(await errorsOf({ tasks: 'false' })).toEqual([[0, 1]]);
  });

  it('answers the jobs of the caller’s scopes, newest first', async () => {
    const [user, stranger] = [await reader(), await reader()];
    const first = await addJob(user, {
      title: 'First',
      format: 'csv',
      resource: 'digitaltwin',
      entityId: 4,
      total: 12,
    });
    const second = await addJob(user);
    await addJob(stranger);
    const { status, body } = await server.call(listJobs, { query: {} }, { as: user });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 2, offset: 0, limit: 20 });
    expect(body).not.toHaveProperty('totalIsEstimate');
    expect(body.data.map(({ id }) => id)).toEqual([second, first]);
    expect(body.data[1]).toMatchObject({
      id: first,
      title: 'First',
      name: 'First',
      type: 'noop',
      state: 'created',
      format: 'csv',
      resource: 'digitaltwin',
      entityId: 4,
      size: 12,
      progress: { done: 0, total: 12 },
      errors: [],
      errorCount: 0,
      cancelRequested: false,
      user: { id: user.id, name: 'Test User' },
      createdBy: user.id,
      startedAt: null,
      stoppedAt: null,
      finishedAt: null,
      abilities: { cancel: true, delete: true, retry: false, undo: false },
    });
  });

  it('sees the jobs of scopes below, unless a permission is inverted there', async () => {
    const user = await reader();
    const { db } = server.database;
    const below = await createScope(db, { parentId: user.account.scopeId, name: 'below' });
    const id = await addJob(user, { scopeId: below.id, userId: null });
    const seen = await server.call(listJobs, { query: {} }, { as: user });
    expect(seen.body.data.map((job) => job.id)).toEqual([id]);
    const roleId = await createRole(db, { scopeId: below.id, name: 'blind', permissions: ['!DigitalTwin.read'] });
    await db.insert(userRoles).values({ userId: user.id, scopeId: below.id, roleId });
    expect((await server.call(listJobs, { query: {} }, { as: user })).body).toMatchObject({ data: [], total: 0 });
    expect((await server.call(readJob, { params: { id } }, { as: user })).status).toBe(404);
  });

  it('filters by type, state and title, sorts and pages', async () => {
    const user = await reader();
    const titles = ['Alpha 100%', 'beta', 'Gamma_1', 'delta'];
    const ids = [];
    for (const [index, title] of titles.entries())
      ids.push(await addJob(user, { title, kind: index % 2 ? 'other' : 'noop' }));
    await setJob(ids[3]!, { state: 'done' });
    const deleted = await addJob(user, { title: 'gone' });
    await engine.remove(server.database.db, deleted);
    const titlesOf = async (query: Parameters<typeof server.call<typeof listJobs>>[1]['query']) =>
      (await server.call(listJobs, { query }, { as: user })).body.data.map(({ title }) => title);
    expect(await titlesOf({})).toEqual(titles.toReversed());
    expect(await titlesOf({ type: 'other' })).toEqual(['delta', 'beta']);
    expect(await titlesOf({ state: 'done' })).toEqual(['delta']);
    expect(await titlesOf({ state: 'deleted' })).toEqual(['gone']);
    expect(await titlesOf({ search: 'ALPH' })).toEqual(['Alpha 100%']);
    expect(await titlesOf({ search: '100% alpha' })).toEqual(['Alpha 100%']);
    expect(await titlesOf({ search: '0%' })).toEqual(['Alpha 100%']);
    expect(await titlesOf({ search: 'a_1' })).toEqual(['Gamma_1']);
    expect(await titlesOf({ sort: 'createdAt', offset: 1, limit: 2 })).toEqual(['beta', 'Gamma_1']);
    expect((await server.call(listJobs, { query: { limit: 1 } }, { as: user })).body.total).toBe(4);
  });

  it('shows one account where one is asked for', async () => {
    const user = await reader();
    const below = await server.make.account({ parent: user.account });
    await addJob(user, { title: 'above' });
    await addJob(user, { title: 'below', accountId: below.id, scopeId: below.scopeId });
    const listed = await server.call(listJobs, { query: { tenantId: below.id } }, { as: user });
    expect(listed.body.data.map(({ title }) => title)).toEqual(['below']);
  });

  it('refuses unknown states and sort columns', async () => {
    const user = await reader();
    const bad = await server.app.inject({
      url: '/api/v1/background-runners?state=broken&sort=payload',
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect([bad.statusCode, bad.json().code]).toEqual([400, 'PARAMETER_VALIDATION_ERROR']);
  });

  it('shows ten errors of a job in the language of the caller', async () => {
    const user = await reader();
    const id = await addJob(user);
    const errors = Array.from({ length: 25 }, (_, line) => ({ line, code: 'USER_NOT_FOUND', params: {} }));
    await setJob(id, { errors, errorCount: 25, state: 'done' });
    const english = { as: user, headers: { 'accept-language': 'en' } };
    const listed = (await server.call(listJobs, { query: {} }, english)).body.data[0]!;
    expect([listed.errors.length, listed.errorCount]).toEqual([10, 25]);
    expect(listed.errors[0]).toEqual({
      line: 0,
      code: 'USER_NOT_FOUND',
      params: {},
      message: 'The user was not found.',
    });
    const single = await server.call(readJob, { params: { id } }, { as: user, headers: { 'accept-language': 'de' } });
    expect(single.body.data.errors.length).toBe(25);
    expect(single.body.data.errors[24]).toMatchObject({ line: 24, message: 'Der Benutzer wurde nicht gefunden.' });
  });

  it('estimates the total beyond ten thousand', async () => {
    const user = await reader();
    await server.database.pool.query(
      `insert into jobs (account_id, scope_id, kind, title, payload, state) select $1, $2, 'noop', 'many', '{}', 'done' from generate_series(1, 10005)`,
      [user.account.id, user.account.scopeId],
    );
    const { body } = await server.call(listJobs, { query: {} }, { as: user });
    expect(body.totalIsEstimate).toBe(true);
    expect(body.total).toBeGreaterThan(10_000);
  });

  it('estimates it well for those who see a whole tree of a few dozen scopes', async () => {
    const user = await reader();
    for (let count = 0; count < 30; count += 1) await server.make.account({ parent: user.account });
    const { pool } = server.database;
    await pool.query(
      `insert into jobs (account_id, scope_id, kind, title, payload, state) select $1, $2, 'noop', 'many', '{}', 'done' from generate_series(1, 40000)`,
      [user.account.id, user.account.scopeId],
    );
    // What the database does by itself within a minute.
    await pool.query('analyze jobs, scopes');
    const { body } = await server.call(listJobs, { query: {} }, { as: user });
    expect(body.total).toBeGreaterThan(30_000);
    expect(body.total).toBeLessThan(60_000);
  });
});

describe('GET /api/v1/background-runners/{id}', () => {
  it('answers 404 for jobs of others and for those that do not exist', async () => {
    const [user, stranger] = [await reader(), await reader()];
    const id = await addJob(stranger);
    for (const each of [id, 999_999_999]) {
      const { status, body } = await server.call(readJob, { params: { id: each } }, { as: user });
      expect([status, body.code]).toEqual([404, 'BACKGROUND_JOBS_NOT_FOUND']);
    }
  });

  it('lets creators follow, cancel and delete their own jobs, whatever they may see of others', async () => {
    const creator = await server.make.user({ permissions: ['UserManagement.create'] });
    const colleague = await server.make.user({ account: creator.account, permissions: ['UserManagement.create'] });
    const [id, second] = [await addJob(creator), await addJob(creator)];
    const { status, body } = await server.call(readJob, { params: { id } }, { as: creator });
    expect([status, body.data.abilities]).toEqual([200, { cancel: true, delete: true, retry: false, undo: false }]);
    for (const route of [readJob, cancelJob, deleteJob]) {
      expect((await server.call(route, { params: { id } }, { as: colleague })).status).toBe(404);
    }
    expect((await server.call(cancelJob, { params: { id } }, { as: creator })).status).toBe(200);
    expect((await server.call(deleteJob, { params: { id: second } }, { as: creator })).status).toBe(200);
    expect((await server.call(listJobs, { query: {} }, { as: creator })).status).toBe(403);
  });
});

describe('POST /api/v1/background-runners/{id}/cancel', () => {
  it('cancels a queued job of the caller', async () => {
    const user = await reader();
    const id = await addJob(user);
    const { status, body } = await server.call(cancelJob, { params: { id } }, { as: user });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      state: 'canceled',
      cancelRequested: true,
      abilities: { cancel: false, delete: false, retry: false, undo: false },
    });
    expect(body.data.finishedAt).not.toBeNull();
  });

  it('asks a running job to stop', async () => {
    const user = await reader();
    const id = await addJob(user);
    await setJob(id, { state: 'inprogress', done: 3 });
    const { body } = await server.call(cancelJob, { params: { id } }, { as: user });
    expect(body.data).toMatchObject({ state: 'inprogress', cancelRequested: true, progress: { done: 3 } });
  });

  it('answers 409 once the job has ended', async () => {
    const user = await reader();
    const id = await addJob(user);
    await setJob(id, { state: 'done' });
    const { status, body } = await server.call(cancelJob, { params: { id } }, { as: user });
    expect([status, body.code]).toEqual([409, 'BACKGROUND_JOBS_ALREADY_FINISHED']);
  });

  it('is for the creator and for managers: other readers get 403, other accounts 404', async () => {
    const user = await reader();
    const colleague = await server.make.user({ account: user.account, permissions: ['VirtualDevice.read'] });
    const manager = await server.make.user({ account: user.account, permissions: ['IotHub.manage'] });
    const id = await addJob(user);
    const seen = await server.call(readJob, { params: { id } }, { as: colleague });
    expect(seen.body.data.abilities).toEqual({ cancel: false, delete: false, retry: false, undo: false });
    const refused = await server.call(cancelJob, { params: { id } }, { as: colleague });
    expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    expect((await server.call(cancelJob, { params: { id } }, { as: await reader() })).status).toBe(404);
    expect((await server.call(cancelJob, { params: { id } }, { as: manager })).status).toBe(200);
  });
});

describe('DELETE /api/v1/background-runners/{id}', () => {
  it('deletes a queued job and answers 409 for one that has started', async () => {
    const user = await reader();
    const [queued, started] = [await addJob(user), await addJob(user)];
    await setJob(started, { state: 'inprogress' });
    const gone = await server.call(deleteJob, { params: { id: queued } }, { as: user });
    expect([gone.status, gone.body.data.state]).toEqual([200, 'deleted']);
    const refused = await server.call(deleteJob, { params: { id: started } }, { as: user });
    expect([refused.status, refused.body.code]).toEqual([409, 'BACKGROUND_JOBS_DELETE_ONLY_QUEUED']);
  });

  it('is refused to other readers', async () => {
    const user = await reader();
    const colleague = await server.make.user({ account: user.account, permissions: ['DigitalTwin.read'] });
    const id = await addJob(user);
    expect((await server.call(deleteJob, { params: { id } }, { as: colleague })).status).toBe(403);
  });
});

it('forgets jobs that ended long ago, and only those', async () => {
  const user = await reader();
  const [old, recent, open] = [await addJob(user), await addJob(user), await addJob(user)];
  await setJob(old, { state: 'done', finishedAt: new Date('2020-01-01') });
  await setJob(recent, { state: 'done', finishedAt: new Date() });
  await dropEndedJobs(server.database.db, new Date('2020-06-01'), new AbortController().signal);
  const { body } = await server.call(listJobs, { query: {} }, { as: user });
  expect(body.data.map(({ id }) => id)).toEqual([open, recent]);
});
