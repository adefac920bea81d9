import { updateAccount } from '@stellwerk/contract/account';
import { requestPasswordReset, sendPasswordLink } from '@stellwerk/contract/password';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createEgress } from '../../platform/egress/egress.ts';
import { createLog } from '../../platform/log/log.ts';
import { startMailbox } from '../../platform/mail/testing/mailbox.ts';
import type { MailTransport } from '../../platform/mail/transport.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { userRoles } from '../../platform/tenancy/user.table.ts';

const systemMail: MailTransport = {
  host: '127.0.0.1',
  port: 9,
  secure: false,
  requireTls: false,
  from: 'Stellwerk <noreply@example.org>',
  trusted: true,
};

let server: TestServer;
let withMail: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const egress = createEgress({ allow: ['127.0.0.1'], log: createLog('silent') });
  withMail = await startTestServer({ systemMail, egress });
});
afterAll(async () => {
  await server.close();
  await withMail.close();
});

/** An account with its administrator below another one, whose administrator governs users of both. */
async function setUp(on: TestServer) {
  const above = await on.make.account();
  const account = await on.make.account({ parent: above });
  const governor = await on.make.user({ account: above, permissions: ['all.manage'] });
  const administrator = await on.make.user({ account, permissions: ['all.manage'] });
  return { above, account, governor, administrator };
}

async function grant(on: TestServer, user: TestUser, { scopeId }: TestAccount, permission: string) {
  const roleId = await createRole(on.database.db, { scopeId, name: `role ${user.id}`, permissions: [permission] });
  await on.database.db.insert(userRoles).values({ userId: user.id, scopeId, roleId });
}

const change = (on: TestServer, as: TestUser, body: Parameters<typeof on.call<typeof updateAccount>>[1]['body']) =>
  on.call(updateAccount, { params: { id: as.account.id }, body }, { as });

describe('a link for a new password', () => {
  const linkOf = async (as: TestUser, { id }: TestUser) =>
    (await server.call(sendPasswordLink, { params: { id } }, { as })).body.data.link;

  it('leads to the domain of the account for users whom its administrators govern', async () => {
    const { account, governor, administrator } = await setUp(server);
    const domain = `d${account.id}.example.org`;
    expect((await change(server, administrator, { domains: [domain] })).status).toBe(200);
    const user = await server.make.user({ account, permissions: ['DigitalTwin.manage'] });
    expect(await linkOf(governor, user)).toContain(`https://${domain}/#/`);
    expect(await linkOf(governor, administrator)).toContain(`https://${domain}/#/`);
  });

  it.each([
    ['in the account above', 'DigitalTwin.read'],
    ['as a system administrator', 'super.system.manage'],
  ])('leads to the address of the platform for users with permissions %s', async (_where, permission) => {
    const { above, account, administrator } = await setUp(server);
    await change(server, administrator, { domains: [`d${account.id}.example.org`] });
    const user = await server.make.user({ account });
    await grant(server, user, above, permission);
    const governor = await server.make.user({ account: above, permissions: ['super.system.manage', 'all.manage'] });
    expect(await linkOf(governor, user)).toMatch(/^https:\/\/stellwerk\.test\/#\//);
  });
});

describe('a mail with a link for a new password', () => {
  it('passes the mail server of the account only for users whom its administrators govern', async () => {
    const [ofAccount, ofSystem] = [await startMailbox(), await startMailbox()];
    systemMail.port = ofSystem.port;
    const { above, account, administrator } = await setUp(withMail);
    const mailServer = { host: '127.0.0.1', port: ofAccount.port, secure: false, user: '', sender: 'a@example.org' };
    expect((await change(withMail, administrator, { mailServer })).status).toBe(200);
    const [plain, strong] = [await withMail.make.user({ account }), await withMail.make.user({ account })];
    await grant(withMail, strong, above, 'DigitalTwin.read');
    for (const { email } of [plain, strong]) await withMail.call(requestPasswordReset, { body: { email } });
    await withMail.outbox.start();
    expect((await ofSystem.next()).to).toEqual([strong.email]);
    expect((await ofAccount.next()).to).toEqual([plain.email]);
    await withMail.outbox.stop();
    expect([...ofSystem.received, ...ofAccount.received]).toEqual([]);
  });
});

describe('PUT /api/v1/tenant/{id}', () => {
  it('sets domains and the mail server only for those to whom nothing in the account is denied', async () => {
    const account = await server.make.account();
    const limited = await server.make.user({ account, permissions: ['all.manage', '!UserManagement.manage'] });
    const refused = { status: 403, body: { code: 'PERMISSION_DENIED' } };
    expect(await change(server, limited, { domains: ['evil.example.org'] })).toMatchObject(refused);
    expect(await change(server, limited, { mailServer: null })).toMatchObject(refused);
    expect((await change(server, limited, { description: 'x' })).status).toBe(200);
  });
});
