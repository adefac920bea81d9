import { once } from 'node:events';
import { deleteRole, updateAccess } from '@stellwerk/contract/access';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { userRoles } from '../../platform/tenancy/user.table.ts';

let server: TestServer;
let url = '';
beforeAll(async () => {
  server = await startTestServer();
  url = `${(await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/api/v1/live`;
});
afterAll(() => server.close());

/** Follows the jobs as a user until the topic is closed for them. */
async function follow(user: TestUser) {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${user.token}` } });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const closed = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      if (JSON.parse(String(data)).error?.topic === 'jobs') resolve();
    });
  });
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ subscribe: 'jobs' }));
  expect(JSON.parse(String((await answered)[0]))).toEqual({ subscribed: 'jobs' });
  return { closed };
}

async function watcher() {
  const boss = await server.make.user({ permissions: ['all.manage'] });
  const { scopeId } = boss.account;
  const user = await server.make.user({ account: boss.account });
  const roleId = await createRole(server.database.db, { scopeId, name: 'Watcher', permissions: ['DigitalTwin.read'] });
  await server.database.db.insert(userRoles).values({ userId: user.id, scopeId, roleId });
  return { boss, user, scopeId, roleId };
}

it('closes topics of a user whose roles were taken away', async () => {
  const { boss, user, scopeId } = await watcher();
  const { closed } = await follow(user);
  const body = { userId: user.id, access: [{ scopeId, roles: [] }] };
  expect((await server.call(updateAccess, { body }, { as: boss })).status).toBe(200);
  await closed;
});

it('closes topics of everybody who held a role that is deleted', async () => {
  const { boss, user, roleId } = await watcher();
  const { closed } = await follow(user);
  expect((await server.call(deleteRole, { params: { id: roleId } }, { as: boss })).status).toBe(200);
  await closed;
});
