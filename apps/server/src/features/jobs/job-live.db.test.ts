import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

const counting = defineJob({
  kind: 'counting',
  undo: { way: 'needless' },
  payload: z.object({}),
  afterCrash: 'startOver',
  run: (run) => run.items([1, 2, 3], async () => {}, 3),
});

let server: TestServer;
let engine: Jobs;
let url = '';
beforeAll(async () => {
  server = await startTestServer({ extraKinds: [counting] });
  url = `${(await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/api/v1/live`;
  engine = server.jobs;
  await engine.start();
});
afterAll(async () => {
  await engine.stop();
  await server.close();
});

/** Listens as a user and collects what is said, until a message fits. */
async function listen(user: TestUser, topic: string) {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${user.token}` } });
  onTestFinished(() => socket.terminate());
  const said: Record<string, unknown>[] = [];
  let look = () => {};
  socket.on('message', (data) => {
    said.push(JSON.parse(String(data)));
    look();
  });
  const until = (fits: (message: Record<string, unknown>) => boolean) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (said.some(fits)) resolve();
      };
      look();
    });
  await once(socket, 'open');
  socket.send(JSON.stringify({ subscribe: topic }));
  await until((message) => 'subscribed' in message || 'error' in message);
  return { said, until };
}

const enqueue = (user: TestUser) =>
  engine.enqueue(server.database.db, {
    accountId: user.account.id,
    scopeId: user.account.scopeId,
    userId: user.id,
    apiKeyId: null,
    kind: 'counting',
    title: 'Counting',
    payload: {},
  });

const isEnd = (id: number) => (message: Record<string, unknown>) => {
  const data = message.data as { id: number; state: string } | undefined;
  return data?.id === id && data.state === 'done';
};

it('reports the progress of a job only to users who may see it', async () => {
  const [user, stranger] = await Promise.all([1, 2].map(() => server.make.user({ permissions: ['DigitalTwin.read'] })));
  const [mine, theirs] = [await listen(user!, 'jobs'), await listen(stranger!, 'jobs')];
  const id = await enqueue(user!);
  const foreign = await enqueue(stranger!);
  await Promise.all([mine.until(isEnd(id)), theirs.until(isEnd(foreign))]);
  const idsIn = (said: Record<string, unknown>[]) =>
    new Set(said.filter((message) => 'topic' in message).map((message) => (message.data as { id: number }).id));
  expect(idsIn(mine.said)).toEqual(new Set([id]));
  expect(idsIn(theirs.said)).toEqual(new Set([foreign]));
  expect(mine.said.at(-1)).toEqual({
    topic: 'jobs',
    data: {
      id,
      title: 'Counting',
      type: 'counting',
      state: 'done',
      progress: { done: 3, total: 3 },
      errorCount: 0,
      cancelRequested: false,
    },
  });
});

it('opens the topic of one job to those who may see it; missing and foreign jobs look the same', async () => {
  const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
  const id = await enqueue(user);
  expect((await listen(user, `job/${id}`)).said).toContainEqual({ subscribed: `job/${id}` });
  const stranger = await server.make.user({ permissions: ['all.manage'] });
  for (const topic of [`job/${id}`, 'job/999999999', 'job/nonsense', 'job/99999999999999999999']) {
    expect((await listen(stranger, topic)).said).toEqual([{ error: { code: 'LIVE_TOPIC_NOT_FOUND', topic } }]);
  }
});

it('knows a job by one spelling of its id', async () => {
  const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
  const id = await enqueue(user);
  for (const topic of [`job/0${id}`, `job/${id}.0`, `job/${id}e0`, `job/0x${id.toString(16)}`]) {
    expect((await listen(user, topic)).said).toEqual([{ error: { code: 'LIVE_TOPIC_NOT_FOUND', topic } }]);
  }
});

it('opens the topic of a job to its creator, whatever else they may see', async () => {
  const creator = await server.make.user({ permissions: ['UserManagement.create'] });
  const colleague = await server.make.user({ account: creator.account, permissions: ['UserManagement.create'] });
  const topic = `job/${await enqueue(creator)}`;
  expect((await listen(creator, topic)).said).toContainEqual({ subscribed: topic });
  expect((await listen(colleague, topic)).said).toEqual([{ error: { code: 'LIVE_TOPIC_NOT_FOUND', topic } }]);
});

it('refuses the list of jobs to those who may see none', async () => {
  const user = await server.make.user({ permissions: ['Dashboards.read'] });
  expect((await listen(user, 'jobs')).said).toEqual([{ error: { code: 'LIVE_TOPIC_NOT_FOUND', topic: 'jobs' } }]);
});

it('reports the end of a job to its creator, whatever else they may see, and to nobody else', async () => {
  const creator = await server.make.user({ permissions: ['UserManagement.create'] });
  const colleague = await server.make.user({ account: creator.account, permissions: ['all.manage'] });
  const [mine, theirs] = [await listen(creator, 'own-jobs'), await listen(colleague, 'own-jobs')];
  const [id, other] = [await enqueue(creator), await enqueue(colleague)];
  await Promise.all([mine.until(isEnd(id)), theirs.until(isEnd(other))]);
  const ids = (said: Record<string, unknown>[]) =>
    new Set(said.flatMap(({ data }) => (data as { id: number } | undefined)?.id ?? []));
  expect([ids(mine.said), ids(theirs.said)]).toEqual([new Set([id]), new Set([other])]);
});
