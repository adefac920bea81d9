import { updateAccount } from '@stellwerk/contract/account';
import { setStateValue } from '@stellwerk/contract/state';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { listenTo } from '../devices/testing/live.fixture.ts';

let server: TestServer;
let url = '';
beforeAll(async () => {
  server = await startTestServer();
  url = `${(await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/api/v1/live`;
});
afterAll(() => server.close());

it('a move of an account closes the live topics of those who no longer lie above it, and of nobody else', async () => {
  const boss = await server.make.user({ permissions: ['all.manage'] });
  const [left, right] = [
    await server.make.account({ parent: boss.account }),
    await server.make.account({ parent: boss.account }),
  ];
  const moving = await server.make.account({ parent: left });
  const twin = await server.make.twin({ account: moving });
  const state = await server.make.state({ twin });
  const topic = `twin/${twin.id}/values`;
  const reader = await server.make.user({ account: left, permissions: ['DigitalTwin.read'] });
  const [lost, kept] = [await listenTo(url, reader, topic), await listenTo(url, boss, topic)];
  expect(lost.said).toMatchObject([{ subscribed: topic }]);
  const call = { params: { id: moving.id }, body: { parentId: right.id } };
  expect((await server.call(updateAccount, call, { as: boss })).status).toBe(200);
  await lost.until(({ error }) => error?.code === 'LIVE_TOPIC_NOT_FOUND');
  const value = { params: { id: twin.id, stateId: state.id }, body: { value: 5 } };
  expect((await server.call(setStateValue, value, { as: boss })).status).toBe(200);
  await kept.until(({ data }) => data !== undefined);
  expect(lost.said.filter(({ data }) => data !== undefined)).toEqual([]);
});
