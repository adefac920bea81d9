import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Route } from '@stellwerk/contract/core/route';
import { deleteTwin } from '@stellwerk/contract/twin';
import {
  deleteTwinAttachment,
  deleteTwinImage,
  readTwinAttachment,
  readTwinImage,
  uploadTwinAttachment,
  uploadTwinImage,
} from '@stellwerk/contract/twin-file';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer, urlOf } from '../../../../test/server.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { createFiles, type Files } from '../../../platform/files/files.ts';
import { twinCalls } from '../testing/twins.ts';
import { twinFiles } from '../twin.table.ts';

/** Content in memory, so that a test sees what is kept. */
const kept = new Map<string, Buffer>();
const store: FileStore = {
  async write(key, source) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of source) chunks.push(chunk);
    kept.set(key, Buffer.concat(chunks));
  },
  async read(key) {
    const content = kept.get(key);
    return content && { stream: Readable.from([content]), sizeBytes: content.length };
  },
  async remove(key) {
    kept.delete(key);
  },
  removeAbandoned: async () => 0,
};
const files: Files = createFiles({ store });

let server: TestServer;
let call: ReturnType<typeof twinCalls>;
beforeAll(async () => {
  server = await startTestServer({ files });
  call = twinCalls(server);
});
afterAll(() => server.close());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** The same file, but for its header: it claims 30,000 × 30,000 pixels. */
const hugePng = Buffer.from(png);
hugePng.writeUInt32BE(30_000, 16);
hugePng.writeUInt32BE(30_000, 20);
hugePng.writeUInt32BE(crc32(hugePng.subarray(12, 29)), 29);

async function upload(as: TestUser, route: Route, params: object, content: Buffer, name = 'plan.txt', field = 'file') {
  const boundary = 'frontier';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`;
  const answer = await server.app.inject({
    method: route.method,
    url: urlOf(route, { params }),
    headers: {
      authorization: `Bearer ${as.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, ...(answer.json() as { code?: string; data: { id: number; type: string } }) };
}
const attach = (as: TestUser, id: number, content: Buffer, name?: string) =>
  upload(as, uploadTwinAttachment, { id }, content, name);
const setImage = (as: TestUser, id: number, kind: string, content: Buffer) =>
  upload(as, uploadTwinImage, { id, kind }, content, 'x.svg');
const keysOf = async (twinId: number) =>
  (await server.database.db.select().from(twinFiles).where(eq(twinFiles.twinId, twinId))).map(({ key }) => key);

describe('attachments of a twin', () => {
  it('come back as they went in, as a download, and can be removed', async () => {
    const user = await call.editor();
    const twin = await call.make(user, { title: 'twin' });
    const content = Buffer.from('Plan\nÄ\n');
    const added = await attach(user, twin.id, content, '../Grundriß.txt');
    expect(added).toMatchObject({ status: 201, data: { name: 'Grundriß.txt', sizeBytes: content.length } });
    expect((await call.read(user, twin.id)).attachments).toMatchObject([{ id: added.data.id, type: 'text/plain' }]);
    const params = { id: twin.id, attachmentId: added.data.id };
    const download = await server.call(readTwinAttachment, { params }, { as: user });
    expect(download.headers['content-disposition']).toMatch(/^attachment;/);
    expect(download.body).toBe(content.toString());
    const removed = await server.call(deleteTwinAttachment, { params }, { as: user });
    expect([removed.status, (await call.read(user, twin.id)).attachments]).toEqual([200, []]);
    expect((await server.call(readTwinAttachment, { params }, { as: user })).body.code).toBe('FILE_NOT_FOUND');
  });

  it.each([
    ['text/html', '<!doctype html><script>alert(1)</script>'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ])('that are %s but call themselves an image are neither shown nor run', async (type, content) => {
    const user = await call.editor();
    const twin = await call.make(user, { title: 'twin' });
    const added = await attach(user, twin.id, Buffer.from(content), 'harmless.png');
    expect(added.data.type).toBe(type);
    const params = { id: twin.id, attachmentId: added.data.id };
    const { headers } = await server.call(readTwinAttachment, { params }, { as: user });
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(headers['content-disposition']).toMatch(/^attachment;/);
  });

  it('are twenty at most, also when many come at once', async () => {
    const user = await call.editor();
    const twin = await call.make(user, { title: 'twin' });
    const before = kept.size;
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => attach(user, twin.id, Buffer.from(`file ${index}`))),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: 4 }, () => [409, 'DTWIN_TOO_MANY_ATTACHMENTS']),
    );
    expect(
      [await keysOf(twin.id), kept.size - before].map((each) => (Array.isArray(each) ? each.length : each)),
    ).toEqual([20, 20]);
  });

  it('may be large, but not too large, and stand in the field `file`', async () => {
    const user = await call.editor();
    const twin = await call.make(user, { title: 'twin' });
    const before = kept.size;
    expect((await attach(user, twin.id, Buffer.alloc(10_000_001))).code).toBe('FILE_TOO_LARGE');
    const other = await upload(user, uploadTwinAttachment, { id: twin.id }, png, 'a.png', 'other');
    expect([other.status, other.code]).toEqual([400, 'DTWINSTATE_MISSING_PARAMETER']);
    const json = await server.app.inject({
      method: 'POST',
      url: urlOf(uploadTwinAttachment, { params: { id: twin.id } }),
      headers: { authorization: `Bearer ${user.token}` },
      payload: {},
    });
    expect([json.statusCode, json.json().code]).toEqual([400, 'DTWINSTATE_MISSING_PARAMETER']);
    expect(kept.size).toBe(before);
    expect((await attach(user, twin.id, Buffer.alloc(10_000_000))).status).toBe(201);
  });

  it('belong to their twin and are for those who may read it', async () => {
    const user = await call.editor();
    const [twin, other] = [await call.make(user, { title: 'twin' }), await call.make(user, { title: 'other' })];
    const { data } = await attach(user, twin.id, png);
    const read = (as: TestUser, id: number) =>
      server.call(readTwinAttachment, { params: { id, attachmentId: data.id } }, { as });
    expect((await read(user, other.id)).body.code).toBe('FILE_NOT_FOUND');
    expect((await read(await call.editor(), twin.id)).status).toBe(404);
    const reader = await server.make.user({ account: user.account, permissions: ['DigitalTwin.read'] });
    expect((await read(reader, twin.id)).status).toBe(200);
    expect((await attach(reader, twin.id, png)).status).toBe(403);
  });
});

