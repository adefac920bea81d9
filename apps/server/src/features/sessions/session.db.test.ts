import { login, logout, verify } from '@stellwerk/contract/session';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { sessions } from './session.table.ts';

let server: TestServer;
let now = new Date();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } });
});
afterAll(() => server.close());

const password = 'correct horse battery';
const makeUser = async (permissions: string[] = []) =>
  server.make.user({ permissions, passwordHash: await hashPassword(password) });

/** Narrows the response to that of a sign-in without a second factor. */
function signedIn<T extends { mfaRequired: boolean }>(data: T): Extract<T, { mfaRequired: false }> {
  if (data.mfaRequired) throw new Error('a second factor was asked for');
  return data as Extract<T, { mfaRequired: false }>;
}

describe('POST /auth/login', () => {
  it('answers 200 with a token that works and a cookie scripts cannot read', async () => {
    const user = await makeUser();
    const answer = await server.call(login, { body: { username: user.email.toUpperCase(), password } });
    expect(answer.status).toBe(200);
    expect(signedIn(answer.body.data).user).toMatchObject({ id: user.id, email: user.email });
    expect(String(answer.headers['set-cookie'])).toMatch(/^stellwerk_session=.+; Path=\/; HttpOnly; SameSite=Strict$/);
    const session = await server.call(verify, { query: {} }, { as: signedIn(answer.body.data) });
    expect(session.body.data.isAuthenticated).toBe(true);
  });

  it('keeps only the hash of the token', async () => {
    const user = await makeUser();
    const { body } = await server.call(login, { body: { username: user.email, password } });
    const rows = await server.database.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(rows.length).toBe(2);
    expect(JSON.stringify(rows)).not.toContain(signedIn(body.data).token);
  });

  it('answers 401 in the same way for a wrong password and an unknown user', async () => {
    const user = await makeUser();
    const wrong = await server.call(login, { body: { username: user.email, password: 'wrong' } });
    const unknown = await server.call(login, { body: { username: 'nobody@example.com', password } });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'AUTH_LOGIN_PASSWORD_MISMATCH']);
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
  });

  it('answers 401 for an invited user who has no password yet', async () => {
    const user = await server.make.user();
    const answer = await server.call(login, { body: { username: user.email, password: 'anything' } });
    expect(answer.body.code).toBe('AUTH_LOGIN_PASSWORD_MISMATCH');
  });

  it('answers 403 for a deactivated user, and only after the right password', async () => {
    const user = await makeUser();
    await server.database.db.update(users).set({ active: false }).where(eq(users.id, user.id));
    const right = await server.call(login, { body: { username: user.email, password } });
    expect([right.status, right.body.code]).toEqual([403, 'AUTH_USER_DEACTIVATED']);
    const wrong = await server.call(login, { body: { username: user.email, password: 'wrong' } });
    expect(wrong.body.code).toBe('AUTH_LOGIN_PASSWORD_MISMATCH');
    expect((await server.call(verify, { query: {} }, { as: user })).body.data.isAuthenticated).toBe(false);
  });

  it('answers 400 with the field and a text in the language of the caller', async () => {
    const headers = { 'accept-language': 'en-GB,en;q=0.9' };
    const answer = await server.call(login, { body: { username: '', password } }, { headers });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'Some values are invalid: username: This field is required',
      issues: [{ path: 'username', code: 'required', message: 'This field is required' }],
    });
    const german = await server.call(login, { body: { username: '', password } });
    expect(german.body.message).toBe('Einige Angaben sind ungültig: username: Dieses Feld ist erforderlich');
  });

  it('refuses a sign-in that another site has started', async () => {
    const user = await makeUser();
    const headers = { origin: 'https://evil.example' };
    const answer = await server.call(login, { body: { username: user.email, password } }, { headers });
    expect([answer.status, answer.body.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
  });

  it('refuses a page whose host name resolves to this server (DNS rebinding)', async () => {
    const user = await makeUser();
    const from = (host: string, origin = `http://${host}`) =>
      server.call(login, { body: { username: user.email, password } }, { headers: { host, origin } });
    const rebound = await from('evil.example:8080');
    expect([rebound.status, rebound.body.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080']) expect((await from(host)).status).toBe(200);
  });
});

describe('five failed sign-ins', () => {
  /** Each test uses its own source address; otherwise all tests of the file would share one lock. */
  const from = (remoteAddress: string, username: string, secret: string) =>
    server.app
      .inject({ method: 'POST', url: login.path, remoteAddress, payload: { username, password: secret } })
      .then((answer) => answer.json().code ?? answer.statusCode);

  it('lock the user for ten minutes, for every source', async () => {
    const user = await makeUser();
    for (let i = 0; i < 5; i += 1) {
      expect(await from(`10.1.0.${i}`, user.email, 'wrong')).toBe('AUTH_LOGIN_PASSWORD_MISMATCH');
    }
    expect(await from('10.1.0.9', user.email, password)).toBe('AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS');
    now = new Date(now.getTime() + 10 * 60_000 + 1);
    expect(await from('10.1.0.9', user.email, password)).toBe(200);
  });

  it('lock unknown names in the same way', async () => {
    const name = 'ghost@example.com';
    for (let i = 0; i < 5; i += 1) await from(`10.2.0.${i}`, name, 'wrong');
    expect(await from('10.2.0.9', name, 'wrong')).toBe('AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS');
  });

  it('lock the source for every user, and no other source', async () => {
    const user = await makeUser();
    for (let i = 0; i < 5; i += 1) await from('10.3.0.1', `guess-${i}@example.com`, 'wrong');
    expect(await from('10.3.0.1', user.email, password)).toBe('AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS');
    expect(await from('10.3.0.2', user.email, password)).toBe(200);
  });

  it('must be consecutive: a success resets the count of its user', async () => {
    const user = await makeUser();
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 4; i += 1) await from(`10.4.${round}.1`, user.email, 'wrong');
      expect(await from(`10.4.${round}.1`, user.email, password)).toBe(200);
    }
  });

  it('lock the source even if another user signs in from there in between', async () => {
    const attacker = await makeUser();
    const victim = await makeUser();
    for (let i = 0; i < 4; i += 1) await from('10.5.0.1', victim.email, 'wrong');
    expect(await from('10.5.0.1', attacker.email, password)).toBe(200);
    expect(await from('10.5.0.1', 'another@example.com', 'wrong')).toBe('AUTH_LOGIN_PASSWORD_MISMATCH');
    expect(await from('10.5.0.1', attacker.email, password)).toBe('AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS');
  });
});

