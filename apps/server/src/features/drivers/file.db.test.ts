import { crc32 } from 'node:zlib';
import type { Route } from '@stellwerk/contract/core/route';
import {
  deleteDriver,
  deleteDriverAttachment,
  deleteDriverImage,
  readDriverAttachment,
  readDriverImage,
  uploadDriverAttachment,
  uploadDriverImage,
} from '@stellwerk/contract/driver';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer, urlOf } from '../../../test/server.ts';
import type { Files } from '../../platform/files/files.ts';
import { driverFiles } from './driver.table.ts';
import { driverCalls } from './testing/drivers.ts';
import { createMemoryFiles } from './testing/memory-files.ts';

const kept = new Set<string>();
const files: Files = createMemoryFiles(kept);
let server: TestServer;
let call: ReturnType<typeof driverCalls>;
beforeAll(async () => {
  server = await startTestServer({ files });
  call = driverCalls(server);
});
afterAll(() => server.close());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** The same file with a forged header, which claims 30,000 × 30,000 pixels. */
const hugePng = Buffer.from(png);
hugePng.writeUInt32BE(30_000, 16);
hugePng.writeUInt32BE(30_000, 20);
hugePng.writeUInt32BE(crc32(hugePng.subarray(12, 29)), 29);

async function upload(as: TestUser, route: Route, id: number, content: Buffer, name = 'sheet.txt') {
  const boundary = 'frontier';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`;
  const answer = await server.app.inject({
    method: route.method,
    url: urlOf(route, { params: { id } }),
    headers: { authorization: `Bearer ${as.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, ...(answer.json() as { code?: string; data: { name: string; type: string } }) };
}
const attach = (as: TestUser, id: number, content: Buffer, name?: string) =>
  upload(as, uploadDriverAttachment, id, content, name);
const setImage = (as: TestUser, id: number, content: Buffer) => upload(as, uploadDriverImage, id, content, 'x.png');
const keysOf = async (id: number) =>
  (await server.database.db.select().from(driverFiles).where(eq(driverFiles.driverId, id))).map(({ key }) => key);

describe('the picture of a driver', () => {
  it('is shown, replaced and removed together with its content', async () => {
    const user = await call.manager();
    const { id } = await call.make(user);
    expect(await setImage(user, id, png)).toMatchObject({ status: 200, data: { type: 'image/png' } });
    const [first = ''] = await keysOf(id);
    const params = { id };
    const shown = await server.call(readDriverImage, { params }, { as: await call.reader(user.account) });
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png' });
    expect(shown.headers['content-disposition']).toMatch(/^inline;/);
    await setImage(user, id, Buffer.concat([png, Buffer.from('<script>')]));
    expect(kept.has(first)).toBe(false);
    const [second = ''] = await keysOf(id);
    expect(await call.read(user, id)).toMatchObject({ hasImage: true, image: { type: 'image/png' } });
    // Re-encoding removes bytes that were appended to the picture.
    expect((await server.call(readDriverImage, { params }, { as: user })).body).not.toContain('<script>');
    expect((await server.call(deleteDriverImage, { params }, { as: user })).status).toBe(200);
    expect(kept.has(second)).toBe(false);
    expect((await server.call(readDriverImage, { params }, { as: user })).body.code).toBe('FILE_NOT_FOUND');
    expect((await server.call(deleteDriverImage, { params }, { as: user })).body.code).toBe('FILE_NOT_FOUND');
  });

  it('is refused if it is not an image or too large', async () => {
    const user = await call.manager();
    const { id } = await call.make(user);
    const before = kept.size;
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await setImage(user, id, svg)).toMatchObject({ status: 415, code: 'FILE_TYPE_NOT_ALLOWED' });
    const large = Buffer.concat([png, Buffer.alloc(10_000_000)]);
    expect(await setImage(user, id, large)).toMatchObject({ status: 413, code: 'FILE_TOO_LARGE' });
    expect(await setImage(user, id, hugePng)).toMatchObject({ status: 413, code: 'FILE_IMAGE_TOO_LARGE' });
    expect(kept.size).toBe(before);
  });

  it('can be set with the permission to manage the driver, and seen by its users', async () => {
    const user = await call.manager();
    const { id } = await call.make(user, { visibility: 'everyone' });
    await setImage(user, id, png);
    const stranger = await call.manager();
    expect((await server.call(readDriverImage, { params: { id } }, { as: stranger })).status).toBe(200);
    expect((await setImage(stranger, id, png)).status).toBe(404);
    expect((await server.call(deleteDriverImage, { params: { id } }, { as: stranger })).status).toBe(404);
    const reader = await call.reader(user.account);
    expect((await setImage(reader, id, png)).status).toBe(403);
    expect((await server.call(deleteDriverImage, { params: { id } }, { as: reader })).status).toBe(403);
  });
});

