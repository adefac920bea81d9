import { listOwnIdentities, unlinkOwnIdentity } from '@stellwerk/contract/federated';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { makeLesserAccount, setPermissions } from '../../../test/promotion.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { errorLanding, newLogin, useSignIn } from './testing/sign-in.ts';

const { server, broken, setUp, begin, signIn, whoIs, lastEntry } = useSignIn();

const userBy = async (email: string) =>
  (await server().database.db.select().from(users).where(eq(users.email, email)))[0];

describe('a new user is not created', () => {
  it('without a verified e-mail address', async () => {
    const { id } = await setUp();
    const login = `unverified${newLogin()}`;
    expect((await signIn(id, login)).location).toBe(errorLanding('OIDC_USER_NOT_CREATABLE'));
    expect(await userBy(`${login}@people.example`)).toBeUndefined();
  });

  it('over an existing one with that e-mail address', async () => {
    const { id } = await setUp();
    const victim = await server().make.user();
    const answer = await signIn(id, victim.email);
    expect(answer).toMatchObject({ location: errorLanding('OIDC_USER_NOT_CREATABLE'), session: '' });
  });

  it('where the client does not want it', async () => {
    const { id } = await setUp({ fields: { createUsers: false } });
    expect((await signIn(id, newLogin())).location).toBe(errorLanding('OIDC_USER_NOT_CREATABLE'));
  });

  it('when the user info of the service is out of order', async () => {
    const { id } = await setUp({ at: broken() });
    expect((await signIn(id, newLogin())).location).toBe(errorLanding('OIDC_USER_INFO_UNAVAILABLE'));
  });
});

describe('a user', () => {
  it('that is deactivated stays outside', async () => {
    const { id } = await setUp();
    const login = newLogin();
    await signIn(id, login);
    await server()
      .database.db.update(users)
      .set({ active: false })
      .where(eq(users.email, `${login}@people.example`));
    expect(await signIn(id, login)).toMatchObject({ location: errorLanding('AUTH_USER_DEACTIVATED'), session: '' });
  });

  it('that moved to an account beside the client stays outside', async () => {
    const { id } = await setUp();
    const login = newLogin();
    await signIn(id, login);
    const elsewhere = await server().make.account();
    await server()
      .database.db.update(users)
      .set({ accountId: elsewhere.id })
      .where(eq(users.email, `${login}@people.example`));
    expect((await signIn(id, login)).location).toBe(errorLanding('AUTH_USER_NOT_FOUND'));
  });
});

describe('a user with permissions that administrators of the service’s account lack', () => {
  async function promoted() {
    const made = await makeLesserAccount(server());
    const [own, higher] = [await setUp({ account: made.account }), await setUp({ account: made.above })];
    const [login, higherLogin] = [newLogin(), newLogin()];
    await signIn(own.id, login, { link: 'true' }, made.user);
    await signIn(higher.id, higherLogin, { link: 'true' }, made.user);
    expect((await whoIs((await signIn(own.id, login)).session)).id).toBe(made.user.id);
    const { governor, user, above } = made;
    await setPermissions(server(), governor, { user, account: above, permissions: ['all.manage'] });
    return { ...made, own, higher, login, higherLogin };
  }

  it('is not signed in by it any more, but by a service of the account above', async () => {
    const { own, higher, login, higherLogin, user } = await promoted();
    const refused = errorLanding('FEDERATED_SERVICE_NOT_TRUSTED');
    expect(await signIn(own.id, login)).toMatchObject({ location: refused, session: '' });
    expect(await lastEntry(own.id)).toMatchObject({ outcome: 'refused', code: 'FEDERATED_SERVICE_NOT_TRUSTED' });
    expect((await whoIs((await signIn(higher.id, higherLogin)).session)).id).toBe(user.id);
  });

  it('may be a system administrator, whom services of the topmost account sign in', async () => {
    const { account, above } = await makeLesserAccount(server());
    const administrator = await server().make.user({ account, permissions: ['super.system.manage'] });
    await setUp({ account });
    const top = await setUp({ account: above });
    const login = newLogin();
    await signIn(top.id, login, { link: 'true' }, administrator);
    expect((await whoIs((await signIn(top.id, login)).session)).id).toBe(administrator.id);
    const { available } = (await server().call(listOwnIdentities, {}, { as: administrator })).body.data;
    expect(available.map(({ id }) => id)).toEqual([]);
  });

  it('is signed in by it again without these permissions', async () => {
    const { own, login, governor, user, above } = await promoted();
    await setPermissions(server(), governor, { user, account: above, permissions: [] });
    expect((await whoIs((await signIn(own.id, login)).session)).id).toBe(user.id);
  });

  it('is not offered the service for linking', async () => {
    const { own, higher, user } = await promoted();
    const other = await setUp({ account: own.account });
    const { available, linked } = (await server().call(listOwnIdentities, {}, { as: user })).body.data;
    expect([available, linked.map(({ clientId }) => clientId).sort()]).toEqual([[], [own.id, higher.id].sort()]);
    const refused = errorLanding('FEDERATED_SERVICE_NOT_TRUSTED');
    expect((await begin(other.id, { link: 'true' }, user)).location).toBe(refused);
  });
});

