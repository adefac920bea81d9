import { login } from '@stellwerk/contract/session';
import { disableTwoFactor, enableTwoFactor, resetTwoFactor } from '@stellwerk/contract/two-factor';
import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import { secrets } from '../../platform/secrets/secret.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { recoveryCodes } from './recovery-code.table.ts';

const password = 'correct horse battery';
let passwordHash = '';
let server: TestServer;
let now = new Date();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } });
  passwordHash = await hashPassword(password);
});
afterAll(() => server.close());

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const codeOf = (secret: string, offsetSeconds = 0) =>
  new TOTP({ secret }).generate({ timestamp: now.getTime() + offsetSeconds * 1000 });
/** A code that is none of the three that would do. */
const wrongCode = (secret: string) => {
  const right = [-30, 0, 30].map((seconds) => codeOf(secret, seconds));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
};

let lastAddress = 0;
/** Each test comes from addresses of its own: wrong tries count by address too. */
const newAddress = () => {
  lastAddress += 1;
  return `10.7.${Math.floor(lastAddress / 250)}.${lastAddress % 250}`;
};

async function send(
  route: { method: string; path: string },
  payload: object,
  from: { as?: TestUser; address?: string },
) {
  const answer = await server.app.inject({
    method: 'POST',
    url: route.path,
    remoteAddress: from.address ?? newAddress(),
    payload,
    headers: from.as ? { authorization: `Bearer ${from.as.token}` } : {},
  });
  return { status: answer.statusCode, body: answer.json(), cookie: answer.headers['set-cookie'] };
}
const signIn = (user: TestUser, token?: string, address = newAddress()) =>
  send(login, { username: user.email, password, ...(token ? { token } : {}) }, { address });

async function withSecondFactor(permissions: string[] = []) {
  const user = await server.make.user({ permissions, passwordHash });
  const scan = await send(enableTwoFactor, {}, { as: user });
  const secret: string = scan.body.data.secret;
  const enabled = await send(enableTwoFactor, { token: codeOf(secret) }, { as: user });
  expect(enabled.status).toBe(200);
  // The code that turned it on counts as used.
  later(60);
  return { user, secret, codes: enabled.body.data.recoveryCodes as string[] };
}

describe('POST /user/two-factor/enable', () => {
  it('shows a secret, and recovery codes once the app has proved it', async () => {
    const user = await server.make.user({ passwordHash });
    const scan = await send(enableTwoFactor, { domain: 'werk.example' }, { as: user });
    expect(scan.body.data).toMatchObject({ step: 'scan' });
    const uri = new URL(scan.body.data.uri);
    expect(decodeURIComponent(uri.pathname)).toBe(`/Stellwerk (werk.example):${user.email}`);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ algorithm: 'SHA1', digits: '6', period: '30' });
    // Nothing is on before the code.
    expect((await signIn(user)).body.data.mfaRequired).toBe(false);
    const enabled = await send(enableTwoFactor, { token: codeOf(scan.body.data.secret) }, { as: user });
    expect(enabled.body.data.recoveryCodes).toHaveLength(10);
    expect((await signIn(user)).body.data).toEqual({ mfaRequired: true });
  });

  it('names the installation when the web does not say where it runs', async () => {
    const user = await server.make.user();
    const scan = await send(enableTwoFactor, { domain: 'a:b/?c' }, { as: user });
    expect(decodeURIComponent(scan.body.data.uri)).toContain('Stellwerk (stellwerk.test):');
  });

  it('keeps neither secret nor codes readable', async () => {
    const { user, secret, codes } = await withSecondFactor();
    const { db } = server.database;
    const sealed = await db
      .select()
      .from(secrets)
      .where(eq(secrets.owner, `user:${user.id}`));
    expect(sealed.map(({ name }) => name)).toEqual(['totp']);
    expect(JSON.stringify(sealed)).not.toContain(secret);
    const hashes = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
    const stored = hashes.map(({ codeHash }) => codeHash.toString('latin1')).join();
    expect(codes.filter((code) => stored.includes(code))).toEqual([]);
    expect(hashes.length).toBe(codes.length);
  });

  it('answers 401 to a wrong code, and 409 when it is on already', async () => {
    const user = await server.make.user();
    const { body } = await send(enableTwoFactor, {}, { as: user });
    const wrong = await send(enableTwoFactor, { token: wrongCode(body.data.secret) }, { as: user });
    expect([wrong.status, wrong.body.code]).toEqual([401, '2FA_TOKEN_FAILURE']);
    const { user: done } = await withSecondFactor();
    const again = await send(enableTwoFactor, {}, { as: done });
    expect([again.status, again.body.code]).toEqual([409, 'TWO_FACTOR_ALREADY_ENABLED']);
  });

  it('answers 400 to what is no code', async () => {
    const user = await server.make.user();
    expect((await send(enableTwoFactor, { token: '12345' }, { as: user })).status).toBe(400);
  });
});

