import { readAccount, updateAccount } from '@stellwerk/contract/account';
import {
  readAccountPasswordPolicy,
  readAccountTerms,
  readTemplateLimits,
  testMailServer,
  updateAccountPasswordPolicy,
  updateAccountTerms,
  updateCsvExportLimit,
  updateRetentionPolicy,
  updateTemplateLimits,
} from '@stellwerk/contract/account-settings';
import { defaultPasswordPolicy } from '@stellwerk/contract/password';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createEgress } from '../../platform/egress/egress.ts';
import { createLog } from '../../platform/log/log.ts';
import { startMailServer } from '../../platform/mail/testing/mailbox.ts';
import { effectivePasswordPolicy, effectiveTerms, linkBaseOf } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  const resolve = async () => [{ address: '93.184.215.14' }];
  server = await startTestServer({
    egress: createEgress({ allow: ['127.0.0.1'], resolve, log: createLog('silent') }),
  });
});
afterAll(() => server.close());

const administrator = (account?: TestAccount) =>
  server.make.user({ permissions: ['all.manage'], ...(account ? { account } : {}) });

async function family() {
  const admin = await administrator();
  const child = await server.make.account({ parent: admin.account });
  return { admin, root: admin.account, child };
}

describe('limits of an account', () => {
  const set = (as: TestUser, id: number, months: number) =>
    server.call(updateRetentionPolicy, { params: { id }, body: { retentionMonths: months } }, { as });
  const setRows = (as: TestUser, id: number, csvExportLimit: number | null) =>
    server.call(updateCsvExportLimit, { params: { id }, body: { csvExportLimit } }, { as });
  const setTemplates = (as: TestUser, id: number, own: number | null) =>
    server.call(updateTemplateLimits, { params: { id }, body: { own } }, { as });

  it('are set by administrators of the account above', async () => {
    const { admin, child } = await family();
    expect((await set(admin, child.id, 36)).body).toEqual({ data: { retentionMonths: 36, packetRetentionDays: 90 } });
    const body = { packetRetentionDays: 30 };
    const kept = await server.call(updateRetentionPolicy, { params: { id: child.id }, body }, { as: admin });
    expect(kept.body).toEqual({ data: { retentionMonths: 36, packetRetentionDays: 30 } });
    expect((await setRows(admin, child.id, 5000)).body).toEqual({ data: { csvExportLimit: 5000 } });
    const account = await server.call(readAccount, { params: { id: child.id }, query: {} }, { as: admin });
    expect(account.body.data).toMatchObject({ retentionMonths: 36, packetRetentionDays: 30, csvExportLimit: 5000 });
  });

  it('are out of reach for the account’s own administrators', async () => {
    const { child } = await family();
    const own = await administrator(child);
    for (const answer of [
      await set(own, child.id, 36),
      await setRows(own, child.id, null),
      await setTemplates(own, child.id, 1),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    }
  });

  it('of the topmost account are set by the system administrator alone', async () => {
    const { admin, root } = await family();
    expect((await set(admin, root.id, 36)).status).toBe(403);
    const system = await server.make.user({ account: root, permissions: ['super.system.manage'] });
    expect((await set(system, root.id, 36)).status).toBe(200);
  });

  it('answer 404 for a foreign account and 400 for numbers out of range', async () => {
    const { admin, child } = await family();
    expect((await set(await administrator(), child.id, 12)).status).toBe(404);
    expect((await set(admin, child.id, 0)).status).toBe(400);
    expect((await setRows(admin, child.id, -1)).status).toBe(400);
  });

  it('of templates are inherited from the nearest account above, 0 being none', async () => {
    const { admin, root, child } = await family();
    const leaf = await server.make.account({ parent: child });
    const read = async (as: TestUser, id: number) =>
      (await server.call(readTemplateLimits, { params: { id } }, { as })).body.data;
    expect(await read(admin, leaf.id)).toEqual({ own: null, effective: null, inheritedFrom: null });
    await setTemplates(admin, child.id, 50);
    expect(await read(admin, leaf.id)).toMatchObject({ own: null, effective: 50, inheritedFrom: { id: child.id } });
    expect(await read(admin, root.id)).toMatchObject({ own: null, effective: null });
    // Who may not see the account above learns the limit, but not whose it is.
    expect(await read(await administrator(leaf), leaf.id)).toMatchObject({ effective: 50, inheritedFrom: null });
    const own = await setTemplates(admin, leaf.id, 0);
    expect(own.body.data).toEqual({ own: 0, effective: null, inheritedFrom: null });
    expect((await setTemplates(admin, leaf.id, null)).body.data).toMatchObject({ own: null, effective: 50 });
  });
});

describe('the password policy of an account', () => {
  const strict = { minLength: 14, upperAndLowerCase: true, digits: true, specialCharacters: false };
  const set = (as: TestUser, id: number, own: typeof strict | null) =>
    server.call(updateAccountPasswordPolicy, { params: { id }, body: { own } }, { as });

  it('is its own, else that of the nearest account above, else the default', async () => {
    const { admin, child } = await family();
    const { db } = server.database;
    const read = async () =>
      (await server.call(readAccountPasswordPolicy, { params: { id: child.id } }, { as: admin })).body.data;
    expect(await read()).toEqual({ own: null, effective: defaultPasswordPolicy, inheritedFrom: null });
    await set(admin, admin.account.id, strict);
    expect(await read()).toMatchObject({ own: null, effective: strict, inheritedFrom: { id: admin.account.id } });
    expect(await effectivePasswordPolicy(db, child.id)).toEqual(strict);
    const own = { ...strict, minLength: 9 };
    expect((await set(admin, child.id, own)).body.data).toEqual({ own, effective: own, inheritedFrom: null });
    expect((await set(admin, child.id, null)).body.data).toMatchObject({ own: null, effective: strict });
  });

  it('is never laxer than eight characters, and not for readers to change', async () => {
    const { admin, child } = await family();
    expect((await set(admin, child.id, { ...strict, minLength: 7 })).status).toBe(400);
    const reader = await server.make.user({ account: child, permissions: ['all.read'] });
    expect((await set(reader, child.id, strict)).status).toBe(403);
    expect((await set(await administrator(), child.id, strict)).status).toBe(404);
  });
});

describe('the terms of an account', () => {
  const set = (as: TestUser, id: number, own: object) =>
    server.call(updateAccountTerms, { params: { id }, body: { own } }, { as });
  const german = { title: 'Bedingungen', text: 'Eins.\n\nZwei.' };

  it('are set language by language and inherited as a whole', async () => {
    const { admin, root, child } = await family();
    const { db } = server.database;
    expect(await effectiveTerms(db, child.id)).toBeUndefined();
    await set(admin, root.id, { de: german, en: { title: 'Terms', text: 'One.' } });
    const inherited = await server.call(readAccountTerms, { params: { id: child.id } }, { as: admin });
    expect(inherited.body.data).toMatchObject({ own: {}, inherited: { de: german }, inheritedFrom: { id: root.id } });
    const { body } = await set(admin, child.id, { de: { title: 'Eigene', text: 'Drei.' } });
    expect(body.data).toMatchObject({ own: { de: { text: 'Drei.' } }, inherited: { en: { text: 'One.' } } });
    expect(await effectiveTerms(db, child.id)).toEqual({ de: { title: 'Eigene', text: 'Drei.' } });
    await set(admin, child.id, { de: { title: '', text: '' } });
    expect(await effectiveTerms(db, child.id)).toMatchObject({ de: german, en: { title: 'Terms' } });
  });

  it('keep their time when nothing changes', async () => {
    const { admin, child } = await family();
    const changedAt = async () =>
      (await server.database.pool.query('select updated_at from account_terms where account_id = $1', [child.id])).rows;
    await set(admin, child.id, { de: german });
    const before = await changedAt();
    await set(admin, child.id, { de: german });
    expect(await changedAt()).toEqual(before);
    await set(admin, child.id, { de: { ...german, text: 'Neu.' } });
    expect(await changedAt()).not.toEqual(before);
  });

  it('answer 400 for an unknown language, 403 to readers, 404 for a foreign account', async () => {
    const { admin, child } = await family();
    expect((await set(admin, child.id, { fr: german })).status).toBe(400);
    const reader = await server.make.user({ account: child, permissions: ['all.read'] });
    expect((await set(reader, child.id, { de: german })).status).toBe(403);
    expect((await set(await administrator(), child.id, { de: german })).status).toBe(404);
  });
});

describe('the mail server of an account', () => {
  const settings = {
    host: 'smtp.example.com',
    port: 587,
    secure: false,
    user: 'u',
    sender: 'Plant <plant@example.com>',
  };
  const set = (as: TestUser, id: number, mailServer: object | null) =>
    server.call(updateAccount, { params: { id }, body: { mailServer: mailServer as never } }, { as });

  it('keeps its password to itself', async () => {
    const { admin, child } = await family();
    const { status, body } = await set(admin, child.id, { ...settings, password: 'geheim-4711' });
    expect([status, body.data.mailServer]).toEqual([200, { ...settings, hasPassword: true }]);
    expect(JSON.stringify(body)).not.toContain('geheim');
    const stored = await server.database.pool.query('select * from accounts, secrets where owner = $1', [
      `account:${child.id}`,
    ]);
    expect(JSON.stringify(stored.rows)).not.toContain('geheim');
    const logged = await server.database.pool.query('select details from activity where path = $1', [
      '/api/v1/tenant/{id}',
    ]);
    expect(JSON.stringify(logged.rows)).not.toContain('geheim');
  });

  it('drops the password with the host or user it was meant for', async () => {
    const { admin, child } = await family();
    const has = async (change: object) => (await set(admin, child.id, change)).body.data.mailServer?.hasPassword;
    expect(await has({ ...settings, password: 'a' })).toBe(true);
    expect(await has({ ...settings, port: 2525 })).toBe(true);
    expect(await has({ ...settings, host: 'evil.example.com' })).toBe(false);
    expect(await has({ ...settings, password: 'b' })).toBe(true);
    expect(await has({ ...settings, user: 'other' })).toBe(false);
    expect((await set(admin, child.id, null)).body.data.mailServer).toBeNull();
  });

  it('is refused where the operator allows no connection, naming the setting', async () => {
    const { admin, child } = await family();
    const refused = await set(admin, child.id, { ...settings, host: '10.0.0.5' });
    expect([refused.status, refused.body.code]).toEqual([403, 'EGRESS_DENIED']);
    expect(refused.body.message).toContain('EGRESS_ALLOW');
  });

  it('sends a test mail to the caller, also from a sub-account', async () => {
    const { admin, root, child } = await family();
    const smtp = await startMailServer();
    await set(admin, root.id, { ...settings, host: '127.0.0.1', port: smtp.port, user: '' });
    const { status, body } = await server.call(testMailServer, { params: { id: child.id } }, { as: admin });
    expect([status, body.data]).toEqual([200, { sentTo: admin.email, answer: expect.stringMatching(/^250 /) }]);
    expect(smtp.received).toMatchObject([{ from: 'plant@example.com', to: [admin.email] }]);
    expect(smtp.received[0]?.text).toContain('funktioniert');
  });

  it('answers 409 for a test without a mail server, 404 for a foreign account, 403 to readers', async () => {
    const { admin, child } = await family();
    const test = (as: TestUser) => server.call(testMailServer, { params: { id: child.id } }, { as });
    expect((await test(admin)).body.code).toBe('MAIL_INVALID_TRANSPORT');
    expect((await test(await administrator())).status).toBe(404);
    const reader = await server.make.user({ account: child, permissions: ['all.read'] });
    expect((await test(reader)).status).toBe(403);
  });
});

it('links lead to the first domain of the account, else to the platform', async () => {
  const { admin, child } = await family();
  const { db } = server.database;
  expect(await linkBaseOf(db, child.id, 'https://platform.test')).toBe('https://platform.test');
  const domains = [`z${child.id}.example.com`, `a${child.id}.example.com`];
  await server.call(updateAccount, { params: { id: child.id }, body: { domains } }, { as: admin });
  expect(await linkBaseOf(db, child.id, 'https://platform.test')).toBe(`https://z${child.id}.example.com`);
});
