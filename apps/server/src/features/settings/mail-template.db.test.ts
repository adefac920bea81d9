import { updateAccount } from '@stellwerk/contract/account';
import { testMailServer } from '@stellwerk/contract/account-settings';
import { listMailTemplates, renderMailTemplate, updateMailTemplate } from '@stellwerk/contract/mail-template';
import { updateSettings } from '@stellwerk/contract/setting';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createEgress } from '../../platform/egress/egress.ts';
import { startTcp } from '../../platform/egress/testing/servers.ts';
import { createLog } from '../../platform/log/log.ts';
import { startMailServer } from '../../platform/mail/testing/mailbox.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ egress: createEgress({ allow: ['127.0.0.1'], log: createLog('silent') }) });
});
afterAll(() => server.close());

async function family() {
  const top = await server.make.account();
  const child = await server.make.account({ parent: top });
  const admin = await server.make.user({ account: top, permissions: ['all.manage'] });
  return { top, child, admin };
}

const text = { subject: 'Hallo {{userName}}', body: '# Hallo\n\nGruß von {{inviterName}}\n\n[Los]({{link}})' };
const place = (tenantId: number) => ({ tenantId, language: 'de' as const });
const set = (as: TestUser, tenantId: number, own: typeof text | null, id = 'user-invite') =>
  server.call(updateMailTemplate, { params: { id }, body: { ...place(tenantId), text: own } }, { as });
const invitation = async (as: TestUser, tenantId: number) => {
  const { body } = await server.call(listMailTemplates, { query: { tenantId } }, { as });
  return body.data.find(({ id, language }) => id === 'user-invite' && language === 'de');
};

describe('texts of mails', () => {
  it('are those of the product until an account above has its own, and can be reset', async () => {
    const { top, child, admin } = await family();
    const original = await invitation(admin, child.id);
    expect(original).toMatchObject({ isOwn: false, from: null, subject: 'Einladung zu {{accountName}}' });
    expect(original?.templateLocals).toContain('inviterName');
    await set(admin, top.id, text);
    expect(await invitation(admin, child.id)).toMatchObject({ ...text, isOwn: false, from: { id: top.id } });
    const own = await set(admin, child.id, { ...text, subject: 'Eigener' });
    expect(own.body.data).toMatchObject({ subject: 'Eigener', isOwn: true });
    expect((await set(admin, child.id, null)).body.data).toMatchObject({ ...text, isOwn: false });
  });

  it('with unknown placeholders are refused with the list', async () => {
    const { child, admin } = await family();
    const wrong = { subject: '{{nobody}}', body: '{{userName}} {{constructor}} {{#each x}}' };
    const { status, body } = await set(admin, child.id, wrong);
    expect([status, body.code]).toEqual([400, 'MAIL_TEMPLATE_UNKNOWN_PLACEHOLDERS']);
    expect(body.message).toContain('nobody, constructor, #each x');
    expect(body.message).toContain('inviterName');
    expect(await invitation(admin, child.id)).toMatchObject({ isOwn: false });
    expect((await set(admin, child.id, text, 'nothing')).body.code).toBe('MAIL_TEMPLATE_NOT_FOUND');
  });

  it('are rendered as a mail would be, in the look of the account, with markup as text', async () => {
    const { child, admin } = await family();
    const own = { pageTitleDe: 'Bäder & Co', primaryColour: '#7a1f1f' };
    await server.call(updateSettings, { params: { tenantId: child.id }, body: { own } }, { as: admin });
    const body = { ...place(child.id), text: { ...text, body: `${text.body}\n\n<script>alert(1)</script>` } };
    const { body: answer } = await server.call(
      renderMailTemplate,
      { params: { id: 'user-invite' }, body },
      { as: admin },
    );
    expect(answer.data.subject).toBe('Hallo ‹userName›');
    expect(answer.data.html).toContain('Bäder &amp; Co');
    expect(answer.data.html).toContain('background-color:#7a1f1f');
    expect(answer.data.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(answer.data.text).toContain('Los:\nhttps://example.org/');
  });

  it('of other accounts can’t be read, changed or rendered', async () => {
    const { child } = await family();
    const { admin: stranger } = await family();
    const listed = await server.call(listMailTemplates, { query: { tenantId: child.id } }, { as: stranger });
    expect([listed.status, listed.body.code]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect((await set(stranger, child.id, text)).status).toBe(404);
    const body = { ...place(child.id), text };
    const rendered = await server.call(renderMailTemplate, { params: { id: 'user-invite' }, body }, { as: stranger });
    expect(rendered.status).toBe(404);
  });
});

describe('a test mail', () => {
  async function useMailServer(admin: TestUser, id: number, port: number) {
    const mailServer = { host: '127.0.0.1', port, secure: false, user: '', sender: 'info@example.org' };
    const { status } = await server.call(updateAccount, { params: { id }, body: { mailServer } }, { as: admin });
    expect(status).toBe(200);
  }
  const test = (admin: TestUser, id: number) => server.call(testMailServer, { params: { id } }, { as: admin });

  it('says what the server answered, and has the account’s own text', async () => {
    const { child, admin } = await family();
    const mailbox = await startMailServer();
    await useMailServer(admin, child.id, mailbox.port);
    const own = { subject: 'Probe {{accountName}}', body: '# Probe\n\nVon {{product}}' };
    const english = { tenantId: child.id, language: 'en' as const, text: own };
    await server.call(updateMailTemplate, { params: { id: 'mail-test' }, body: english }, { as: admin });
    const headers = { 'accept-language': 'en' };
    const { body } = await server.call(testMailServer, { params: { id: child.id } }, { as: admin, headers });
    expect(body.data.answer).toMatch(/^250 /);
    expect(mailbox.received[0]?.headers.subject).toEqual([expect.stringMatching(/^Probe ./)]);
  });

  it('says why the server refused it, and keeps the settings', async () => {
    const { child, admin } = await family();
    const { port } = await startTcp((socket) => socket.end('554 5.7.1 Go away, stranger\r\n'));
    await useMailServer(admin, child.id, port);
    const { status, body } = await test(admin, child.id);
    expect([status, body.code]).toEqual([502, 'MAIL_TEST_FAILED']);
    expect(body.message).toContain('Go away, stranger');
  });
});
