import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { onBehalfOf } from '../db/fair-pool.ts';
import { cleanImage } from './image.ts';

const picture = (width = 3, height = 2, background = '#cc0000') =>
  sharp({ create: { width, height, channels: 3, background } });

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A small file whose header claims these dimensions. */
function claimingPng(width: number, height: number): Buffer {
  const header = Buffer.from('00000000000000000800000000', 'hex');
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const codeOf = (bytes: Buffer) =>
  cleanImage(bytes).then(
    () => 'fine',
    ({ code, params }) => ({ code, params }),
  );
const tooLarge = { code: 'FILE_IMAGE_TOO_LARGE', params: { maxSide: 10_000, maxMegapixels: 40 } };

describe('a picture that is uploaded', () => {
  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('stays a picture of its type and size: %s', async (format) => {
    const { bytes, type } = await cleanImage(await picture().toFormat(format).toBuffer());
    expect(type).toBe(`image/${format}`);
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 3, height: 2 });
  });

  it.each([
    [30_000, 30_000],
    [10_001, 1],
    [8_000, 5_001],
  ])('is refused by its header when it has %i × %i pixels', async (width, height) => {
    expect(await codeOf(claimingPng(width, height))).toEqual(tooLarge);
  });

  it('loses its metadata and whatever is appended to it', async () => {
    const exif = { IFD0: { Copyright: 'a secret place' } };
    const payload = '<script>alert(1)</script>';
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const original = await picture().withExif(exif).toFormat(format).toBuffer();
      expect(original.includes('a secret place')).toBe(true);
      const { bytes } = await cleanImage(Buffer.concat([original, Buffer.from(payload)]));
      expect([bytes.includes('a secret place'), bytes.includes('script')]).toEqual([false, false]);
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    }
  });

  it('keeps the way it is held', async () => {
    const { bytes } = await cleanImage(await picture(3, 2).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 2, height: 3 });
  });

  it('keeps the first frame of an animation', async () => {
    const frames = await Promise.all(['#cc0000', '#0000cc'].map((colour) => picture(4, 4, colour).png().toBuffer()));
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(animated, { pages: -1 }).metadata()).pages).toBe(2);
    const { bytes } = await cleanImage(animated);
    expect((await sharp(bytes, { pages: -1 }).metadata()).pages ?? 1).toBe(1);
    expect([...(await sharp(bytes).removeAlpha().raw().toBuffer()).subarray(0, 3)]).toEqual([204, 0, 0]);
  });

  it('is refused when it is damaged', async () => {
    expect(await codeOf(claimingPng(500, 500))).toMatchObject({ code: 'FILE_IMAGE_UNREADABLE' });
    const whole = await picture(200, 200).png().toBuffer();
    expect(await codeOf(whole.subarray(0, 40))).toMatchObject({ code: 'FILE_IMAGE_UNREADABLE' });
  });

  it('is refused when it is no raster image', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>');
    expect(await codeOf(svg)).toEqual({ code: 'FILE_TYPE_NOT_ALLOWED', params: { type: 'image/svg+xml' } });
    await expect(sharp(svg).png().toBuffer()).rejects.toThrow();
  });

  it('does not wait for those that another account has queued', async () => {
    const [large, small] = await Promise.all([picture(1_500, 1_500).png().toBuffer(), picture().png().toBuffer()]);
    const finished: string[] = [];
    const clean = (accountId: number, bytes: Buffer, name: string) =>
      onBehalfOf(accountId, () => cleanImage(bytes)).then(() => finished.push(name));
    const flood = Array.from({ length: 6 }, (_, index) => clean(1, large, `flood ${index}`));
    await flood[0];
    await Promise.all([...flood, clean(2, small, 'other')]);
    expect(finished.indexOf('other')).toBeLessThan(4);
  });

  it('does not wait for ever behind one that failed', async () => {
    const good = await picture().png().toBuffer();
    const answers = await Promise.all([claimingPng(500, 500), good, claimingPng(30_000, 30_000), good].map(codeOf));
    expect(answers.map((answer) => (typeof answer === 'string' ? answer : answer.code))).toEqual([
      'FILE_IMAGE_UNREADABLE',
      'fine',
      'FILE_IMAGE_TOO_LARGE',
      'fine',
    ]);
  });
});
