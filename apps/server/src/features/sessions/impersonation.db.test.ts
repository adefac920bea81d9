import { once } from 'node:events';
import { createOwnApiKey } from '@stellwerk/contract/api-key';
import { liveCloseCodes } from '@stellwerk/contract/live';
import { changePassword } from '@stellwerk/contract/password';
import {
  impersonate,
  listOwnSessions,
  logout,
  restoreOriginalUser,
  revokeOtherSessions,
  verify,
} from '@stellwerk/contract/session';
import { disableTwoFactor, enableTwoFactor } from '@stellwerk/contract/two-factor';
import { acceptTerms } from '@stellwerk/contract/user';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { TestUser } from '../../../test/factories.ts';
import { makeLesserAccount, setPermissions } from '../../../test/promotion.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { activity } from '../activity/activity.table.ts';
import { endSessions } from './session.store.ts';
import { sessions } from './session.table.ts';

let server: TestServer;
let liveUrl = '';
beforeAll(async () => {
  server = await startTestServer();
  liveUrl = `${(await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/api/v1/live`;
});
afterAll(() => server.close());

const reason = 'Ticket 4711';
const begin = (admin: Pick<TestUser, 'token'>, userId: number) =>
  server.call(impersonate, { body: { userId, reason } }, { as: admin });
const sessionOf = async (user: Pick<TestUser, 'token'>) =>
  (await server.call(verify, { query: {} }, { as: user })).body.data;

async function listen({ token }: Pick<TestUser, 'token'>): Promise<WebSocket> {
  const socket = new WebSocket(liveUrl, { headers: { authorization: `Bearer ${token}` } });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return socket;
}

async function acting() {
  const admin = await server.make.user({ permissions: ['all.manage'] });
  const user = await server.make.user({ account: admin.account, permissions: ['DigitalTwin.read'] });
  const answer = await begin(admin, user.id);
  expect(answer.status).toBe(200);
  return { admin, user, as: { token: answer.body.data.token } };
}

