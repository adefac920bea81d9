import { createHash } from 'node:crypto';
import {
  createOwnApiKey,
  createUserApiKey,
  deleteApiKey,
  listAccountApiKeys,
  listOwnApiKeys,
  type newApiKey,
} from '@stellwerk/contract/api-key';
import { listJobs } from '@stellwerk/contract/job';
import { sendPasswordLink } from '@stellwerk/contract/password';
import { revokeOtherSessions, verify } from '@stellwerk/contract/session';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { TestAccount, TestUser } from '../../../test/factories.ts';
import { nounFactories } from '../../../test/noun-factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { apiKeys } from './api-key.table.ts';

let server: TestServer;
let now = new Date('2026-05-04T10:00:20Z');
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } });
});
afterAll(() => server.close());

const create = (user: TestUser, body: z.input<typeof newApiKey>) =>
  server.call(createOwnApiKey, { body }, { as: user });
const withKey = (key: string) => ({ headers: { 'x-api-key': key } });
async function makeKey(user: TestUser, body: Partial<z.input<typeof newApiKey>> = {}) {
  const answer = await create(user, { title: 'key', ...body });
  expect(answer.status).toBe(201);
  return answer.body.data;
}
const makeApiUser = async (account: TestAccount) => {
  const user = await server.make.user({ account });
  await server.database.db.update(users).set({ kind: 'api', email: '' }).where(eq(users.id, user.id));
  return user;
};

describe('POST /user/own/apikeys', () => {
  it('answers 201 with the key, which is shown once and kept as a hash', async () => {
    const user = await server.make.user();
    const created = await makeKey(user, { title: 'Reports' });
    expect(created).toMatchObject({ title: 'Reports', callsPerMinute: 60, validUntil: null, permissions: null });
    expect(created.key).toMatch(/^sw_[\w-]{43}$/);
    expect(created.key.startsWith(created.prefix)).toBe(true);
    const [row] = await server.database.db.select().from(apiKeys).where(eq(apiKeys.id, created.id));
    expect(row?.keyHash).toEqual(createHash('sha256').update(created.key).digest());
    expect(JSON.stringify(row)).not.toContain(created.key);
    const { body } = await server.call(listOwnApiKeys, { query: {} }, { as: user });
    expect(JSON.stringify(body)).not.toContain(created.key);
    const session = await server.call(verify, { query: {} }, withKey(created.key));
    expect(session.body.data).toMatchObject({ isAuthenticated: true, isApiKey: true, user: { id: user.id } });
  });

  it('answers 400 on the field for more than a hundred calls a minute', async () => {
    const answer = await create(await server.make.user(), { title: 'key', callsPerMinute: 101 });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'MAX_USER_API_TOKEN_LIMIT_TOO_HIGH',
      issues: [{ path: 'callsPerMinute', code: 'too_big' }],
    });
  });

  it('answers 400 for a day that has passed, and without a title', async () => {
    const user = await server.make.user();
    const past = await create(user, { title: 'key', validUntil: '2026-05-03T00:00:00Z' });
    expect([past.status, past.body]).toMatchObject([400, { issues: [{ path: 'validUntil' }] }]);
    expect((await create(user, { title: ' ' })).status).toBe(400);
  });

  it('answers 403 to a key, and 404 for a scope that the caller does not see', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const { key } = await makeKey(user);
    const byKey = await server.call(createOwnApiKey, { body: { title: 'wider' } }, withKey(key));
    expect([byKey.status, byKey.body.code]).toEqual([403, 'AUTH_SESSION_REQUIRED']);
    const foreign = await server.make.account();
    const answer = await create(user, { title: 'key', scopeIds: [foreign.scopeId] });
    expect([answer.status, answer.body.code]).toEqual([404, 'SCOPE_NOT_FOUND']);
  });
});

