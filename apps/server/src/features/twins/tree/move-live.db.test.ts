import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { listenTo } from '../../devices/testing/live.fixture.ts';
import { twinCalls } from '../testing/twins.ts';

let server: TestServer;
let url = '';
beforeAll(async () => {
  server = await startTestServer();
  url = `${(await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/api/v1/live`;
});
afterAll(() => server.close());

it('a twin that moves to another scope closes the live topics of those who see the old one alone', async () => {
  const call = twinCalls(server);
  const user = await call.editor();
  const left = await call.giveScope(user, (await call.make(user, { title: 'left' })).id);
  const right = await call.giveScope(user, (await call.make(user, { title: 'right' })).id);
  const twin = await call.make(user, { title: 'twin', parentId: left.id });
  const reader = await server.make.user();
  await call.grant(reader, left.scopeId, ['DigitalTwin.read']);
  const topic = `twin/${twin.id}/values`;
  const live = await listenTo(url, reader, topic);
  expect(live.said).toMatchObject([{ subscribed: topic }]);
  expect((await call.update(user, twin.id, { parentId: right.id })).status).toBe(200);
  await live.until(({ error }) => error?.code === 'LIVE_TOPIC_NOT_FOUND');
});
