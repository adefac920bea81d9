import { createOidcClient, finishFederated, startFederated, updateOidcClient } from '@stellwerk/contract/federated';
import { verify } from '@stellwerk/contract/session';
import { afterAll, beforeAll, expect } from 'vitest';
import type { TestAccount, TestUser } from '../../../../test/factories.ts';
import { signInThere, startProvider, type TestProvider } from '../../../../test/provider.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { createEgress } from '../../../platform/egress/egress.ts';
import { createLog } from '../../../platform/log/log.ts';

const cookieOf = (headers: Record<string, unknown>, name: string): string => {
  const all = [headers['set-cookie'] ?? []].flat().map(String);
  return all.find((cookie) => cookie.startsWith(`${name}=`)) ?? '';
};
const bare = (cookie: string) => cookie.split(';')[0] ?? '';

export const commonFields = { displayName: 'City ID', clientId: 'not-yet', scope: 'openid profile email' };
export const errorLanding = (code: string) => `/#/oauth?error=${code}`;

let counter = 0;
/** An unused login name at the service. */
export const newLogin = () => `person${++counter}`;

interface SetUp {
  fields?: object;
  at?: TestProvider;
  account?: TestAccount;
}

/** A server, a real OIDC service that it may reach, and a simulated browser. */
export function useSignIn() {
  const running: { server?: TestServer; provider?: TestProvider; broken?: TestProvider } = {};
  const known = <T>(value: T | undefined): T => value ?? expect.unreachable('not started yet');
  const server = () => known(running.server);
  const provider = () => known(running.provider);

  beforeAll(async () => {
    running.provider = await startProvider({
      people: (login) => ({
        email: login.includes('@') ? login : `${login}@people.example`,
        email_verified: !login.startsWith('unverified'),
        name: `Pat ${login}`,
      }),
    });
    running.broken = await startProvider({ hasUserInfo: false });
    const allow = [running.provider.address, running.broken.address];
    running.server = await startTestServer({ egress: createEgress({ allow, log: createLog('silent') }) });
  });
  afterAll(async () => {
    await running.server?.close();
    await running.provider?.stop();
    await running.broken?.stop();
  });

  /** An account with an OIDC client that the service knows. */
  async function setUp(options: SetUp = {}) {
    const at = options.at ?? provider();
    const account = options.account ?? (await server().make.account());
    const admin = await server().make.user({ account, permissions: ['all.manage'] });
    const fields = { ...commonFields, issuer: at.issuer, ...options.fields };
    const created = await server().call(createOidcClient, { body: { ...fields, tenantId: account.id } }, { as: admin });
    expect(created.body).toMatchObject({ data: { hasClientSecret: false } });
    const { id, callbackUrl } = created.body.data;
    const client = await at.register(callbackUrl);
    const body = { ...fields, clientId: client.client_id, clientSecret: client.client_secret };
    const updated = await server().call(updateOidcClient, { params: { id }, body }, { as: admin });
    expect(updated.body).toMatchObject({ data: { hasClientSecret: true, clientId: client.client_id } });
    return { id, account, admin, body };
  }

  async function begin(clientId: number, query: object = {}, as?: TestUser) {
    const answer = await server().call(startFederated, { params: { clientId }, query }, as ? { as } : {});
    expect(answer.status).toBe(302);
    const cookie = cookieOf(answer.headers, 'stellwerk_sign_in');
    return { location: String(answer.headers.location), cookie, headers: { cookie: bare(cookie) } };
  }

  async function finish(clientId: number, callback: URL, headers: Record<string, string>) {
    expect(callback.pathname).toBe(finishFederated.path.replace('{clientId}', String(clientId)));
    const answer = await server().app.inject({ url: `${callback.pathname}${callback.search}`, headers });
    expect(answer.statusCode).toBe(302);
    const sessionCookie = cookieOf(answer.headers, 'stellwerk_session');
    return { location: String(answer.headers.location), session: bare(sessionCookie), sessionCookie };
  }

  return {
    server,
    provider,
    /** A service whose user info endpoint fails. */
    broken: () => known(running.broken),
    setUp,
    begin,
    finish,

    async signIn(clientId: number, login: string, query: object = {}, as?: TestUser) {
      const begun = await begin(clientId, query, as);
      return finish(clientId, await signInThere(begun.location, { login }), begun.headers);
    },

    async whoIs(session: string) {
      const answer = await server().app.inject({ url: verify.path, headers: { cookie: session } });
      return answer.json().data.user;
    },

    /** The newest activity entry of a callback of this client. */
    async lastEntry(clientId: number) {
      const speaksOf = JSON.stringify([{ noun: 'federatedClient', id: clientId }]);
      const { rows } = await server().database.pool.query(
        `select outcome, code, user_id as "userId", account_id as "accountId" from activity
         where path = $1 and objects @> $2::jsonb order by id desc limit 1`,
        [finishFederated.path, speaksOf],
      );
      return rows[0];
    },
  };
}
