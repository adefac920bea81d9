import {
  createOauth2Client,
  createOidcClient,
  deleteOidcClient,
  listSignInClients,
  startFederated,
  updateOauth2Client,
  updateOidcClient,
} from '@stellwerk/contract/federated';
import { describe, expect, it } from 'vitest';
import { signInThere, startProvider } from '../../../test/provider.ts';
import { startTestServer } from '../../../test/server.ts';
import { createEgress } from '../../platform/egress/egress.ts';
import { createLog } from '../../platform/log/log.ts';
import { federatedAttempts } from './federated.table.ts';
import { commonFields, errorLanding, newLogin, useSignIn } from './testing/sign-in.ts';

const { server, provider, setUp, begin, finish, signIn, whoIs } = useSignIn();

describe('a client', () => {
  it('that is switched off is neither shown nor begun nor finished', async () => {
    const { id, admin, body } = await setUp();
    const { location, headers } = await begin(id);
    const callback = await signInThere(location, { login: newLogin() });
    await server().call(updateOidcClient, { params: { id }, body: { ...body, active: false } }, { as: admin });
    const shown = await server().call(listSignInClients, { query: {} });
    expect(shown.body.data.map((client) => client.id)).not.toContain(id);
    expect((await begin(id)).location).toBe(errorLanding('OIDC_CLIENT_NOT_FOUND'));
    expect((await finish(id, callback, headers)).location).toBe(errorLanding('OIDC_CLIENT_NOT_FOUND'));
  });

  it('that is deleted leads to a page with the reason', async () => {
    const { id, admin } = await setUp();
    expect((await server().call(deleteOidcClient, { params: { id } }, { as: admin })).status).toBe(200);
    expect((await begin(id)).location).toBe(errorLanding('OIDC_CLIENT_NOT_FOUND'));
  });

  it('whose service is down leads to a page with the reason', async () => {
    const down = await startProvider();
    await down.stop();
    const allowed = await startTestServer({
      egress: createEgress({ allow: [down.address], log: createLog('silent') }),
    });
    try {
      const admin = await allowed.make.user({ permissions: ['all.manage'] });
      const body = { ...commonFields, issuer: down.issuer, tenantId: admin.account.id };
      const created = await allowed.call(createOidcClient, { body }, { as: admin });
      const answer = await allowed.call(startFederated, { params: { clientId: created.body.data.id }, query: {} });
      expect(answer.headers.location).toBe(errorLanding('EGRESS_FAILED'));
    } finally {
      await allowed.close();
    }
  });

  it('can be begun from one address a hundred times at once, not more', async () => {
    const { id } = await setUp();
    const row = { state: '', nonce: '', codeVerifier: '', redirect: '', federatedClientId: id, linkUserId: null };
    const rows = Array.from({ length: 100 }, (_, index) => ({
      ...row,
      address: '127.0.0.1',
      tokenHash: Buffer.from(`attempt ${index}`),
      expiresAt: new Date(Date.now() + 60_000),
    }));
    await server().database.db.insert(federatedAttempts).values(rows);
    expect((await begin(id)).location).toBe(errorLanding('RATE_LIMITED'));
    await server().database.db.delete(federatedAttempts);
    expect((await begin(id)).location).toContain(provider().issuer);
  });
});

describe('sign-in with an OAuth2 service', () => {
  async function setUpOauth2(fields: object = {}) {
    const admin = await server().make.user({ permissions: ['all.manage'] });
    const body = {
      ...commonFields,
      scope: 'profile email',
      authorizationUrl: `${provider().issuer}/auth`,
      tokenUrl: `${provider().issuer}/token`,
      userInfoUrl: `${provider().issuer}/people/me`,
      emailField: 'mail',
      ...fields,
    };
    const tenantId = admin.account.id;
    const created = await server().call(createOauth2Client, { body: { ...body, tenantId } }, { as: admin });
    const { id, callbackUrl } = created.body.data;
    const known = await provider().register(callbackUrl, 'client_secret_post');
    const change = { ...body, clientId: known.client_id, clientSecret: known.client_secret };
    const updated = await server().call(updateOauth2Client, { params: { id }, body: change }, { as: admin });
    expect(updated.body).toMatchObject({ data: { hasClientSecret: true } });
    return { id, account: admin.account };
  }

  it('creates a user and finds it again', async () => {
    const { id, account } = await setUpOauth2();
    const login = newLogin();
    const user = await whoIs((await signIn(id, login)).session);
    expect(user).toMatchObject({ email: `${login}@people.example`, tenantId: account.id });
    expect((await whoIs((await signIn(id, login)).session)).id).toBe(user.id);
  });

  it('reports with its own codes what is missing', async () => {
    const { id } = await setUpOauth2({ subjectField: 'nothing' });
    expect((await signIn(id, newLogin())).location).toBe(errorLanding('OAUTH2_USER_INFO_UNAVAILABLE'));
    const elsewhere = await setUpOauth2({ userInfoUrl: `${provider().issuer}/nowhere` });
    expect((await signIn(elsewhere.id, newLogin())).location).toBe(errorLanding('OAUTH2_USER_INFO_UNAVAILABLE'));
    const { id: fine } = await setUpOauth2();
    const begun = await begin(fine);
    const callback = await signInThere(begun.location, 'cancel');
    expect((await finish(fine, callback, begun.headers)).location).toBe(errorLanding('OAUTH2_NO_AUTH_CODE'));
    const taken = await server().make.user();
    expect((await signIn(fine, taken.email)).location).toBe(errorLanding('OAUTH2_USER_NOT_CREATABLE'));
  });
});
