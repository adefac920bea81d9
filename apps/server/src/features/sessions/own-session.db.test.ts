import { once } from 'node:events';
import { liveCloseCodes } from '@stellwerk/contract/live';
import {
  listOwnSessions,
  revokeOtherSessions,
  revokeSession,
  revokeUserSessions,
  verify,
} from '@stellwerk/contract/session';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createSession } from './session.store.ts';

let server: TestServer;
let liveUrl = '';
beforeAll(async () => {
  server = await startTestServer();
  liveUrl = `${(await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/api/v1/live`;
});
afterAll(() => server.close());

/** Signs the same user in a second time. */
async function secondDevice(user: TestUser): Promise<TestUser> {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const session = { userId: user.id, address: '192.0.2.7', userAgent: 'phone', expiresAt };
  return { ...user, token: await createSession(server.database.db, session) };
}
const sessionsOf = async (user: TestUser) => (await server.call(listOwnSessions, {}, { as: user })).body.data;
const isSignedIn = async (user: TestUser) =>
  (await server.call(verify, { query: {} }, { as: user })).body.data.isAuthenticated;
async function connect(user: TestUser): Promise<WebSocket> {
  const socket = new WebSocket(liveUrl, { headers: { authorization: `Bearer ${user.token}` } });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return socket;
}

describe('GET /auth/sessions', () => {
  it('lists where the caller is signed in, and marks this device', async () => {
    const user = await server.make.user();
    const phone = await secondDevice(user);
    const seen = await sessionsOf(phone);
    expect(seen.map(({ current, address, userAgent }) => ({ current, address, userAgent }))).toEqual([
      { current: true, address: '192.0.2.7', userAgent: 'phone' },
      { current: false, address: '127.0.0.1', userAgent: 'test' },
    ]);
    expect(JSON.stringify(seen)).not.toContain(phone.token);
  });
});

describe('DELETE /auth/sessions/{id}', () => {
  it('ends a session at once, with its live connection', async () => {
    const user = await server.make.user();
    const phone = await secondDevice(user);
    const [mine, theirs] = [await connect(user), await connect(phone)];
    const closed = once(theirs, 'close');
    const id = (await sessionsOf(user)).find(({ current }) => !current)?.id ?? 0;
    expect((await server.call(revokeSession, { params: { id } }, { as: user })).status).toBe(200);
    expect((await closed)[0]).toBe(liveCloseCodes.sessionEnded);
    expect(mine.readyState).toBe(WebSocket.OPEN);
    expect([await isSignedIn(user), await isSignedIn(phone)]).toEqual([true, false]);
  });

  it('answers 404 for sessions of another user, also to administrators', async () => {
    const user = await server.make.user();
    const admin = await server.make.user({ account: user.account, permissions: ['all.manage'] });
    const [{ id } = { id: 0 }] = await sessionsOf(user);
    const answer = await server.call(revokeSession, { params: { id } }, { as: admin });
    expect([answer.status, answer.body.code]).toEqual([404, 'SESSION_NOT_FOUND']);
    expect(await isSignedIn(user)).toBe(true);
  });
});

describe('DELETE /auth/sessions', () => {
  it('ends all sessions except the caller’s own', async () => {
    const user = await server.make.user();
    const others = [await secondDevice(user), await secondDevice(user)];
    const stranger = await server.make.user();
    const answer = await server.call(revokeOtherSessions, {}, { as: user });
    expect(answer.body.data).toEqual({ revoked: 2 });
    expect(await Promise.all([...others, user, stranger].map(isSignedIn))).toEqual([false, false, true, true]);
  });
});

describe('DELETE /user/{id}/sessions', () => {
  it('ends all sessions of a managed user, with their live connections', async () => {
    const user = await server.make.user();
    const admin = await server.make.user({ account: user.account, permissions: ['all.manage'] });
    const closed = once(await connect(user), 'close');
    const answer = await server.call(revokeUserSessions, { params: { id: user.id } }, { as: admin });
    expect(answer.body.data).toEqual({ revoked: 1 });
    expect((await closed)[0]).toBe(liveCloseCodes.sessionEnded);
    expect(await isSignedIn(user)).toBe(false);
  });

  it('answers 403 for a user with more permissions than the caller', async () => {
    const boss = await server.make.user({ permissions: ['all.manage'] });
    const helper = await server.make.user({ account: boss.account, permissions: ['UserManagement.manage'] });
    const answer = await server.call(revokeUserSessions, { params: { id: boss.id } }, { as: helper });
    expect([answer.status, answer.body.code]).toEqual([403, 'USER_EXCEEDS_OWN_PERMISSIONS']);
  });
});
