import {
  changePassword,
  defaultPasswordPolicy,
  readPasswordPolicy,
  requestPasswordReset,
  sendPasswordLink,
  updatePassword,
  validatePassword,
} from '@stellwerk/contract/password';
import { login, verify } from '@stellwerk/contract/session';
import { createUser } from '@stellwerk/contract/user';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import { outbox } from '../../platform/outbox/outbox.table.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { accountDomains } from '../accounts/index.ts';
import { createSession } from '../sessions/session.store.ts';
import { removeExpiredTokens } from './token.store.ts';
import { userTokens } from './user.table.ts';

const oldPassword = 'Old-password-1';
let oldHash = '';
let now = new Date();
let server: TestServer;
beforeAll(async () => {
  oldHash = await hashPassword(oldPassword);
  server = await startTestServer({ clock: { now: () => now } });
});
afterAll(() => server.close());

const manager = () => server.make.user({ permissions: ['UserManagement.manage'] });
const member = (of: TestUser) => server.make.user({ account: of.account, passwordHash: oldHash });
const link = async (as: TestUser, id: number) => (await server.call(sendPasswordLink, { params: { id } }, { as })).body;
const tokenIn = (url: string | null) => url?.split('token=')[1] ?? '';
const newToken = async (as: TestUser, id: number) => tokenIn((await link(as, id)).data.link);
const choose = (token: string, password: string) => server.call(updatePassword, { body: { token, password } });
const signIn = async (username: string, password: string) =>
  (await server.call(login, { body: { username, password } })).status;
const anotherSession = async (userId: number) => ({
  token: await createSession(server.database.db, {
    userId,
    address: '192.0.2.1',
    userAgent: 'other',
    expiresAt: new Date(now.getTime() + 3_600_000),
  }),
});
const isSignedIn = async (as: Pick<TestUser, 'token'>) =>
  (await server.call(verify, { query: {} }, { as })).body.data.isAuthenticated;
const issuesOf = (body: unknown) => (body as { issues: { path: string; code: string }[] }).issues;

