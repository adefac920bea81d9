import { updateAccount } from '@stellwerk/contract/account';
import { deleteFeedback, listFeedback, readFeedbackFile, sendFeedback } from '@stellwerk/contract/feedback';
import { updateSettings } from '@stellwerk/contract/setting';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createEgress } from '../../platform/egress/egress.ts';
import { createLog } from '../../platform/log/log.ts';
import { startMailServer } from '../../platform/mail/testing/mailbox.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ egress: createEgress({ allow: ['127.0.0.1'], log: createLog('silent') }) });
});
afterAll(() => server.close());

type Image = { field: string; name: string; bytes: Buffer };

function formOf(texts: Record<string, string>, images: readonly Image[]): Buffer {
  const line = '--frontier\r\nContent-Disposition: form-data; name=';
  const fields = Object.entries(texts).map(([name, text]) => Buffer.from(`${line}"${name}"\r\n\r\n${text}\r\n`));
  const files = images.flatMap(({ field, name, bytes }) => [
    Buffer.from(`${line}"${field}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...fields, ...files, Buffer.from('--frontier--\r\n')]);
}

async function send(as: TestUser, texts: Record<string, string>, images: readonly Image[] = []) {
  const response = await server.app.inject({
    method: 'POST',
    url: sendFeedback.path,
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'multipart/form-data; boundary=frontier' },
    payload: formOf(texts, images),
  });
  return { status: response.statusCode, body: response.json() };
}

const png = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
const listBy = async (as: TestUser, tenantId: number) =>
  (await server.call(listFeedback, { query: { tenantId } }, { as })).body;

async function family() {
  const top = await server.make.account();
  const child = await server.make.account({ parent: top });
  const admin = await server.make.user({ account: top, permissions: ['all.manage'] });
  const user = await server.make.user({ account: child });
  return { top, child, admin, user };
}

const texts = { kind: 'dislike', bug: 'true', subject: 'Map', content: '<p>It <b>breaks</b></p>', page: '/home' };

describe('feedback', () => {
  it('goes to the address of the account above by mail, with its images, and stays in the list', async () => {
    const { top, child, admin, user } = await family();
    const mailbox = await startMailServer();
    await server.outbox.start();
    onTestFinished(() => server.outbox.stop());
    const mailServer = { host: '127.0.0.1', port: mailbox.port, secure: false, user: '', sender: 'iot@example.org' };
    await server.call(updateAccount, { params: { id: top.id }, body: { mailServer } }, { as: admin });
    const own = { feedbackRecipient: 'support@example.org', pageTitleDe: 'Stadtwerke' };
    await server.call(updateSettings, { params: { tenantId: top.id }, body: { own } }, { as: admin });
    const images = [
      { field: 'file', name: 'one.png', bytes: await png() },
      { field: 'attachment', name: 'two.png', bytes: await png() },
    ];
    const { status, body } = await send(user, { ...texts, contact: 'me@example.org', tenantId: '1' }, images);
    expect([status, body.data.state]).toEqual([201, 'queued']);
    await expect.poll(() => mailbox.received.length).toBe(1);
    const [mail] = mailbox.received;
    expect(mail?.to).toEqual(['support@example.org']);
    expect(mail?.headers.subject).toEqual(['Rückmeldung (Fehler): Map']);
    expect(mail?.html).toContain('&lt;p&gt;It &lt;b&gt;breaks&lt;/b&gt;&lt;/p&gt;');
    expect(mail?.html).toContain('Stadtwerke');
    expect(mail?.raw).toContain('two.png');
    await expect.poll(async () => (await listBy(admin, child.id)).data[0]?.state).toBe('sent');
    const [listed] = (await listBy(admin, child.id)).data;
    expect(listed).toMatchObject({ kind: 'bug', title: 'Map', contact: 'me@example.org', page: '/home' });
    expect(listed?.attachments.map(({ name }) => name)).toEqual(['one.png', 'two.png']);
    const params = { id: body.data.id, position: 2 };
    const shown = await server.call(readFeedbackFile, { params }, { as: admin });
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png']);
    const removed = await server.call(deleteFeedback, { params: { id: body.data.id } }, { as: admin });
    expect(removed.body.data).toEqual({ deleted: true });
    expect((await listBy(admin, child.id)).total).toBe(0);
  });

  it('is kept where nobody entered an address, and gets a title', async () => {
    const { child, admin, user } = await family();
    const { body } = await send(user, { kind: 'like', content: 'Nice' });
    expect(body.data.state).toBe('kept');
    expect((await listBy(admin, child.id)).data[0]).toMatchObject({ kind: 'like', title: expect.stringMatching(/./) });
  });

  it('refuses what exceeds its limits, and keeps nothing of it', async () => {
    const { child, admin, user } = await family();
    const svg = { field: 'file', name: 'x.png', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') };
    const small = { field: 'attachment', name: 'x.png', bytes: await png() };
    const large = { field: 'file', name: 'x.png', bytes: Buffer.alloc(10_485_760) };
    const codes = [];
    for (const [fields, images] of [
      [{ ...texts, subject: 'x'.repeat(51) }, []],
      [{ ...texts, content: '' }, []],
      [{ ...texts, contact: 'nobody' }, []],
      [texts, [svg]],
      [texts, [large]],
      [texts, Array.from({ length: 11 }, () => small)],
    ] as const) {
      codes.push((await send(user, fields, images)).body.code);
    }
    expect(codes).toEqual([
      'VALIDATION_ERROR',
      'VALIDATION_ERROR',
      'VALIDATION_ERROR',
      'FILE_TYPE_NOT_ALLOWED',
      'FILE_TOO_LARGE',
      'FEEDBACK_TOO_MANY_FILES',
    ]);
    expect((await listBy(admin, child.id)).total).toBe(0);
  });

  it('of other accounts is hidden', async () => {
    const { child, user } = await family();
    const { body } = await send(user, texts);
    const { admin: stranger } = await family();
    expect((await server.call(deleteFeedback, { params: { id: body.data.id } }, { as: stranger })).status).toBe(404);
    const listed = await server.call(listFeedback, { query: { tenantId: child.id } }, { as: stranger });
    expect(listed.status).toBe(404);
    const { body: all } = await server.call(listFeedback, { query: {} }, { as: stranger });
    expect(all.data).toEqual([]);
  });
});