describe('images of a twin', () => {
  it('are shown, replaced and removed, and nothing of the old ones stays', async () => {
    const user = await call.editor();
    const twin = await call.make(user, { title: 'twin' });
    expect(await setImage(user, twin.id, 'background', png)).toMatchObject({
      status: 200,
      data: { type: 'image/png' },
    });
    const [first = ''] = await keysOf(twin.id);
    const params = { id: twin.id, kind: 'background' } as const;
    const shown = await server.call(readTwinImage, { params }, { as: user });
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png' });
    expect(shown.headers['content-disposition']).toMatch(/^inline;/);
    await setImage(user, twin.id, 'background', Buffer.concat([png, Buffer.from('<script>')]));
    expect(kept.has(first)).toBe(false);
    expect((await call.read(user, twin.id)).overlayImage).toBeNull();
    const [second = ''] = await keysOf(twin.id);
    const stored = kept.get(second) ?? Buffer.alloc(0);
    expect((await call.read(user, twin.id)).backgroundImage).toMatchObject({ sizeBytes: stored.length });
    // Re-encoding removes bytes that were appended to the picture.
    expect(stored.subarray(1, 4).toString()).toBe('PNG');
    expect(stored.includes('<script>')).toBe(false);
    expect((await server.call(deleteTwinImage, { params }, { as: user })).status).toBe(200);
    expect([kept.has(second), (await server.call(readTwinImage, { params }, { as: user })).body.code]).toEqual([
      false,
      'FILE_NOT_FOUND',
    ]);
  });

  it('are refused when they are something else, whatever they call themselves', async () => {
    const user = await call.editor();
    const twin = await call.make(user, { title: 'twin' });
    const answer = await setImage(user, twin.id, 'overlay', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect([answer.status, answer.code]).toEqual([415, 'FILE_TYPE_NOT_ALLOWED']);
  });

  it('are refused when they have too many pixels or are damaged, and leave nothing behind', async () => {
    const user = await call.editor();
    const twin = await call.make(user, { title: 'twin' });
    const before = kept.size;
    const huge = await setImage(user, twin.id, 'overlay', hugePng);
    expect(huge).toMatchObject({
      status: 413,
      code: 'FILE_IMAGE_TOO_LARGE',
      params: { maxSide: 10_000, maxMegapixels: 40 },
    });
    const damaged = await setImage(user, twin.id, 'overlay', png.subarray(0, 45));
    expect([damaged.status, damaged.code]).toEqual([422, 'FILE_IMAGE_UNREADABLE']);
    const heavy = await setImage(user, twin.id, 'overlay', Buffer.concat([png, Buffer.alloc(10_000_000)]));
    expect([heavy.status, heavy.code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect([kept.size, (await call.read(user, twin.id)).overlayImage]).toEqual([before, null]);
  });

  it.each([
    ['have too many pixels', hugePng, [413, 'FILE_IMAGE_TOO_LARGE']],
    ['can not be read', png.subarray(0, 20), [422, 'FILE_IMAGE_UNREADABLE']],
  ])('that were stored before the check are not shown when they %s', async (_why, content, expected) => {
    const user = await call.editor();
    const twin = await call.make(user, { title: 'twin' });
    await setImage(user, twin.id, 'overlay', png);
    const [key = ''] = await keysOf(twin.id);
    kept.set(key, content);
    const params = { id: twin.id, kind: 'overlay' } as const;
    // The second answer comes from what the first one found out.
    for (const _ of [1, 2]) {
      const { status, body } = await server.call(readTwinImage, { params }, { as: user });
      expect([status, body.code]).toEqual(expected);
    }
  });
});

describe('a deleted twin', () => {
  it('leaves no content behind, but that of its copies', async () => {
    const user = await call.editor();
    const top = await call.make(user, { title: 'top' });
    const leaf = await call.make(user, { title: 'leaf', parentId: top.id });
    await attach(user, leaf.id, png);
    await setImage(user, leaf.id, 'background', png);
    const [attachment = '', image = ''] = await keysOf(leaf.id);
    const other = await server.make.twin({ account: user.account });
    const { db } = server.database;
    const [row] = await db.select().from(twinFiles).where(eq(twinFiles.key, image));
    if (!row) throw new Error('no image');
    const { id: _id, ...shared } = row;
    await db.insert(twinFiles).values({ ...shared, twinId: other.id });
    await server.call(deleteTwin, { params: { id: top.id } }, { as: user });
    expect([kept.has(attachment), kept.has(image)]).toEqual([false, true]);
    await server.call(deleteTwin, { params: { id: other.id } }, { as: user });
    expect(kept.has(image)).toBe(false);
  });
});
