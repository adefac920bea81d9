import { crc32 } from 'node:zlib';
import { deleteAccount } from '@stellwerk/contract/account';
import {
  createOauth2Client,
  createOidcClient,
  deleteOauth2Client,
  listOauth2Clients,
  listOidcClients,
  listSignInClients,
  startFederated,
  updateOauth2Client,
  updateOidcClient,
} from '@stellwerk/contract/federated';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createEgress } from '../../platform/egress/egress.ts';
import { createLog } from '../../platform/log/log.ts';
import { secrets } from '../../platform/secrets/secret.table.ts';
import { accountDomains } from '../accounts/index.ts';

/** A network that the operator opened, a public address, and one that stays closed. */
const names: Record<string, string> = {
  'id.inside.test': '10.1.2.3',
  'id.public.test': '203.0.113.9',
  'moved.public.test': '203.0.113.10',
  'closed.test': '192.168.7.7',
};
const addressOf = (name: string) => names[name] ?? '';

let server: TestServer;
beforeAll(async () => {
  const egress = createEgress({
    allow: ['10.0.0.0/8', '203.0.113.0/24'],
    resolve: async (name) => [{ address: addressOf(name) }],
    log: createLog('silent'),
  });
  server = await startTestServer({ egress });
});
afterAll(() => server.close());

const oidc = { displayName: 'City ID', clientId: 'stellwerk', issuer: 'https://id.public.test/realm' };
const oauth2 = {
  displayName: 'Forge',
  clientId: 'stellwerk',
  authorizationUrl: 'https://id.public.test/authorize',
  tokenUrl: 'https://id.public.test/token',
  userInfoUrl: 'https://id.public.test/user',
};
const admin = () => server.make.user({ permissions: ['all.manage'] });
const create = (as: TestUser, fields: object = {}) =>
  server.call(createOidcClient, { body: { ...oidc, ...fields, tenantId: as.account.id } }, { as });
const map = (as: TestUser, domain: string) =>
  server.database.db.insert(accountDomains).values({ domain, accountId: as.account.id });

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
const png = dataUrl(pixel);
const pngUrl = /^data:image\/png;base64,iVBORw0KGgo/;

describe('the two families', () => {
  it('list, change and delete their own kind alone', async () => {
    const as = await admin();
    const one = await create(as);
    expect(one.status).toBe(201);
    const body = { ...oauth2, tenantId: as.account.id };
    const other = await server.call(createOauth2Client, { body }, { as });
    expect(other.body.data).toMatchObject({ ...oauth2, subjectField: 'id', scope: 'profile email' });
    expect((await server.call(listOidcClients, { query: {} }, { as })).body).toMatchObject({
      total: 1,
      data: [{ id: one.body.data.id, ...oidc }],
    });
    expect((await server.call(listOauth2Clients, { query: { search: 'forg' } }, { as })).body.total).toBe(1);
    expect((await server.call(listOidcClients, { query: { search: 'id CITY' } }, { as })).body.total).toBe(1);
    const wrong = await server.call(updateOidcClient, { params: { id: other.body.data.id }, body: oidc }, { as });
    expect(wrong.body.code).toBe('OIDC_CLIENT_NOT_FOUND');
    const mistaken = await server.call(deleteOauth2Client, { params: { id: one.body.data.id } }, { as });
    expect(mistaken.body.code).toBe('OAUTH2_CLIENT_NOT_FOUND');
    expect((await server.call(deleteOauth2Client, { params: { id: other.body.data.id } }, { as })).status).toBe(200);
    expect((await server.call(listOauth2Clients, { query: {} }, { as })).body.total).toBe(0);
  });

  it('show foreign clients to nobody', async () => {
    await create(await admin());
    const stranger = await admin();
    expect((await server.call(listOidcClients, { query: {} }, { as: stranger })).body.total).toBe(0);
  });
});

