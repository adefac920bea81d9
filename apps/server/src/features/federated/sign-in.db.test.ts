import { startFederated } from '@stellwerk/contract/federated';
import { verify } from '@stellwerk/contract/session';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { signInThere } from '../../../test/provider.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { accountDefaultRoles } from '../accounts/index.ts';
import { federatedAttempts } from './federated.table.ts';
import { deleteExpiredAttempts } from './identity.store.ts';
import { errorLanding, newLogin, useSignIn } from './testing/sign-in.ts';

const { server, provider, setUp, begin, finish, signIn, whoIs, lastEntry } = useSignIn();

const userBy = async (email: string) =>
  (await server().database.db.select().from(users).where(eq(users.email, email)))[0];

describe('sign-in with an OIDC service', () => {
  it('begins with state, nonce and PKCE at the service, and a cookie for the callback alone', async () => {
    const { id } = await setUp();
    const { location, cookie } = await begin(id, { redirect: '/home' });
    const url = new URL(location);
    expect(url.origin).toBe(provider().issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: `https://stellwerk.test/api/v1/auth/federated/${id}/callback`,
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(url.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    expect(cookie).toContain(`Path=/api/v1/auth/federated/${id}/callback`);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Lax');
    expect(cookie).toContain('Max-Age=600');
  });

  it('creates a user with the default roles, and finds the same one the next time', async () => {
    const { id, account } = await setUp();
    const role = { scopeId: account.scopeId, name: 'newcomer', permissions: ['Dashboards.read'] };
    const roleId = await createRole(server().database.db, role);
    const values = { accountId: account.id, scopeId: account.scopeId, roleId };
    await server().database.db.insert(accountDefaultRoles).values(values);
    const login = newLogin();
    const first = await signIn(id, login, { redirect: '/dashboards?page=2' });
    expect(first.location).toBe('/#/oauth?redirect=%2Fdashboards%3Fpage%3D2');
    expect(first.sessionCookie).toContain('HttpOnly');
    expect(first.sessionCookie).toContain('SameSite=Strict');
    const user = await whoIs(first.session);
    expect(user).toMatchObject({
      email: `${login}@people.example`,
      firstName: 'Pat',
      lastName: login,
      tenantId: account.id,
    });
    expect(await lastEntry(id)).toMatchObject({ outcome: 'done', userId: user.id, accountId: account.id });
    const answer = await server().app.inject({ url: verify.path, headers: { cookie: first.session } });
    expect(answer.json().data.abilities).toContain('Dashboards.read');
    expect((await userBy(user.email))?.lastSignInAt).toBeInstanceOf(Date);

    // The service may tell another address by now: the subject counts.
    await server().database.db.update(users).set({ email: 'renamed@example.com' }).where(eq(users.id, user.id));
    const second = await signIn(id, login);
    expect(second.location).toBe('/#/oauth');
    expect((await whoIs(second.session)).id).toBe(user.id);
  });

  it('makes one user of two first sign-ins at once', async () => {
    const { id } = await setUp();
    const login = newLogin();
    const both = await Promise.all([signIn(id, login), signIn(id, login)]);
    const [one, other] = await Promise.all(both.map(({ session }) => whoIs(session)));
    expect(one.id).toBe(other.id);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\tx', 'home'])(
    'goes nowhere but into the product: %j',
    async (redirect) => {
      const { id } = await setUp();
      expect((await signIn(id, newLogin(), { redirect })).location).toBe('/#/oauth');
    },
  );

  it('takes its addresses from the configuration, whatever the Host header says', async () => {
    const { id } = await setUp();
    const answer = await server().app.inject({
      url: startFederated.path.replace('{clientId}', String(id)),
      headers: { host: 'evil.example' },
    });
    expect(new URL(String(answer.headers.location)).searchParams.get('redirect_uri')).toMatch(
      /^https:\/\/stellwerk\.test\//,
    );
  });
});

describe('a callback', () => {
  it('with another state is refused and uses the attempt up', async () => {
    const { id } = await setUp();
    const { location, headers } = await begin(id);
    const callback = await signInThere(location, { login: newLogin() });
    const forged = new URL(callback);
    forged.searchParams.set('state', 'x'.repeat(43));
    expect((await finish(id, forged, headers)).location).toBe(errorLanding('FEDERATED_ATTEMPT_INVALID'));
    expect((await finish(id, callback, headers)).location).toBe(errorLanding('FEDERATED_ATTEMPT_INVALID'));
  });

  it('works once, even when it comes several times at once', async () => {
    const { id } = await setUp();
    const { location, headers } = await begin(id);
    const callback = await signInThere(location, { login: newLogin() });
    const all = await Promise.all(Array.from({ length: 5 }, () => finish(id, callback, headers)));
    expect(all.filter(({ session }) => session !== '')).toHaveLength(1);
    const refused = all.filter(({ session }) => session === '').map(({ location }) => location);
    expect(new Set(refused)).toEqual(new Set([errorLanding('FEDERATED_ATTEMPT_INVALID')]));
  });

  it('without the cookie, or with that of another client, is refused and leaves no entry', async () => {
    const [one, other] = [await setUp(), await setUp()];
    const { location, headers } = await begin(one.id);
    const callback = await signInThere(location, { login: newLogin() });
    const elsewhere = new URL(callback.href.replace(`/${one.id}/`, `/${other.id}/`));
    expect((await finish(other.id, elsewhere, headers)).location).toBe(errorLanding('FEDERATED_ATTEMPT_INVALID'));
    expect((await finish(one.id, callback, {})).location).toBe(errorLanding('FEDERATED_ATTEMPT_INVALID'));
    expect(await lastEntry(one.id)).toBeUndefined();
    expect(await lastEntry(other.id)).toBeUndefined();
  });

  it('after ten minutes is refused', async () => {
    const { id } = await setUp();
    const { location, headers } = await begin(id);
    const callback = await signInThere(location, { login: newLogin() });
    await server()
      .database.db.update(federatedAttempts)
      .set({ expiresAt: sql`now()` })
      .where(eq(federatedAttempts.federatedClientId, id));
    expect((await finish(id, callback, headers)).location).toBe(errorLanding('FEDERATED_ATTEMPT_INVALID'));
  });

  it('leaves nothing behind that has expired', async () => {
    const { id } = await setUp();
    const { db } = server().database;
    await begin(id);
    await begin(id);
    const mine = eq(federatedAttempts.federatedClientId, id);
    const [one] = await db.select().from(federatedAttempts).where(mine);
    if (!one) throw new Error('nothing was begun');
    await db
      .update(federatedAttempts)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(federatedAttempts.tokenHash, one.tokenHash));
    await deleteExpiredAttempts(db, new Date());
    expect(await db.select().from(federatedAttempts).where(mine)).toHaveLength(1);
  });

  it('reports when the person has cancelled there, and leaves an entry', async () => {
    const { id, account } = await setUp();
    const { location, headers } = await begin(id);
    const callback = await signInThere(location, 'cancel');
    expect(callback.searchParams.get('error')).toBe('access_denied');
    expect((await finish(id, callback, headers)).location).toBe(errorLanding('OIDC_NO_AUTH_CODE'));
    expect(await lastEntry(id)).toMatchObject({ outcome: 'refused', code: 'OIDC_NO_AUTH_CODE', accountId: account.id });
  });

  it('with a code that the service does not know gets no token', async () => {
    const { id } = await setUp();
    const { location, headers } = await begin(id);
    const callback = await signInThere(location, { login: newLogin() });
    callback.searchParams.set('code', 'made-up');
    expect((await finish(id, callback, headers)).location).toBe(errorLanding('OIDC_NO_ACCESS_TOKEN'));
  });

  it('that claims to come from another service is refused', async () => {
    const { id } = await setUp();
    const { location, headers } = await begin(id);
    const callback = await signInThere(location, { login: newLogin() });
    callback.searchParams.set('iss', 'https://other.example');
    expect((await finish(id, callback, headers)).location).toBe(errorLanding('OIDC_NO_ACCESS_TOKEN'));
  });
});
