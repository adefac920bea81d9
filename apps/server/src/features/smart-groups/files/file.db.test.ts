import type { Route } from '@stellwerk/contract/core/route';
import {
  createSmartGroup,
  deleteSmartGroup,
  deleteSmartGroupAttachment,
  deleteSmartGroupImage,
  readSmartGroup,
  readSmartGroupAttachment,
  readSmartGroupImage,
  uploadSmartGroupAttachment,
  uploadSmartGroupImage,
} from '@stellwerk/contract/smart-group';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer, urlOf } from '../../../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function upload(as: TestUser, route: Route, id: number, content: Buffer, name: string) {
  const head = `--frontier\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const answer = await server.app.inject({
    method: route.method,
    url: urlOf(route, { params: { id } }),
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'multipart/form-data; boundary=frontier' },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--frontier--\r\n')]),
  });
  return { status: answer.statusCode, ...(answer.json() as { code?: string; data: { id: number; type: string } }) };
}

async function place() {
  const user = await server.make.user({ permissions: ['VirtualDeviceGroup.manage'] });
  const body = { tenantId: user.account.id, title: 'group' };
  const { body: made } = await server.call(createSmartGroup, { body }, { as: user });
  return { user, id: made.data.id };
}
const read = async (as: TestUser, id: number) =>
  (await server.call(readSmartGroup, { params: { id } }, { as })).body.data;

describe('attachments of a smart group', () => {
  it('come back as they went in, and can be removed', async () => {
    const { user, id } = await place();
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n');
    const added = await upload(user, uploadSmartGroupAttachment, id, pdf, 'plan.pdf');
    expect(added).toMatchObject({ status: 201, data: { type: 'application/pdf' } });
    expect((await read(user, id)).attachments).toMatchObject([{ id: added.data.id, name: 'plan.pdf' }]);
    const params = { id, attachmentId: added.data.id };
    const download = await server.call(readSmartGroupAttachment, { params }, { as: user });
    expect([download.status, download.body]).toEqual([200, pdf.toString()]);
    const other = (await place()).id;
    const elsewhere = await server.call(readSmartGroupAttachment, { params: { ...params, id: other } }, { as: user });
    expect(elsewhere.status).toBe(404);
    expect((await server.call(deleteSmartGroupAttachment, { params }, { as: user })).status).toBe(200);
    expect((await read(user, id)).attachments).toEqual([]);
  });

  it('are twenty at most', async () => {
    const { user, id } = await place();
    const answers = await Promise.all(
      Array.from({ length: 21 }, (_, index) =>
        upload(user, uploadSmartGroupAttachment, id, Buffer.from(`file ${index}`), 'a.txt'),
      ),
    );
    expect(answers.filter(({ status }) => status !== 201).map(({ code }) => code)).toEqual([
      'SMART_GROUP_TOO_MANY_ATTACHMENTS',
    ]);
  });
});

describe('the background image of a smart group', () => {
  it('is shown, replaced and removed', async () => {
    const { user, id } = await place();
    expect((await upload(user, uploadSmartGroupImage, id, png, 'a.png')).status).toBe(200);
    expect((await upload(user, uploadSmartGroupImage, id, png, 'b.png')).status).toBe(200);
    expect((await read(user, id)).backgroundImage).toMatchObject({ name: 'b.png' });
    const shown = await server.call(readSmartGroupImage, { params: { id } }, { as: user });
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png' });
    expect((await server.call(deleteSmartGroupImage, { params: { id } }, { as: user })).status).toBe(200);
    expect((await server.call(readSmartGroupImage, { params: { id } }, { as: user })).body.code).toBe('FILE_NOT_FOUND');
  });

  it('leaves with the group', async () => {
    const { user, id } = await place();
    await upload(user, uploadSmartGroupImage, id, png, 'a.png');
    expect((await server.call(deleteSmartGroup, { params: { id } }, { as: user })).status).toBe(200);
    expect((await server.call(readSmartGroupImage, { params: { id } }, { as: user })).status).toBe(404);
  });
});
