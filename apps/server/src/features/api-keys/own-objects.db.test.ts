import { createOwnApiKey, type newApiKey } from '@stellwerk/contract/api-key';
import { deleteExport, downloadExport, listExports } from '@stellwerk/contract/data-export';
import { cancelJob, readJob } from '@stellwerk/contract/job';
import { readUser } from '@stellwerk/contract/user';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { TestUser } from '../../../test/factories.ts';
import { nounFactories } from '../../../test/noun-factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { jobs } from '../../platform/jobs/job.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function makeKey(as: TestUser, body: Partial<z.input<typeof newApiKey>> = {}) {
  const { status, body: answer } = await server.call(createOwnApiKey, { body: { title: 'key', ...body } }, { as });
  expect(status).toBe(201);
  return { id: answer.data.id, headers: { 'x-api-key': answer.data.key } };
}

async function makeJob(user: TestUser, apiKeyId: number | null): Promise<number> {
  const id = (await nounFactories.job?.(server, user.account)) ?? 0;
  await server.database.db.update(jobs).set({ userId: user.id, apiKeyId }).where(eq(jobs.id, id));
  return id;
}

it('a narrowed key owns the jobs that it started, not those of its user', async () => {
  const user = await server.make.user({ permissions: ['all.manage'] });
  const [narrowed, whole] = [await makeKey(user, { permissions: ['Dashboards.read'] }), await makeKey(user)];
  const [byUser, byKey] = [await makeJob(user, null), await makeJob(user, narrowed.id)];
  const read = async (id: number, { headers }: typeof whole) =>
    (await server.call(readJob, { params: { id } }, { headers })).status;
  const cancel = async (id: number, { headers }: typeof whole) =>
    (await server.call(cancelJob, { params: { id } }, { headers })).status;
  expect([await read(byUser, narrowed), await cancel(byUser, narrowed)]).toEqual([404, 404]);
  expect([await read(byKey, narrowed), await cancel(byKey, narrowed)]).toEqual([200, 200]);
  expect([await read(byUser, whole), await cancel(byUser, whole)]).toEqual([200, 200]);
});

it('a key that may see a job of its user, but not manage its objects, can’t stop it', async () => {
  const user = await server.make.user({ permissions: ['all.manage'] });
  const reading = await makeKey(user, { permissions: ['DigitalTwin.read'] });
  const id = await makeJob(user, null);
  const seen = await server.call(readJob, { params: { id } }, { headers: reading.headers });
  expect([seen.status, seen.body.data.abilities.cancel]).toEqual([200, false]);
  expect((await server.call(cancelJob, { params: { id } }, { headers: reading.headers })).status).toBe(403);
});

it('a narrowed key gets no files that its user exported, but its user', async () => {
  const user = await server.make.user({ permissions: ['all.manage'] });
  const narrowed = await makeKey(user, { permissions: ['Dashboards.read'] });
  const id = (await nounFactories.dataExport?.(server, user.account)) ?? 0;
  await server.database.pool.query('update data_exports set user_id = $1 where id = $2', [user.id, id]);
  const { headers } = narrowed;
  const params = { id };
  const list = async (as: object) =>
    (await server.call(listExports, { query: {} }, as)).body.data.map((each) => each.id);
  expect(await list({ as: user })).toEqual([id]);
  expect(await list({ headers })).toEqual([]);
  expect((await server.call(downloadExport, { params }, { headers })).status).toBe(404);
  expect((await server.call(deleteExport, { params }, { headers })).status).toBe(404);
  expect((await server.call(readUser, { params: { id: user.id } }, { headers })).body.data.id).toBe(user.id);
});