describe('POST /api/v1/user/{id}/passwordlink', () => {
  it('answers a link for the administrator where there is no mail server, and keeps only its hash', async () => {
    const owner = await manager();
    const user = await member(owner);
    const { data } = await link(owner, user.id);
    expect(data.mailed).toBe(false);
    const token = tokenIn(data.link);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await server.database.db.select().from(userTokens).where(eq(userTokens.userId, user.id));
    expect(rows).toMatchObject([{ purpose: 'reset', expiresAt: new Date(now.getTime() + 3_600_000) }]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('leads to the account’s first domain, whatever the Host header says', async () => {
    const owner = await manager();
    const user = await member(owner);
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' };
    const call = () => server.call(sendPasswordLink, { params: { id: user.id } }, { as: owner, headers });
    expect((await call()).body.data.link).toMatch(/^https:\/\/stellwerk\.test\/#\/change-password\?token=/);
    await server.database.db
      .insert(accountDomains)
      .values({ domain: `d${owner.id}.example.org`, accountId: owner.account.id });
    expect((await call()).body.data.link).toContain(`https://d${owner.id}.example.org/#/change-password?token=`);
  });

  it('replaces the link before it, also when many come at the same moment', async () => {
    const owner = await manager();
    const user = await member(owner);
    const first = await newToken(owner, user.id);
    const tokens = await Promise.all(Array.from({ length: 5 }, () => newToken(owner, user.id)));
    expect((await choose(first, 'New-password-1')).status).toBe(410);
    const states = await Promise.all(
      tokens.map(async (token) => (await server.call(readPasswordPolicy, { params: { token } })).status),
    );
    expect(states.toSorted()).toEqual([200, 410, 410, 410, 410]);
  });

  it('is refused for administrators, API users, deactivated and foreign users', async () => {
    const owner = await manager();
    const administrator = await server.make.user({ account: owner.account, permissions: ['all.manage'] });
    expect((await link(owner, administrator.id)).code).toBe('USER_EXCEEDS_OWN_PERMISSIONS');
    const user = await member(owner);
    await server.database.db.update(users).set({ kind: 'api' }).where(eq(users.id, user.id));
    expect((await link(owner, user.id)).code).toBe('USER_HAS_NO_PASSWORD');
    await server.database.db.update(users).set({ kind: 'person', active: false }).where(eq(users.id, user.id));
    expect((await link(owner, user.id)).code).toBe('AUTH_USER_DEACTIVATED');
    expect((await link(owner, (await manager()).id)).code).toBe('USER_NOT_FOUND');
  });
});

describe('POST /api/v1/user/update', () => {
  it('sets the password once, ends all sessions and lets the user in', async () => {
    const owner = await manager();
    const user = await member(owner);
    const token = await newToken(owner, user.id);
    const { status, body } = await choose(token, 'Fresh-password-1');
    expect([status, body.data]).toEqual([200, { username: user.email }]);
    expect(await isSignedIn(user)).toBe(false);
    expect(await signIn(user.email, oldPassword)).toBe(401);
    expect(await signIn(user.email, 'Fresh-password-1')).toBe(200);
    const again = await choose(token, 'Another-password-1');
    expect([again.status, again.body.code]).toEqual([410, 'USER_PASSWORD_TOKEN_INVALID']);
  });

  it('works for one of many who use the link at the same moment', async () => {
    const owner = await manager();
    const user = await member(owner);
    const token = await newToken(owner, user.id);
    const passwords = ['Racing-password-1', 'Racing-password-2', 'Racing-password-3'];
    const statuses = await Promise.all(passwords.map(async (each) => (await choose(token, each)).status));
    expect(statuses.toSorted()).toEqual([200, 410, 410]);
    const winner = passwords[statuses.indexOf(200)] ?? '';
    expect(await signIn(user.email, winner)).toBe(200);
  });

  it('checks the account’s policy and that the password is new, and the link survives it', async () => {
    const owner = await manager();
    const user = await member(owner);
    const passwordPolicy = { minLength: 12, upperAndLowerCase: true, digits: true, specialCharacters: true };
    await server.database.db.update(accounts).set({ passwordPolicy }).where(eq(accounts.id, owner.account.id));
    const token = await newToken(owner, user.id);
    expect((await server.call(readPasswordPolicy, { params: { token } })).body.data).toEqual({
      policy: passwordPolicy,
      username: user.email,
      purpose: 'reset',
    });
    const weak = await choose(token, 'short');
    expect([weak.status, weak.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(issuesOf(weak.body).map(({ path, code }) => `${path} ${code}`)).toEqual([
      'password too_short',
      'password password_case',
      'password password_digits',
      'password password_special',
    ]);
    const same = await choose(token, oldPassword);
    expect([same.status, issuesOf(same.body)]).toMatchObject([400, [{ path: 'password', code: 'password_same' }]]);
    expect((await choose(token, 'Long-enough-2026')).status).toBe(200);
  });

  it('refuses links that are too old, unknown, or of a user who was deactivated', async () => {
    const owner = await manager();
    const user = await member(owner);
    const before = now;
    const token = await newToken(owner, user.id);
    now = new Date(before.getTime() + 3_600_000);
    expect((await choose(token, 'Late-password-1')).status).toBe(410);
    expect((await server.call(readPasswordPolicy, { params: { token } })).status).toBe(410);
    now = before;
    expect((await choose('A'.repeat(43), 'Some-password-1')).status).toBe(410);
    await server.database.db.update(users).set({ active: false }).where(eq(users.id, user.id));
    expect((await choose(token, 'Dead-password-1')).status).toBe(410);
  });

  it('keeps an invitation for seven days', async () => {
    const owner = await manager();
    const before = now;
    const email = `invited-${owner.id}@example.com`;
    const body = { firstName: 'I', lastName: 'N', email };
    const created = await server.call(createUser, { params: { tenantId: owner.account.id }, body }, { as: owner });
    const token = tokenIn(created.body.data.invitation.link);
    now = new Date(before.getTime() + 7 * 86_400_000 - 1);
    expect((await server.call(readPasswordPolicy, { params: { token } })).body.data).toEqual({
      policy: defaultPasswordPolicy,
      username: email,
      purpose: 'invite',
    });
    await removeExpiredTokens(server.database.db, now);
    expect((await choose(token, 'Invited-password-1')).status).toBe(200);
    now = before;
  });

  it('is forgotten once it is too old', async () => {
    const owner = await manager();
    const user = await member(owner);
    await newToken(owner, user.id);
    await removeExpiredTokens(server.database.db, new Date(now.getTime() + 3_600_000));
    expect(await server.database.db.select().from(userTokens).where(eq(userTokens.userId, user.id))).toEqual([]);
  });
});

describe('PUT /api/v1/user/{id}/password', () => {
  const change = (as: TestUser, body: { oldPassword: string; password: string }, id = as.id) =>
    server.call(changePassword, { params: { id }, body }, { as });

  it('changes the own password and ends the other sessions, not this one', async () => {
    const user = await server.make.user({ passwordHash: oldHash });
    const other = await anotherSession(user.id);
    const { status, body } = await change(user, { oldPassword, password: 'Changed-password-1' });
    expect([status, body.data]).toEqual([200, { changed: true }]);
    expect([await isSignedIn(user), await isSignedIn(other)]).toEqual([true, false]);
    expect(await signIn(user.email, 'Changed-password-1')).toBe(200);
  });

  it('refuses a wrong, weak or unchanged password on its field', async () => {
    const user = await server.make.user({ passwordHash: oldHash });
    const wrong = await change(user, { oldPassword: 'Wrong-password-1', password: 'Changed-password-1' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'AUTH_LOGIN_PASSWORD_MISMATCH']);
    expect(issuesOf(wrong.body)).toMatchObject([{ path: 'oldPassword', code: 'password_wrong' }]);
    const weak = await change(user, { oldPassword, password: 'short' });
    expect(issuesOf(weak.body)).toMatchObject([{ path: 'password', code: 'too_short' }]);
    const same = await change(user, { oldPassword, password: oldPassword });
    expect(issuesOf(same.body)).toMatchObject([{ path: 'password', code: 'password_same' }]);
  });

  it('is for oneself alone', async () => {
    const owner = await manager();
    const user = await member(owner);
    const { status, body } = await change(owner, { oldPassword, password: 'Changed-password-1' }, user.id);
    expect([status, body.code]).toEqual([404, 'USER_NOT_FOUND']);
  });

  it('locks after five wrong tries, as the sign-in does and together with it', async () => {
    const forget = () => server.database.db.execute(sql`delete from login_locks`);
    await forget();
    const user = await server.make.user({ passwordHash: oldHash });
    for (let tries = 0; tries < 4; tries += 1) {
      expect((await change(user, { oldPassword: 'Wrong-1', password: 'Changed-password-1' })).status).toBe(401);
    }
    expect(await signIn(user.email, 'Wrong-1')).toBe(401);
    const locked = await change(user, { oldPassword, password: 'Changed-password-1' });
    expect([locked.status, locked.body.code]).toEqual([429, 'AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS']);
    expect(await signIn(user.email, oldPassword)).toBe(429);
    await forget();
  });

  it('leaves the wrong tries of its source counted', async () => {
    const forget = () => server.database.db.execute(sql`delete from login_locks`);
    await forget();
    // A lock that was just found is remembered for a moment.
    now = new Date(now.getTime() + 1_000);
    const victim = await server.make.user({ passwordHash: oldHash });
    const attacker = await server.make.user({ passwordHash: oldHash });
    for (let tries = 0; tries < 4; tries += 1) expect(await signIn(victim.email, 'Wrong-1')).toBe(401);
    expect((await change(attacker, { oldPassword, password: 'Changed-password-1' })).status).toBe(200);
    expect(await signIn('another@example.com', 'Wrong-1')).toBe(401);
    expect(await signIn(attacker.email, 'Changed-password-1')).toBe(429);
    await forget();
  });
});

describe('POST /api/v1/user/validate', () => {
  const validate = (body: { tenantId?: number; token?: string; password: string }, as?: TestUser) =>
    server.call(validatePassword, { body }, { ...(as ? { as } : {}), headers: { 'accept-language': 'en' } });

  it('judges by the policy of the link, of the own account, or of one whose users the caller sees', async () => {
    const owner = await manager();
    const user = await member(owner);
    const token = await newToken(owner, user.id);
    const short = { valid: false, issues: [{ code: 'too_short', message: 'At least 8 characters' }] };
    expect((await validate({ token, password: 'short' })).body.data).toEqual(short);
    expect((await validate({ password: 'short' }, user)).body.data).toEqual(short);
    expect((await validate({ tenantId: owner.account.id, password: 'long enough' }, owner)).body.data.valid).toBe(true);
  });

  it('answers 404 to strangers and for foreign accounts', async () => {
    const owner = await manager();
    const foreign = await server.make.account();
    expect((await validate({ password: 'x' })).body.code).toBe('ACCOUNT_NOT_FOUND');
    expect((await validate({ tenantId: owner.account.id, password: 'x' })).body.code).toBe('ACCOUNT_NOT_FOUND');
    expect((await validate({ tenantId: foreign.id, password: 'x' }, owner)).body.code).toBe('ACCOUNT_NOT_FOUND');
    expect((await validate({ token: 'unknown', password: 'x' })).body.code).toBe('USER_PASSWORD_TOKEN_INVALID');
  });
});

describe('POST /api/v1/user/passwordreset', () => {
  const request = (email: string, headers: Record<string, string> = {}) =>
    server.call(requestPasswordReset, { body: { email } }, { headers });

  it('answers alike for known and unknown addresses and puts nothing secret into the queue', async () => {
    const user = await server.make.user({ passwordHash: oldHash });
    const known = await request(user.email.toUpperCase(), { host: 'evil.example' });
    const unknown = await request('nobody@example.com');
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(known.body.data).toEqual({ requested: true });
    const entries = await server.database.db.select().from(outbox).where(eq(outbox.kind, 'user-mail'));
    expect(entries.map(({ payload }) => payload)).toEqual([
      { userId: user.id, purpose: 'reset', inviterId: null },
      { userId: 0, purpose: 'reset', inviterId: null },
    ]);
    expect(await server.database.db.select().from(userTokens).where(eq(userTokens.userId, user.id))).toEqual([]);
  });

  it('is limited for each address, known or not', async () => {
    const user = await server.make.user({ passwordHash: oldHash });
    for (const email of [user.email, 'unknown@example.com']) {
      const statuses = [];
      for (let tries = 0; tries < 6; tries += 1) statuses.push((await request(email)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });
});