describe('GET /auth/verify', () => {
  it('answers 200 without a session, with no abilities', async () => {
    const answer = await server.call(verify, { query: {} });
    expect(answer.body.data).toMatchObject({ isAuthenticated: false, user: null, abilities: [] });
  });

  it('lists what the roles allow, implied actions included', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.write', '!Dashboards.read'] });
    const { abilities } = (await server.call(verify, { query: {} }, { as: user })).body.data;
    expect(abilities).toEqual(['DigitalTwin.list', 'DigitalTwin.read', 'DigitalTwin.write']);
  });

  it('treats an expired session as none', async () => {
    const user = await server.make.user();
    await server.database.db
      .update(sessions)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(sessions.userId, user.id));
    expect((await server.call(verify, { query: {} }, { as: user })).body.data.isAuthenticated).toBe(false);
  });
});

describe('GET /auth/logout', () => {
  it('ends the session at once', async () => {
    const user = await server.make.user();
    expect((await server.call(logout, {}, { as: user })).status).toBe(200);
    expect((await server.call(logout, {}, { as: user })).body.code).toBe('AUTH_TOKEN_NOT_FOUND');
  });

  it('is refused with a cookie from another site or without an origin', async () => {
    const user = await server.make.user();
    const cookie = `stellwerk_session=${user.token}`;
    const foreign: Record<string, string>[] = [
      {},
      { referer: 'https://evil.example/' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const extra of foreign) {
      const answer = await server.call(logout, {}, { headers: { cookie, ...extra } });
      expect([answer.status, answer.body.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
    }
    const rebound = { cookie, host: 'evil.example', 'sec-fetch-site': 'same-origin' };
    expect((await server.call(logout, {}, { headers: rebound })).status).toBe(403);
    const own = await server.call(logout, {}, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
    expect(own.status).toBe(200);
  });
});
