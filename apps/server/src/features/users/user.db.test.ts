import { verify } from '@stellwerk/contract/session';
import {
  createApiUser,
  createUser,
  deleteUser,
  readUser,
  updateUser,
  updateUserProperties,
} from '@stellwerk/contract/user';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { secrets } from '../../platform/secrets/secret.table.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { userRoles, users } from '../../platform/tenancy/user.table.ts';
import { accountDefaultRoles } from '../accounts/index.ts';
import { activity } from '../activity/activity.table.ts';
import { sessions } from '../sessions/session.table.ts';
import { userTokens } from './user.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let number = 0;
const nextMail = () => {
  number += 1;
  return `new-${number}@example.com`;
};
const manager = (account?: TestAccount) =>
  server.make.user({ permissions: ['UserManagement.manage'], ...(account ? { account } : {}) });
const role = (account: TestAccount, name: string, permissions: string[]) =>
  createRole(server.database.db, { scopeId: account.scopeId, name, permissions });

type NewUser = Parameters<typeof server.call<typeof createUser>>[1]['body'];
const create = (as: TestUser, body: Partial<NewUser> = {}, tenantId = as.account.id) =>
  server.call(
    createUser,
    { params: { tenantId }, body: { firstName: 'Nora', lastName: 'New', email: nextMail(), ...body } },
    { as },
  );
const change = (as: TestUser, id: number, body: Parameters<typeof server.call<typeof updateUser>>[1]['body']) =>
  server.call(updateUser, { params: { id }, body }, { as });
const tokensOf = (userId: number) => server.database.db.select().from(userTokens).where(eq(userTokens.userId, userId));

describe('POST /api/v1/user/tenant/{tenantId}', () => {
  it('creates a user with the default roles and answers a link, as there is no mail server', async () => {
    const creator = await server.make.user({ permissions: ['UserManagement.create'] });
    const roleId = await role(creator.account, 'Everyone', ['DigitalTwin.read']);
    const { id: accountId, scopeId } = creator.account;
    await server.database.db.insert(accountDefaultRoles).values({ accountId, scopeId, roleId });
    const email = nextMail();
    const { status, body } = await create(creator, { email, properties: { a: [1] }, language: 'en' });
    expect(status).toBe(201);
    expect(body.data.user).toMatchObject({
      email,
      username: email,
      active: true,
      invited: true,
      language: 'en',
      properties: { a: [1] },
      access: [{ scopeId, roles: [{ id: roleId, name: 'Everyone' }] }],
    });
    expect(body.data.invitation.mailed).toBe(false);
    expect(body.data.invitation.link).toMatch(/^https:\/\/stellwerk\.test\/#\/change-password\?token=[\w-]{43}$/);
    const [entry] = await server.database.db.select().from(activity).where(eq(activity.userId, creator.id));
    expect(entry?.objects).toContainEqual({ noun: 'user', id: body.data.user.id });
    expect(JSON.stringify(entry)).not.toContain('token=');
  });

  it('gives roles that the creator holds, and refuses more', async () => {
    const creator = await manager();
    const { scopeId } = creator.account;
    const equal = await role(creator.account, 'Equal', ['UserManagement.read']);
    const more = await role(creator.account, 'More', ['all.manage']);
    const accessTo = (...ids: number[]) => [{ scopeId, roles: ids.map((id) => ({ id })) }];
    const given = await create(creator, { access: accessTo(equal) });
    expect(given.body.data.user.access).toMatchObject([{ scopeId, roles: [{ id: equal }] }]);
    const refused = await create(creator, { access: accessTo(equal, more) });
    expect([refused.status, refused.body.code]).toEqual([403, 'ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS']);
    const twice = await create(creator, { access: accessTo(equal, equal) });
    expect([twice.status, twice.body.code]).toEqual([409, 'ABAC_USERACCESS_DUPLICATE_ENTRY']);
    const foreign = await server.make.account();
    const elsewhere = await create(creator, { access: [{ scopeId: foreign.scopeId, roles: [{ id: equal }] }] });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'SCOPE_NOT_FOUND']);
    const theirs = await role(foreign, 'Theirs', []);
    const unknown = await create(creator, { access: accessTo(theirs) });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'ABAC_ROLE_NOT_FOUND']);
  });

  it('does not give a role of an account below in the account itself', async () => {
    const creator = await manager();
    const below = await server.make.account({ parent: creator.account });
    const id = await role(below, 'Below', []);
    const refused = await create(creator, { access: [{ scopeId: creator.account.scopeId, roles: [{ id }] }] });
    expect([refused.status, refused.body.code]).toEqual([409, 'ABAC_ROLE_NOT_ASSIGNABLE']);
  });

  it('names the field of a duplicate, in whatever case and of whichever name', async () => {
    const creator = await manager();
    const email = nextMail();
    await create(creator, { email, username: 'nora.new' });
    const issues = async (body: Partial<NewUser>) => {
      const answer = await create(creator, body);
      expect([answer.status, answer.body.code]).toEqual([409, 'USER_DUPLICATE_ENTRY']);
      return (answer.body as unknown as { issues: { path: string; code: string }[] }).issues.map(({ path }) => path);
    };
    expect(await issues({ email: email.toUpperCase() })).toEqual(['email']);
    expect(await issues({ username: 'Nora.New' })).toEqual(['username']);
    expect(await issues({ username: email })).toEqual(['username']);
    expect(await issues({ email, username: 'nora.new' })).toEqual(['email', 'username']);
  });

  it('lets one of many win that come at the same moment', async () => {
    const creator = await manager();
    const email = nextMail();
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(creator, { email })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    for (const { status, body } of answers.filter(({ status }) => status !== 201)) {
      expect([status, body.code]).toEqual([409, 'USER_DUPLICATE_ENTRY']);
      expect(body).toMatchObject({ issues: [{ path: 'email' }] });
    }
  });

  it('does not invite a deactivated user', async () => {
    const { body } = await create(await manager(), { active: false });
    expect(body.data.invitation).toEqual({ mailed: false, link: null });
    expect(await tokensOf(body.data.user.id)).toEqual([]);
  });

  it('refuses bad values on their fields, foreign accounts and readers', async () => {
    const creator = await manager();
    const bad = await create(creator, { email: 'nobody', username: 'two words', properties: { '': 1 } });
    expect([bad.status, bad.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    const { issues } = bad.body as unknown as { issues: { path: string }[] };
    expect(issues.map(({ path }) => path)).toEqual(expect.arrayContaining(['email', 'username']));
    const foreign = await server.make.account();
    expect((await create(creator, {}, foreign.id)).body.code).toBe('ACCOUNT_NOT_FOUND');
    const reader = await server.make.user({ permissions: ['UserManagement.read'] });
    expect((await create(reader)).status).toBe(403);
  });
});