describe('POST /auth/impersonate', () => {
  it('returns a session of the other user that names the impersonator', async () => {
    const { admin, user, as } = await acting();
    const seen = await sessionOf(as);
    expect(seen.user?.id).toBe(user.id);
    expect(seen.impersonator).toEqual({ id: admin.id, name: 'Test User' });
    expect(seen.abilities).toEqual(['DigitalTwin.list', 'DigitalTwin.read']);
    expect((await sessionOf(admin)).user?.id).toBe(admin.id);
  });

  it('notifies the user of the impersonation', async () => {
    const { admin, user } = await acting();
    const own = (await server.call(listOwnSessions, {}, { as: user })).body.data;
    expect(own.map(({ impersonator }) => impersonator?.id ?? null)).toContain(admin.id);
  });

  it('is logged with the reason and both users, and so are reads during it', async () => {
    const { admin, user, as } = await acting();
    const [begun] = await server.database.db.select().from(activity).where(eq(activity.userId, admin.id));
    expect(begun).toMatchObject({
      path: impersonate.path,
      outcome: 'done',
      objects: [{ noun: 'user', id: user.id }],
      details: { reason },
    });
    await server.call(listOwnSessions, {}, { as });
    const [read] = await server.database.db
      .select()
      .from(activity)
      .where(eq(activity.userId, user.id))
      .orderBy(desc(activity.id));
    expect(read).toMatchObject({ path: listOwnSessions.path, method: 'GET', impersonatorId: admin.id });
    // Reads in the user's own session are not logged.
    await server.call(listOwnSessions, {}, { as: user });
    const entries = await server.database.db.select().from(activity).where(eq(activity.userId, user.id));
    expect(entries.length).toBe(1);
  });

  it('needs no reason with a token', async () => {
    const admin = await server.make.user({ permissions: ['all.manage'] });
    const user = await server.make.user({ account: admin.account, permissions: ['DigitalTwin.read'] });
    const answer = await server.call(impersonate, { body: { userId: user.id } }, { as: admin });
    expect(answer.status).toBe(200);
    const [begun] = await server.database.db.select().from(activity).where(eq(activity.userId, admin.id));
    expect(begun).toMatchObject({ path: impersonate.path, outcome: 'done' });
    expect(begun?.details).not.toHaveProperty('reason');
  });

  it('exchanges the cookie of a browser and returns its own token to a program', async () => {
    const admin = await server.make.user({ permissions: ['UserManagement.impersonate', 'DigitalTwin.read'] });
    const user = await server.make.user({ account: admin.account, permissions: ['DigitalTwin.read'] });
    const program = await begin(admin, user.id);
    expect([program.body.data.originalToken, program.headers['set-cookie']]).toEqual([admin.token, undefined]);
    const headers = { cookie: `stellwerk_session=${admin.token}`, 'sec-fetch-site': 'same-origin' };
    const browser = await server.call(impersonate, { body: { userId: user.id, reason } }, { headers });
    expect(browser.body.data.originalToken).toBeNull();
    expect(String(browser.headers['set-cookie'])).toContain(`stellwerk_session=${browser.body.data.token};`);
  });

  it('is refused during an impersonation, for oneself, with an empty reason and with an API key', async () => {
    const { admin, user, as } = await acting();
    const key = (await server.call(createOwnApiKey, { body: { title: 'key' } }, { as: admin })).body.data.key;
    const helper = await server.make.user({ account: admin.account, permissions: ['all.manage'] });
    const asHelper = { token: (await begin(admin, helper.id)).body.data.token };
    expect((await begin(asHelper, user.id)).body.code).toBe('AUTH_IMPERSONATION_NESTED');
    expect((await begin(as, user.id)).status).toBe(403);
    expect((await begin(admin, admin.id)).body.code).toBe('AUTH_IMPERSONATION_SELF');
    const short = await server.call(impersonate, { body: { userId: user.id, reason: ' x ' } }, { as: admin });
    expect(short.status).toBe(400);
    const headers = { 'x-api-key': key };
    const byKey = await server.call(impersonate, { body: { userId: user.id, reason } }, { headers });
    expect([byKey.status, byKey.body.code]).toEqual([403, 'AUTH_SESSION_REQUIRED']);
  });

  it('answers 403 for a deactivated user and for a user with more permissions', async () => {
    const admin = await server.make.user({ permissions: ['UserManagement.manage', 'UserManagement.impersonate'] });
    const boss = await server.make.user({ account: admin.account, permissions: ['all.manage'] });
    expect((await begin(admin, boss.id)).body.code).toBe('USER_EXCEEDS_OWN_PERMISSIONS');
    const gone = await server.make.user({ account: admin.account });
    await server.database.db.update(users).set({ active: false }).where(eq(users.id, gone.id));
    expect((await begin(admin, gone.id)).body.code).toBe('AUTH_USER_DEACTIVATED');
  });

  it('answers 404 for a user of another account, and 403 where only managing is allowed', async () => {
    const admin = await server.make.user({ permissions: ['all.manage'] });
    const foreign = await server.make.user();
    expect((await begin(admin, foreign.id)).status).toBe(404);
    const manager = await server.make.user({ account: admin.account, permissions: ['UserManagement.manage'] });
    expect((await begin(manager, admin.id)).status).toBe(403);
  });
});