describe('signing in with a second factor', () => {
  it('gives no token after the password alone', async () => {
    const { user } = await withSecondFactor();
    const answer = await signIn(user);
    expect([answer.status, answer.body.data, answer.cookie]).toEqual([200, { mfaRequired: true }, undefined]);
  });

  it('takes a code one step early or late, and none further off', async () => {
    for (const [offset, status] of [
      [-30, 200],
      [30, 200],
      [-90, 401],
      [90, 401],
    ] as const) {
      const { user, secret } = await withSecondFactor();
      expect([offset, (await signIn(user, codeOf(secret, offset))).status]).toEqual([offset, status]);
    }
  });

  it('takes no code twice within its window', async () => {
    const { user, secret } = await withSecondFactor();
    const code = codeOf(secret);
    expect((await signIn(user, code)).status).toBe(200);
    const replay = await signIn(user, code);
    expect([replay.status, replay.body.code]).toEqual([401, '2FA_TOKEN_FAILURE']);
    later(30);
    expect((await signIn(user, code)).status).toBe(401);
    expect((await signIn(user, codeOf(secret))).status).toBe(200);
  });

  it('lets one of two uses of a code at the same time win', async () => {
    const { user, secret } = await withSecondFactor();
    const code = codeOf(secret);
    const both = await Promise.all([signIn(user, code), signIn(user, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('takes a recovery code once, also of two at the same time', async () => {
    const { user, codes } = await withSecondFactor();
    const [first = '', second = ''] = codes;
    expect((await signIn(user, first)).status).toBe(200);
    expect((await signIn(user, first)).body.code).toBe('2FA_TOKEN_FAILURE');
    const both = await Promise.all([signIn(user, second), signIn(user, second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('takes no recovery code of another user', async () => {
    const [one, other] = [await withSecondFactor(), await withSecondFactor()];
    expect((await signIn(one.user, other.codes[0])).status).toBe(401);
  });

  it('locks after five wrong codes, the password in between notwithstanding', async () => {
    const { user, secret } = await withSecondFactor();
    for (let i = 0; i < 5; i += 1) {
      expect((await signIn(user, wrongCode(secret))).body.code).toBe('2FA_TOKEN_FAILURE');
      if (i < 4) expect((await signIn(user)).body.data).toEqual({ mfaRequired: true });
    }
    const locked = await signIn(user, codeOf(secret));
    expect([locked.status, locked.body.code]).toEqual([429, 'AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS']);
    later(601);
    expect((await signIn(user, codeOf(secret))).status).toBe(200);
  });

  it('locks the source of wrong codes as well', async () => {
    const address = newAddress();
    const { user, secret } = await withSecondFactor();
    for (let i = 0; i < 5; i += 1) await signIn(user, wrongCode(secret), address);
    const other = await server.make.user({ passwordHash });
    expect((await signIn(other, undefined, address)).status).toBe(429);
    expect((await signIn(other)).status).toBe(200);
  });

  it('remembers when somebody signed in', async () => {
    const { user, secret } = await withSecondFactor();
    const lastSignIn = async () =>
      (await server.database.db.select({ at: users.lastSignInAt }).from(users).where(eq(users.id, user.id)))[0]?.at;
    await signIn(user);
    expect(await lastSignIn()).toBeNull();
    await signIn(user, codeOf(secret));
    expect(await lastSignIn()).toEqual(now);
  });
});

describe('POST /user/two-factor/disable', () => {
  it('needs a code; afterwards the password is enough', async () => {
    const { user, secret } = await withSecondFactor();
    const wrong = await send(disableTwoFactor, { token: wrongCode(secret) }, { as: user });
    expect([wrong.status, wrong.body.code]).toEqual([401, '2FA_TOKEN_FAILURE']);
    expect((await send(disableTwoFactor, { token: codeOf(secret) }, { as: user })).status).toBe(200);
    expect((await signIn(user)).body.data.mfaRequired).toBe(false);
    const again = await send(disableTwoFactor, { token: codeOf(secret) }, { as: user });
    expect([again.status, again.body.code]).toEqual([409, 'TWO_FACTOR_NOT_ENABLED']);
  });

  it('takes a recovery code, and leaves none of the others behind', async () => {
    const { user, codes } = await withSecondFactor();
    expect((await send(disableTwoFactor, { token: codes[3] ?? '' }, { as: user })).status).toBe(200);
    const left = await server.database.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
    expect(left).toEqual([]);
  });

  it('locks after five wrong codes', async () => {
    const { user, secret } = await withSecondFactor();
    for (let i = 0; i < 5; i += 1) await send(disableTwoFactor, { token: wrongCode(secret) }, { as: user });
    const locked = await send(disableTwoFactor, { token: codeOf(secret) }, { as: user });
    expect([locked.status, locked.body.code]).toEqual([429, 'AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS']);
  });
});

describe('DELETE /user/{id}/two-factor', () => {
  it('answers 200 to those who manage the user, 409 when it is off', async () => {
    const { user } = await withSecondFactor();
    const admin = await server.make.user({ account: user.account, permissions: ['all.manage'] });
    const params = { id: user.id };
    expect((await server.call(resetTwoFactor, { params }, { as: admin })).status).toBe(200);
    expect((await signIn(user)).body.data.mfaRequired).toBe(false);
    const again = await server.call(resetTwoFactor, { params }, { as: admin });
    expect([again.status, again.body.code]).toEqual([409, 'TWO_FACTOR_NOT_ENABLED']);
  });

  it('answers 403 where the user may do more than the caller', async () => {
    const { user } = await withSecondFactor(['all.manage']);
    const helper = await server.make.user({ account: user.account, permissions: ['UserManagement.manage'] });
    const answer = await server.call(resetTwoFactor, { params: { id: user.id } }, { as: helper });
    expect([answer.status, answer.body.code]).toEqual([403, 'USER_EXCEEDS_OWN_PERMISSIONS']);
  });

  it('is no way around one’s own code', async () => {
    const { user } = await withSecondFactor(['UserManagement.manage']);
    const answer = await server.call(resetTwoFactor, { params: { id: user.id } }, { as: user });
    expect([answer.status, answer.body.code]).toEqual([409, 'TWO_FACTOR_OWN_NEEDS_CODE']);
  });
});