describe('linking', () => {
  it('adds a service of the own account or one above, signs in with it, and unlinks again', async () => {
    const parent = await server().make.account();
    const child = await server().make.account({ parent });
    const { id } = await setUp({ account: parent });
    const user = await server().make.user({ account: child, passwordHash: await hashPassword('a good password') });
    const before = await server().call(listOwnIdentities, {}, { as: user });
    expect(before.body.data).toMatchObject({
      linked: [],
      available: [{ id, startUrl: `https://stellwerk.test/api/v1/auth/federated/${id}/start` }],
    });
    const login = newLogin();
    const linked = await signIn(id, login, { link: 'true', redirect: '/user-profile' }, user);
    expect(linked).toMatchObject({ location: '/#/oauth?redirect=%2Fuser-profile', session: '' });
    expect(await lastEntry(id)).toMatchObject({ outcome: 'done', userId: user.id, accountId: child.id });
    const after = await server().call(listOwnIdentities, {}, { as: user });
    expect(after.body.data).toMatchObject({ linked: [{ clientId: id, displayName: 'City ID' }], available: [] });
    expect((await whoIs((await signIn(id, login)).session)).id).toBe(user.id);
    expect((await server().call(unlinkOwnIdentity, { params: { clientId: id } }, { as: user })).status).toBe(200);
    const again = await server().call(unlinkOwnIdentity, { params: { clientId: id } }, { as: user });
    expect(again.body.code).toBe('FEDERATED_IDENTITY_NOT_FOUND');
  });

  it('is refused for a service that is linked to another user', async () => {
    const { id, admin } = await setUp();
    const login = newLogin();
    await signIn(id, login);
    expect((await signIn(id, login, { link: 'true' }, admin)).location).toBe(errorLanding('FEDERATED_IDENTITY_TAKEN'));
  });

  it('is refused for strangers, and for services of accounts below or beside', async () => {
    const { id } = await setUp();
    const other = await server().make.user();
    expect((await begin(id, { link: 'true' })).location).toBe(errorLanding('AUTH_TOKEN_NOT_FOUND'));
    expect((await begin(id, { link: 'true' }, other)).location).toBe(errorLanding('OIDC_CLIENT_NOT_FOUND'));
  });

  it('keeps the last way to sign in', async () => {
    const { id } = await setUp();
    const { session } = await signIn(id, newLogin());
    const answer = await server().app.inject({
      method: 'DELETE',
      url: unlinkOwnIdentity.path.replace('{clientId}', String(id)),
      headers: { cookie: session, origin: 'http://localhost', host: 'localhost' },
    });
    expect(answer.json()).toMatchObject({ code: 'FEDERATED_IDENTITY_LAST' });
  });
});