describe('attachments of a driver', () => {
  it('are downloaded unchanged, and can be removed', async () => {
    const user = await call.manager();
    const { id } = await call.make(user);
    const content = Buffer.from('Ein Ärger\n');
    expect(await attach(user, id, content, '../Blatt & Maß.txt')).toMatchObject({
      status: 201,
      data: { name: 'Blatt & Maß.txt' },
    });
    const params = { id, name: 'Blatt & Maß.txt' };
    const download = await server.call(readDriverAttachment, { params }, { as: user });
    expect(download.headers['content-disposition']).toMatch(/^attachment;/);
    expect(download.body).toBe(content.toString());
    const [key = ''] = await keysOf(id);
    expect((await server.call(deleteDriverAttachment, { params }, { as: user })).status).toBe(200);
    expect(kept.has(key)).toBe(false);
    expect((await server.call(readDriverAttachment, { params }, { as: user })).body.code).toBe('FILE_NOT_FOUND');
    expect((await server.call(deleteDriverAttachment, { params }, { as: user })).body.code).toBe('FILE_NOT_FOUND');
  });

  it('replace the one of the same name', async () => {
    const user = await call.manager();
    const { id } = await call.make(user);
    await attach(user, id, Buffer.from('old edition'));
    const [old = ''] = await keysOf(id);
    await attach(user, id, Buffer.from('new edition'));
    expect((await call.read(user, id)).attachments).toHaveLength(1);
    const { body } = await server.call(readDriverAttachment, { params: { id, name: 'sheet.txt' } }, { as: user });
    expect([body, kept.has(old)]).toEqual(['new edition', false]);
  });

  it('are limited to twenty, also for concurrent uploads', async () => {
    const user = await call.manager();
    const { id } = await call.make(user);
    const before = kept.size;
    const answers = await Promise.all(
      Array.from({ length: 23 }, (_, index) => attach(user, id, Buffer.from(`file ${index}`), `f${index}.txt`)),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: 3 }, () => [409, 'DEVICEDRIVER_TOO_MANY_ATTACHMENTS']),
    );
    expect([(await keysOf(id)).length, kept.size - before]).toEqual([20, 20]);
  });

  it('belong to their driver, and require the permission to read it', async () => {
    const user = await call.manager();
    const [own, other] = [await call.make(user), await call.make(user)];
    await attach(user, own.id, png);
    const read = (as: TestUser, id: number) =>
      server.call(readDriverAttachment, { params: { id, name: 'sheet.txt' } }, { as });
    const remove = (as: TestUser, id: number) =>
      server.call(deleteDriverAttachment, { params: { id, name: 'sheet.txt' } }, { as });
    expect((await read(user, other.id)).body.code).toBe('FILE_NOT_FOUND');
    const [stranger, reader] = [await call.manager(), await call.reader(user.account)];
    expect([(await read(stranger, own.id)).status, (await remove(stranger, own.id)).status]).toEqual([404, 404]);
    expect([(await read(reader, own.id)).status, (await remove(reader, own.id)).status]).toEqual([200, 403]);
    expect([(await attach(stranger, own.id, png)).status, (await attach(reader, own.id, png)).status]).toEqual([
      404, 403,
    ]);
  });
});

describe('a deleted driver', () => {
  it('leaves no files behind', async () => {
    const user = await call.manager();
    const { id } = await call.make(user);
    await attach(user, id, png);
    await setImage(user, id, png);
    const keys = await keysOf(id);
    expect(keys.map((key) => kept.has(key))).toEqual([true, true]);
    await server.call(deleteDriver, { params: { id } }, { as: user });
    expect(keys.map((key) => kept.has(key))).toEqual([false, false]);
  });
});