describe('calls with a key', () => {
  it('answer 401 when it is unknown, expired, deleted or its owner deactivated', async () => {
    const user = await server.make.user();
    const codeWith = async (key: string) => (await server.call(listOwnApiKeys, { query: {} }, withKey(key))).body.code;
    expect(await codeWith('sw_unknown')).toBe('AUTH_TOKEN_NOT_FOUND');
    const soon = new Date(now.getTime() + 1000).toISOString();
    const [expiring, deleted, lasting] = [
      await makeKey(user, { validUntil: soon }),
      await makeKey(user),
      await makeKey(user),
    ];
    expect(await codeWith(expiring.key)).toBeUndefined();
    now = new Date(now.getTime() + 1000);
    expect(await codeWith(expiring.key)).toBe('AUTH_TOKEN_NOT_FOUND');
    await server.call(deleteApiKey, { params: { id: deleted.id } }, { as: user });
    expect(await codeWith(deleted.key)).toBe('AUTH_TOKEN_NOT_FOUND');
    await server.database.db.update(users).set({ active: false }).where(eq(users.id, user.id));
    expect(await codeWith(lasting.key)).toBe('AUTH_TOKEN_NOT_FOUND');
  });

  it('are counted in fixed minutes, told so in headers, and refused over the limit', async () => {
    const user = await server.make.user();
    const { key } = await makeKey(user, { callsPerMinute: 2 });
    const call = () => server.call(listOwnApiKeys, { query: {} }, withKey(key));
    const limits = ({ headers }: Awaited<ReturnType<typeof call>>) =>
      ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`]);
    now = new Date('2026-05-04T11:00:20Z');
    const reset = String(Date.parse('2026-05-04T11:01:00Z') / 1000);
    expect(limits(await call())).toEqual(['2', '1', reset]);
    expect(limits(await call())).toEqual(['2', '0', reset]);
    for (let i = 0; i < 3; i += 1) {
      const over = await call();
      expect([over.status, limits(over), over.headers['retry-after']]).toEqual([429, ['2', '0', reset], '40']);
      expect(over.body).toMatchObject({
        code: 'API_LIMIT_REACHED',
        type: 'API_LIMIT_REACHED',
        params: { limitPerMinute: 2 },
      });
    }
    // The first call over the limit was counted in the database; the flood behind it was not.
    const [row] = await server.database.db.select().from(apiKeys).where(eq(apiKeys.userId, user.id));
    expect(row).toMatchObject({ calls: 3, lastUsedAt: now });
    now = new Date('2026-05-04T11:01:00Z');
    expect((await call()).status).toBe(200);
  });

  it('count each of many at the same time', async () => {
    const user = await server.make.user();
    const { key } = await makeKey(user, { callsPerMinute: 5 });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => server.call(listOwnApiKeys, { query: {} }, withKey(key))),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBe(5);
    expect(answers.filter(({ status }) => status === 429).length).toBe(7);
  });

  it('report the headers on refusals too', async () => {
    const { key } = await makeKey(await server.make.user());
    const query = { offset: 0, limit: 20 };
    const answer = await server.call(listJobs, { query }, withKey(key));
    expect([answer.status, answer.headers['x-ratelimit-remaining']]).toEqual([403, '59']);
  });

  it('end no sessions and delete no key of their owner', async () => {
    const user = await server.make.user();
    const { key, id } = await makeKey(user);
    const revoked = await server.call(revokeOtherSessions, {}, withKey(key));
    const deleted = await server.call(deleteApiKey, { params: { id } }, withKey(key));
    expect([revoked.body.code, deleted.body.code]).toEqual(['AUTH_SESSION_REQUIRED', 'AUTH_SESSION_REQUIRED']);
  });
});

describe('a narrowed key', () => {
  it('may do less than its owner: 403 for what it is not narrowed to', async () => {
    const user = await server.make.user({ permissions: ['UserManagement.manage', 'DigitalTwin.manage'] });
    const { key } = await makeKey(user, { permissions: ['DigitalTwin.read'] });
    const keys = await server.call(listAccountApiKeys, { params: { id: user.account.id }, query: {} }, withKey(key));
    expect([keys.status, keys.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    const { abilities } = (await server.call(verify, { query: {} }, withKey(key))).body.data;
    expect(abilities).toEqual(['DigitalTwin.list', 'DigitalTwin.read']);
  });

  it('never gets what its owner lacks', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const { key } = await makeKey(user, { permissions: ['all.manage', 'super.system.manage'] });
    const { abilities } = (await server.call(verify, { query: {} }, withKey(key))).body.data;
    expect(abilities).toEqual(['DigitalTwin.list', 'DigitalTwin.read']);
  });

  it('sees its scopes only: 404 elsewhere, and lists filtered', async () => {
    const user = await server.make.user({ permissions: ['all.manage'] });
    const [part, other] = [
      await server.make.account({ parent: user.account }),
      await server.make.account({ parent: user.account }),
    ];
    const jobs = [await nounFactories.job?.(server, part), await nounFactories.job?.(server, other)];
    const idsSeen = async (headers: Record<string, string>) =>
      (await server.call(listJobs, { query: {} }, { headers })).body.data.map(({ id }) => id).sort();
    const { key, scopes } = await makeKey(user, { scopeIds: [part.scopeId] });
    expect(scopes).toMatchObject([{ id: part.scopeId }]);
    expect(await idsSeen({ authorization: `Bearer ${user.token}` })).toEqual(jobs);
    expect(await idsSeen({ 'x-api-key': key })).toEqual([jobs[0]]);
    const at = (id: number) => server.call(listAccountApiKeys, { params: { id }, query: {} }, withKey(key));
    expect([(await at(part.id)).status, (await at(other.id)).status, (await at(user.account.id)).status]).toEqual([
      200, 404, 404,
    ]);
  });

  it('is no way to the rest of its owner’s permissions', async () => {
    const user = await server.make.user({ permissions: ['all.manage'] });
    const { key } = await makeKey(user, { permissions: ['UserManagement.manage'] });
    const answer = await server.call(sendPasswordLink, { params: { id: user.id } }, withKey(key));
    expect([answer.status, answer.body.code]).toEqual([403, 'USER_EXCEEDS_OWN_PERMISSIONS']);
  });

  it('may do nothing once its scopes are gone', async () => {
    const user = await server.make.user({ permissions: ['all.manage'] });
    const created = await makeKey(user, { scopeIds: [user.account.scopeId] });
    await server.database.db
      .update(apiKeys)
      .set({ scopeIds: [999_999_999] })
      .where(eq(apiKeys.id, created.id));
    const { abilities } = (await server.call(verify, { query: {} }, withKey(created.key))).body.data;
    expect(abilities).toEqual([]);
  });
});

describe('keys of an account', () => {
  it('are listed for those who manage its users, with their owners', async () => {
    const admin = await server.make.user({ permissions: ['UserManagement.manage'] });
    const user = await server.make.user({ account: admin.account });
    await makeKey(user, { title: 'Daily reports' });
    await makeKey(await server.make.user(), { title: 'Foreign' });
    const params = { id: admin.account.id };
    const { body } = await server.call(listAccountApiKeys, { params, query: { search: 'REP daily' } }, { as: admin });
    expect(body).toMatchObject({ total: 1, data: [{ title: 'Daily reports', user: { id: user.id, kind: 'person' } }] });
  });

  it('name no scope that the reader may not see', async () => {
    const admin = await server.make.user({ permissions: ['UserManagement.manage'] });
    const elsewhere = await server.make.account();
    const user = await server.make.user({ account: admin.account });
    const created = await makeKey(user);
    await server.database.db
      .update(apiKeys)
      .set({ scopeIds: [elsewhere.scopeId] })
      .where(eq(apiKeys.id, created.id));
    const { body } = await server.call(
      listAccountApiKeys,
      { params: { id: admin.account.id }, query: {} },
      { as: admin },
    );
    expect(body.data[0]?.scopes).toEqual([{ id: elsewhere.scopeId, name: '' }]);
  });

  it('are created for API users alone', async () => {
    const admin = await server.make.user({ permissions: ['UserManagement.manage'] });
    const [robot, person] = [await makeApiUser(admin.account), await server.make.user({ account: admin.account })];
    const body = { title: 'Robot' };
    const answer = await server.call(createUserApiKey, { params: { id: robot.id }, body }, { as: admin });
    expect([answer.status, answer.body.data.user.kind]).toEqual([201, 'api']);
    const session = await server.call(verify, { query: {} }, withKey(answer.body.data.key));
    expect(session.body.data.user?.id).toBe(robot.id);
    expect((await server.call(createUserApiKey, { params: { id: person.id }, body }, { as: admin })).status).toBe(404);
  });

  it('are not created for users who may do more, nor by a narrowed key for its own user', async () => {
    const admin = await server.make.user({ permissions: ['UserManagement.manage'] });
    const robot = await server.make.user({ account: admin.account, permissions: ['all.manage'] });
    const { key } = await makeKey(robot, { permissions: ['UserManagement.manage'] });
    await server.database.db.update(users).set({ kind: 'api' }).where(eq(users.id, robot.id));
    const input = { params: { id: robot.id }, body: { title: 'wider' } };
    expect((await server.call(createUserApiKey, input, { as: admin })).body.code).toBe('USER_EXCEEDS_OWN_PERMISSIONS');
    expect((await server.call(createUserApiKey, input, withKey(key))).body.code).toBe('AUTH_SESSION_REQUIRED');
  });
});

describe('DELETE /user/own/apikeys/{id}', () => {
  const remove = (id: number, user: TestUser) => server.call(deleteApiKey, { params: { id } }, { as: user });

  it('answers 404 for the key of another user', async () => {
    const user = await server.make.user();
    const { id } = await makeKey(user);
    const neighbour = await server.make.user({ account: user.account });
    const answer = await remove(id, neighbour);
    expect([answer.status, answer.body.code]).toEqual([404, 'API_KEY_NOT_FOUND']);
    expect((await remove(id, user)).status).toBe(200);
    expect((await remove(id, user)).status).toBe(404);
  });

  it('answers 200 to those who manage its owner, 403 where the owner may do more', async () => {
    const user = await server.make.user();
    const admin = await server.make.user({ account: user.account, permissions: ['UserManagement.manage'] });
    const boss = await server.make.user({ account: user.account, permissions: ['all.manage'] });
    const [theirs, bosses] = [await makeKey(user), await makeKey(boss)];
    expect((await remove(theirs.id, admin)).status).toBe(200);
    expect((await remove(bosses.id, admin)).body.code).toBe('USER_EXCEEDS_OWN_PERMISSIONS');
  });
});