describe('acting as another user', () => {
  it('refuses changes of personal settings', async () => {
    const { as, user } = await acting();
    const passwords = { oldPassword: 'what it was', password: 'what-it-shall-be' };
    const answers = [
      await server.call(changePassword, { params: { id: user.id }, body: passwords }, { as }),
      await server.call(enableTwoFactor, { body: {} }, { as }),
      await server.call(disableTwoFactor, { body: { token: '123456' } }, { as }),
      await server.call(createOwnApiKey, { body: { title: 'key' } }, { as }),
      await server.call(acceptTerms, {}, { as }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [403, 'AUTH_SESSION_REQUIRED']),
    );
  });

  it('ends with its original session, live connections included', async () => {
    const { admin, as } = await acting();
    const closed = once(await listen(as), 'close');
    const second = (await begin(admin, (await server.make.user({ account: admin.account })).id)).body.data;
    await server.call(logout, {}, { as: admin });
    expect((await closed)[0]).toBe(liveCloseCodes.sessionEnded);
    expect([(await sessionOf(as)).isAuthenticated, (await sessionOf(second)).isAuthenticated]).toEqual([false, false]);
  });

  it('ends when the impersonator’s sessions are ended, as after a change of password', async () => {
    const { admin, as } = await acting();
    const ended = await endSessions(server.database.db, admin.id);
    expect(ended.length).toBe(2);
    expect((await sessionOf(as)).isAuthenticated).toBe(false);
  });

  it('ends when the impersonator is deactivated', async () => {
    const { admin, as } = await acting();
    await server.database.db.update(users).set({ active: false }).where(eq(users.id, admin.id));
    expect((await sessionOf(as)).isAuthenticated).toBe(false);
  });

  it('ends when its original session has expired', async () => {
    const { admin, as } = await acting();
    await server.database.db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.userId, admin.id));
    expect((await sessionOf(as)).isAuthenticated).toBe(false);
  });

  it('ends, live connections included, when the user gets permissions that the impersonator lacks', async () => {
    const { above, governor, administrator, user } = await makeLesserAccount(server);
    const as = { token: (await begin(administrator, user.id)).body.data.token };
    const closed = once(await listen(as), 'close');
    await setPermissions(server, governor, { user, account: above, permissions: ['all.manage'] });
    expect((await closed)[0]).toBe(liveCloseCodes.sessionEnded);
    const refused = await server.call(listOwnSessions, {}, { as });
    expect([refused.status, refused.body.code]).toEqual([401, 'AUTH_TOKEN_NOT_FOUND']);
    expect((await sessionOf(administrator)).isAuthenticated).toBe(true);
    // A session that has ended does not become valid again.
    await setPermissions(server, governor, { user: administrator, account: above, permissions: ['all.manage'] });
    expect((await sessionOf(as)).isAuthenticated).toBe(false);
  });

  it('continues when the user gets permissions that the impersonator has as well', async () => {
    const { account, governor, administrator, user } = await makeLesserAccount(server);
    const as = { token: (await begin(administrator, user.id)).body.data.token };
    await setPermissions(server, governor, { user, account, permissions: ['DigitalTwin.manage'] });
    expect((await sessionOf(as)).abilities).toContain('DigitalTwin.manage');
  });

  it.each([
    ['permissions of the user', ['UserManagement.impersonate']],
    ['the permission to act as others', ['DigitalTwin.read']],
    ['all permissions', []],
  ])('ends, live connections included, when the one who acts loses %s', async (_what, permissions) => {
    const { account, governor, administrator, user } = await makeLesserAccount(server);
    await setPermissions(server, governor, { user, account, permissions: ['DigitalTwin.read'] });
    const as = { token: (await begin(administrator, user.id)).body.data.token };
    const closed = once(await listen(as), 'close');
    await setPermissions(server, governor, { user: administrator, account, permissions });
    expect((await closed)[0]).toBe(liveCloseCodes.sessionEnded);
    expect((await sessionOf(as)).isAuthenticated).toBe(false);
  });

  it('ends when the user ends their other sessions', async () => {
    const { admin, user, as } = await acting();
    await server.call(revokeOtherSessions, {}, { as: user });
    expect((await sessionOf(as)).isAuthenticated).toBe(false);
    expect((await sessionOf(admin)).isAuthenticated).toBe(true);
  });

  it('ends both sessions when a browser signs out', async () => {
    const { admin, as } = await acting();
    const headers = { cookie: `stellwerk_session=${as.token}`, 'sec-fetch-site': 'same-origin' };
    expect((await server.call(logout, {}, { headers })).status).toBe(200);
    expect((await sessionOf(admin)).isAuthenticated).toBe(false);
  });
});

describe('POST /auth/impersonate/restore', () => {
  it('returns to the original session with a new token and revokes the old ones', async () => {
    const { admin, as } = await acting();
    const back = await server.call(restoreOriginalUser, {}, { as });
    expect(back.status).toBe(200);
    expect(back.body.data.user.id).toBe(admin.id);
    const restored = await sessionOf(back.body.data);
    expect([restored.user?.id, restored.impersonator]).toEqual([admin.id, null]);
    expect([(await sessionOf(as)).isAuthenticated, (await sessionOf(admin)).isAuthenticated]).toEqual([false, false]);
  });

  it('restores the cookie of a browser', async () => {
    const { as } = await acting();
    const headers = { cookie: `stellwerk_session=${as.token}`, 'sec-fetch-site': 'same-origin' };
    const back = await server.call(restoreOriginalUser, {}, { headers });
    expect(String(back.headers['set-cookie'])).toContain(`stellwerk_session=${back.body.data.token};`);
  });

  it('answers 409 without an impersonation', async () => {
    const user = await server.make.user();
    const answer = await server.call(restoreOriginalUser, {}, { as: user });
    expect([answer.status, answer.body.code]).toEqual([409, 'AUTH_NOT_IMPERSONATING']);
  });
});