describe('the client secret', () => {
  const stored = async (id: number) =>
    server.database.db
      .select()
      .from(secrets)
      .where(eq(secrets.owner, `federated-client:${id}`));

  it('is kept encrypted, never shown, stays when nothing is said and goes when it is emptied', async () => {
    const as = await admin();
    const { data } = (await create(as, { clientSecret: 'very secret' })).body;
    expect(data).toMatchObject({ hasClientSecret: true });
    expect(JSON.stringify(data)).not.toContain('very secret');
    expect(JSON.stringify(await stored(data.id))).not.toContain('very secret');
    const params = { id: data.id };
    const kept = await server.call(updateOidcClient, { params, body: { ...oidc, displayName: 'Other' } }, { as });
    expect(kept.body.data).toMatchObject({ displayName: 'Other', hasClientSecret: true });
    const emptied = await server.call(updateOidcClient, { params, body: { ...oidc, clientSecret: '' } }, { as });
    expect(emptied.body.data.hasClientSecret).toBe(false);
  });

  it('goes with its account', async () => {
    const as = await admin();
    const account = await server.make.account({ parent: as.account });
    const body = { ...oidc, clientSecret: 'very secret', tenantId: account.id };
    const { id } = (await server.call(createOidcClient, { body }, { as })).body.data;
    expect((await stored(id)).length).toBe(1);
    expect((await server.call(deleteAccount, { params: { id: account.id } }, { as })).status).toBe(200);
    expect(await stored(id)).toEqual([]);
  });

  it('does not follow to another address', async () => {
    const as = await admin();
    const { id } = (await create(as, { clientSecret: 'very secret' })).body.data;
    const body = { ...oidc, issuer: 'https://moved.public.test/realm' };
    const moved = await server.call(updateOidcClient, { params: { id }, body }, { as });
    expect(moved.body.data.hasClientSecret).toBe(false);
    const fresh = await server.call(
      updateOidcClient,
      { params: { id }, body: { ...oidc, clientSecret: 'a new one' } },
      { as },
    );
    expect(fresh.body.data.hasClientSecret).toBe(true);
  });

  it('does not follow when only one address of three changes, and goes with its client', async () => {
    const as = await admin();
    const created = await server.call(
      createOauth2Client,
      { body: { ...oauth2, clientSecret: 'x', tenantId: as.account.id } },
      { as },
    );
    const { id } = created.body.data;
    const changed = { ...oauth2, tokenUrl: 'https://moved.public.test/token' };
    const moved = await server.call(updateOauth2Client, { params: { id }, body: changed }, { as });
    expect(moved.body.data.hasClientSecret).toBe(false);
    await server.call(updateOauth2Client, { params: { id }, body: { ...changed, clientSecret: 'y' } }, { as });
    expect(await stored(id)).toHaveLength(1);
    await server.call(deleteOauth2Client, { params: { id } }, { as });
    expect(await stored(id)).toHaveLength(0);
  });
});

describe('an address', () => {
  it('must be https', async () => {
    const as = await admin();
    const answer = await create(as, { issuer: 'http://127.0.0.1:1/' });
    expect(answer.body.code).toBe('EGRESS_DENIED');
    const elsewhere = await startTestServer({
      egress: createEgress({ allow: [], resolve: async () => [{ address: '8.8.8.8' }], log: createLog('silent') }),
    });
    try {
      const user = await elsewhere.make.user({ permissions: ['all.manage'] });
      const body = { ...oidc, issuer: 'http://id.public.test', tenantId: user.account.id };
      const plain = await elsewhere.call(createOidcClient, { body }, { as: user });
      expect(plain.body).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: 'issuer', code: 'https' }] });
    } finally {
      await elsewhere.close();
    }
  });

  it('may be plain http inside a network that the operator has opened', async () => {
    expect((await create(await admin(), { issuer: 'http://id.inside.test' })).status).toBe(201);
  });

  it('may not lead into a closed network', async () => {
    const as = await admin();
    expect((await create(as, { issuer: 'https://closed.test' })).body.code).toBe('EGRESS_DENIED');
    const body = { ...oauth2, userInfoUrl: 'https://closed.test/me', tenantId: as.account.id };
    expect((await server.call(createOauth2Client, { body }, { as })).body.code).toBe('EGRESS_DENIED');
  });

  it('is no other thing', async () => {
    const as = await admin();
    for (const issuer of ['javascript:alert(1)', 'file:///etc/passwd', 'id.public.test']) {
      expect((await create(as, { issuer })).body.code).toBe('VALIDATION_ERROR');
    }
  });
});