describe('POST /api/v1/user/tenant/{tenantId}/apiuser', () => {
  it('creates a user without password and address, who never gets a link', async () => {
    const creator = await manager();
    const params = { tenantId: creator.account.id };
    const body = { username: `robot-${creator.id}`, access: [] };
    const created = await server.call(createApiUser, { params, body }, { as: creator });
    expect([created.status, created.body.data]).toMatchObject([201, { kind: 'api', email: '', access: [] }]);
    const again = await server.call(createApiUser, { params, body }, { as: creator });
    expect([again.status, again.body]).toMatchObject([409, { issues: [{ path: 'username' }] }]);
    const { id } = created.body.data;
    const mailed = await change(creator, id, { email: nextMail() });
    expect([mailed.status, mailed.body]).toMatchObject([400, { issues: [{ path: 'email' }] }]);
    expect(await tokensOf(id)).toEqual([]);
  });
});

describe('PUT /api/v1/user/{id}', () => {
  it('changes what is named and leaves the rest', async () => {
    const creator = await manager();
    const { id } = (await create(creator, { active: false, properties: { kept: true } })).body.data.user;
    const { status, body } = await change(creator, id, { lastName: 'Named', username: `named-${id}` });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      firstName: 'Nora',
      lastName: 'Named',
      username: `named-${id}`,
      active: false,
      properties: { kept: true },
    });
    expect((await change(creator, id, {})).status).toBe(200);
  });

  it('ends sessions and links of a user who is deactivated', async () => {
    const creator = await manager();
    const member = await server.make.user({ account: creator.account });
    await server.database.db.insert(userTokens).values({
      tokenHash: Buffer.from(`t${member.id}`),
      userId: member.id,
      purpose: 'reset',
      expiresAt: new Date('2100-01-01'),
    });
    expect((await change(creator, member.id, { active: false })).status).toBe(200);
    expect(await server.database.db.select().from(sessions).where(eq(sessions.userId, member.id))).toEqual([]);
    expect(await tokensOf(member.id)).toEqual([]);
    expect((await server.call(verify, { query: {} }, { as: member })).body.data.isAuthenticated).toBe(false);
  });

  it('voids links that went to the old address', async () => {
    const creator = await manager();
    const { id } = (await create(creator)).body.data.user;
    expect(await tokensOf(id)).toHaveLength(1);
    await change(creator, id, { firstName: 'Same' });
    expect(await tokensOf(id)).toHaveLength(1);
    await change(creator, id, { email: nextMail() });
    expect(await tokensOf(id)).toEqual([]);
  });

  it('refuses taken names, but not one’s own', async () => {
    const creator = await manager();
    const [first, second] = [nextMail(), nextMail()];
    const { id } = (await create(creator, { email: first })).body.data.user;
    await create(creator, { email: second });
    const taken = await change(creator, id, { email: second });
    expect([taken.status, taken.body]).toMatchObject([
      409,
      { code: 'USER_DUPLICATE_ENTRY', issues: [{ path: 'email' }] },
    ]);
    expect((await change(creator, id, { email: first.toUpperCase() })).status).toBe(200);
  });

  it('keeps people from locking themselves out', async () => {
    const creator = await manager();
    const refused = await change(creator, creator.id, { active: false });
    expect([refused.status, refused.body.code]).toEqual([409, 'USER_OWN_ACCESS_UNCHANGEABLE']);
    expect((await change(creator, creator.id, { firstName: 'Me' })).status).toBe(200);
  });
});