describe('the scope', () => {
  it('tells the two kinds apart', async () => {
    const as = await admin();
    expect((await create(as, { scope: 'profile' })).body).toMatchObject({ issues: [{ path: 'scope' }] });
    const body = { ...oauth2, scope: 'openid profile', tenantId: as.account.id };
    expect((await server.call(createOauth2Client, { body }, { as })).body).toMatchObject({
      issues: [{ path: 'scope' }],
    });
  });
});

describe('the logo', () => {
  it('is a picture by its content', async () => {
    const as = await admin();
    expect((await create(as, { logo: png })).body.data.logo).toMatch(pngUrl);
    const html = `data:image/png;base64,${Buffer.from('<script>alert(1)</script>').toString('base64')}`;
    const other = png.replace('image/png', 'image/webp');
    const svg = `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`;
    for (const logo of [html, other, svg, 'https://elsewhere.example/logo.png']) {
      expect((await create(as, { logo })).body).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: 'logo' }] });
    }
  });

  it('is small', async () => {
    const large = dataUrl(Buffer.concat([pixel, Buffer.alloc(66_000)]));
    expect((await create(await admin(), { logo: large })).body).toMatchObject({ issues: [{ path: 'logo' }] });
  });

  it('has few pixels and nothing appended, and is re-encoded once', async () => {
    const as = await admin();
    const huge = Buffer.from(pixel);
    huge.writeUInt32BE(2_000, 16);
    huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
    expect((await create(as, { logo: dataUrl(huge) })).body.code).toBe('FILE_IMAGE_TOO_LARGE');
    const logo = dataUrl(Buffer.concat([pixel, Buffer.from('<script>')]));
    const made = (await create(as, { logo })).body.data;
    expect(Buffer.from(made.logo.split(',')[1] ?? '', 'base64').includes('<script>')).toBe(false);
    const body = { ...oidc, logo: made.logo };
    const updated = await server.call(updateOidcClient, { params: { id: made.id }, body }, { as });
    expect(updated.body.data.logo).toBe(made.logo);
  });
});

describe('the domain', () => {
  it('must be one of the account’s own', async () => {
    const [as, other] = [await admin(), await admin()];
    await map(as, 'city-one.example');
    expect((await create(other, { domain: 'city-one.example' })).body.code).toBe('TENANT_DOMAIN_INVALID');
    const created = await create(as, { domain: 'City-One.example' });
    const { id, callbackUrl } = created.body.data;
    expect(callbackUrl).toBe(`https://city-one.example/api/v1/auth/federated/${id}/callback`);
  });

  it('decides where the client is shown', async () => {
    const shownOn = async (domain: string) =>
      (await server.call(listSignInClients, { query: { domain } })).body.data.map(({ id }) => id);
    const as = await admin();
    await map(as, 'city-two.example');
    const own = (await create(as, { domain: 'city-two.example', logo: png })).body.data;
    const general = (await create(as)).body.data;
    const child = await server.make.account({ parent: as.account });
    const below = await server.make.user({ account: child, permissions: ['all.manage'] });
    const hidden = (await create(below)).body.data;
    expect(await shownOn('CITY-TWO.example')).toEqual([own.id]);
    expect(await shownOn('somewhere.example')).toContain(general.id);
    expect(await shownOn('somewhere.example')).not.toContain(own.id);
    expect(await shownOn('somewhere.example')).not.toContain(hidden.id);
    const shown = await server.call(listSignInClients, { query: { domain: 'city-two.example' } });
    expect(shown.body.data).toEqual([
      {
        id: own.id,
        displayName: 'City ID',
        logo: expect.stringMatching(pngUrl),
        type: 'oidc',
        startUrl: `https://city-two.example/api/v1/auth/federated/${own.id}/start`,
      },
    ]);

    // The domain goes over to somebody else: their visitors must not see a stranger's button.
    await server.database.db.delete(accountDomains).where(eq(accountDomains.domain, 'city-two.example'));
    await map(await admin(), 'city-two.example');
    expect(await shownOn('city-two.example')).toEqual([]);
    const start = await server.call(startFederated, { params: { clientId: own.id }, query: {} });
    expect(start.headers.location).toBe('/#/oauth?error=OIDC_CLIENT_NOT_FOUND');
  });
});