describe('the last system administrator', () => {
  it('stays, even when two deactivate each other at the same moment', async () => {
    const account = await server.make.account();
    const permissions = ['super.system.manage'];
    const [one, other] = [
      await server.make.user({ account, permissions }),
      await server.make.user({ account, permissions }),
    ];
    await Promise.all([change(one, other.id, { active: false }), change(other, one.id, { active: false })]);
    const left = await server.database.db.select().from(users).where(eq(users.accountId, account.id));
    expect(left.map(({ active }) => active).sort()).toEqual([false, true]);
  });
});

describe('a manager of users facing an administrator', () => {
  it('can neither change, deactivate, delete nor set properties of them', async () => {
    const attacker = await manager();
    const administrator = await server.make.user({ account: attacker.account, permissions: ['all.manage'] });
    const { id } = administrator;
    const answers = [
      await change(attacker, id, { email: 'attacker@example.com' }),
      await change(attacker, id, { active: false }),
      await server.call(updateUserProperties, { params: { id }, body: { a: 1 } }, { as: attacker }),
      await server.call(deleteUser, { params: { id } }, { as: attacker }),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([403, 'USER_EXCEEDS_OWN_PERMISSIONS']);
    expect((await change(administrator, attacker.id, { firstName: 'Watched' })).status).toBe(200);
  });

  it('can’t reach permissions that a user holds in another account either', async () => {
    const attacker = await manager();
    const member = await server.make.user({ account: attacker.account });
    const elsewhere = await server.make.account();
    const { db } = server.database;
    const roleId = await role(elsewhere, 'Elsewhere', ['DigitalTwin.manage']);
    await db.insert(userRoles).values({ userId: member.id, scopeId: elsewhere.scopeId, roleId });
    const refused = await server.call(deleteUser, { params: { id: member.id } }, { as: attacker });
    expect([refused.status, refused.body.code]).toEqual([403, 'USER_EXCEEDS_OWN_PERMISSIONS']);
  });
});

describe('DELETE /api/v1/user/{id}', () => {
  it('removes the user with sessions and secrets, never oneself', async () => {
    const creator = await manager();
    const member = await server.make.user({ account: creator.account });
    const { db } = server.database;
    const owner = `user:${member.id}`;
    await db.insert(secrets).values({ owner, name: 'totp', ciphertext: 'x' });
    const gone = await server.call(deleteUser, { params: { id: member.id } }, { as: creator });
    expect([gone.status, gone.body.data]).toEqual([200, { deleted: true }]);
    expect(await db.select().from(users).where(eq(users.id, member.id))).toEqual([]);
    expect(await db.select().from(sessions).where(eq(sessions.userId, member.id))).toEqual([]);
    expect(await db.select().from(secrets).where(eq(secrets.owner, owner))).toEqual([]);
    expect((await server.call(readUser, { params: { id: member.id } }, { as: creator })).status).toBe(404);
    const self = await server.call(deleteUser, { params: { id: creator.id } }, { as: creator });
    expect([self.status, self.body.code]).toEqual([409, 'USER_OWN_ACCESS_UNCHANGEABLE']);
  });

  it('answers 404 for foreign users and 403 to readers', async () => {
    const reader = await server.make.user({ permissions: ['UserManagement.read'] });
    const colleague = await server.make.user({ account: reader.account });
    const stranger = await server.make.user();
    const remove = async (id: number, as: TestUser) =>
      (await server.call(deleteUser, { params: { id } }, { as })).status;
    expect(await remove(colleague.id, reader)).toBe(403);
    expect(await remove(stranger.id, await manager())).toBe(404);
  });
});
