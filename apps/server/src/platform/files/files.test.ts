import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFiles, type PutOptions } from './files.ts';

const codeOf = (code: string) => expect.objectContaining({ code });
const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080600000000', 'hex');
const anything: PutOptions = { maxBytes: 1_000_000, allowedTypes: 'any', name: 'file.bin' };

async function filesInTemporaryFolder() {
  const parent = await mkdtemp(join(tmpdir(), 'stellwerk-files-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const dir = join(parent, 'files');
  const everything = async () => {
    const entries = await readdir(parent, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  };
  return { files: createFiles({ dir }), dir, parent, everything };
}

const chunksOf = (content: Buffer, size = 10_000) =>
  Readable.from(
    Array.from({ length: Math.ceil(content.length / size) }, (_, index) =>
      content.subarray(index * size, (index + 1) * size),
    ),
  );

describe('put and open', () => {
  it('returns what was stored, byte by byte', async () => {
    const { files, dir, everything } = await filesInTemporaryFolder();
    const content = Buffer.concat([png, Buffer.alloc(300_000, 7)]);
    const stored = await files.put(chunksOf(content), { ...anything, allowedTypes: ['image/png'], name: 'Plan 1.png' });
    expect(stored).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      sizeBytes: content.length,
      type: 'image/png',
      sha256: createHash('sha256').update(content).digest('hex'),
      name: 'Plan 1.png',
    });
    const opened = await files.open(stored.key);
    expect(opened.sizeBytes).toBe(content.length);
    expect((await buffer(opened.stream)).equals(content)).toBe(true);
    const { key } = stored;
    expect(await everything()).toEqual([join(dir, key.slice(0, 2), key.slice(2, 4), key)]);
  });

  it('keeps files to the owner of the process', async () => {
    const { files, everything } = await filesInTemporaryFolder();
    await files.put(chunksOf(png), anything);
    const [path = ''] = await everything();
    expect((await stat(path)).mode & 0o077).toBe(0);
  });

  it('gives every file its own key, equal content included', async () => {
    const { files, everything } = await filesInTemporaryFolder();
    const first = await files.put(chunksOf(png), anything);
    const second = await files.put(chunksOf(png), anything);
    expect(second.key).not.toBe(first.key);
    expect(second.sha256).toBe(first.sha256);
    await files.remove(first.key);
    expect(await everything()).toHaveLength(1);
    await expect(files.open(first.key)).rejects.toEqual(codeOf('FILE_NOT_FOUND'));
    expect((await buffer((await files.open(second.key)).stream)).equals(png)).toBe(true);
  });

  it('accepts an empty file as text', async () => {
    const { files } = await filesInTemporaryFolder();
    expect(await files.put(Readable.from([]), anything)).toMatchObject({ sizeBytes: 0, type: 'text/plain' });
  });

  it('accepts a table of one column where tables are asked for', async () => {
    const { files } = await filesInTemporaryFolder();
    const options = { ...anything, allowedTypes: ['text/csv'] };
    expect(await files.put(chunksOf(Buffer.from('name\nx\n')), options)).toMatchObject({ type: 'text/csv' });
  });
});

describe('limits', () => {
  it('accepts exactly the limit and refuses one byte more', async () => {
    const { files, everything } = await filesInTemporaryFolder();
    const limit = { ...anything, maxBytes: 100_000 };
    await files.put(chunksOf(Buffer.alloc(100_000, 1)), limit);
    await expect(files.put(chunksOf(Buffer.alloc(100_001, 1)), limit)).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      params: { limitBytes: 100_000 },
    });
    expect(await everything()).toHaveLength(1);
  });

  it('stops reading an endless upload', async () => {
    const { files, everything } = await filesInTemporaryFolder();
    let sent = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          sent += 10_000;
          yield Buffer.alloc(10_000, 1);
        }
      })(),
    );
    await expect(files.put(endless, { ...anything, maxBytes: 200_000 })).rejects.toEqual(codeOf('FILE_TOO_LARGE'));
    expect(sent).toBeLessThan(1_000_000);
    expect(endless.destroyed).toBe(true);
    expect(await everything()).toEqual([]);
  });

  it('refuses a file that the multipart parser has cut', async () => {
    const { files, everything } = await filesInTemporaryFolder();
    const cut = Object.assign(chunksOf(png), { truncated: true });
    await expect(files.put(cut, anything)).rejects.toEqual(codeOf('FILE_TOO_LARGE'));
    expect(await everything()).toEqual([]);
  });
});

describe('types', () => {
  const images = { ...anything, allowedTypes: ['image/png', 'image/jpeg'] };

  it.each([
    ['text/html', '<html><script>alert(1)</script>'],
    ['image/svg+xml', '<svg onload="alert(1)"/>'],
    ['text/plain', 'GIF89a/*<html>*/=1'],
    ['application/octet-stream', '\u0000\u0001\u0002'],
  ])('refuses %s under the name of a picture', async (type, content) => {
    const { files, everything } = await filesInTemporaryFolder();
    const upload = files.put(chunksOf(Buffer.from(content)), { ...images, name: 'picture.png' });
    await expect(upload).rejects.toMatchObject({ code: 'FILE_TYPE_NOT_ALLOWED', params: { type } });
    expect(await everything()).toEqual([]);
  });

  it('refuses a wrong type before it reads the rest', async () => {
    const { files } = await filesInTemporaryFolder();
    const source = new PassThrough();
    source.write(Buffer.from(`<html>${'x'.repeat(70_000)}`));
    await expect(files.put(source, images)).rejects.toEqual(codeOf('FILE_TYPE_NOT_ALLOWED'));
    expect(source.destroyed).toBe(true);
  });

  it('refuses text that turns into something else after its beginning', async () => {
    const { files, everything } = await filesInTemporaryFolder();
    const content = Buffer.concat([Buffer.from('a;b\n'.repeat(20_000)), Buffer.from([0, 1, 2])]);
    const upload = files.put(chunksOf(content), { ...anything, allowedTypes: ['text/csv'] });
    await expect(upload).rejects.toMatchObject({ params: { type: 'application/octet-stream' } });
    expect(await everything()).toEqual([]);
  });
});

describe('interrupted uploads', () => {
  it('leave nothing behind when the sender goes away', async () => {
    const { files, everything, dir } = await filesInTemporaryFolder();
    const source = new PassThrough();
    const upload = files.put(source, anything);
    source.write(Buffer.alloc(100_000, 1));
    // The beginning is on disk already when the connection breaks.
    await expect.poll(async () => (await readdir(join(dir, 'incoming')).catch(() => [])).length).toBe(1);
    source.destroy(new Error('connection lost'));
    await expect(upload).rejects.toThrow('connection lost');
    expect(await everything()).toEqual([]);
  });

  it('leave nothing behind when the stream just ends early', async () => {
    const { files, everything } = await filesInTemporaryFolder();
    const source = new PassThrough();
    const upload = files.put(source, anything);
    source.write(Buffer.alloc(100_000, 1), () => source.destroy());
    await expect(upload).rejects.toThrow();
    expect(await everything()).toEqual([]);
  });

  it('are cleared later when the process was killed, but not those that still run', async () => {
    const { files, dir, everything } = await filesInTemporaryFolder();
    const { key } = await files.put(chunksOf(png), anything);
    const abandoned = join(dir, 'incoming', `${'a'.repeat(32)}.part`);
    const running = join(dir, 'incoming', `${'b'.repeat(32)}.part`);
    await writeFile(abandoned, 'half');
    await writeFile(running, 'half');
    await utimes(abandoned, new Date('2026-01-01'), new Date('2026-01-01'));
    expect(await files.removeAbandoned(new Date('2026-01-02'))).toBe(1);
    expect(await everything()).toHaveLength(2);
    expect(await everything()).toContain(running);
    (await files.open(key)).stream.destroy();
  });
});

describe('hostile keys and names', () => {
  const hostileKeys = [
    '../secret',
    '..%2fsecret',
    '/etc/passwd',
    '..\\secret',
    `${'a'.repeat(32)}/../../../secret`,
    `${'a'.repeat(32)}\n`,
    `${'a'.repeat(31)}\u0000`,
    'A'.repeat(32),
    '',
    '.',
    '__proto__',
  ];

  it.each(hostileKeys)('finds nothing under the key %j, and removes nothing', async (key) => {
    const { files, parent } = await filesInTemporaryFolder();
    const secret = join(parent, 'secret');
    await writeFile(secret, 'kept');
    await expect(files.open(key)).rejects.toEqual(codeOf('FILE_NOT_FOUND'));
    await files.remove(key);
    expect(await readFile(secret, 'utf8')).toBe('kept');
  });

  it('answers FILE_NOT_FOUND for a well-formed key that does not exist', async () => {
    const { files } = await filesInTemporaryFolder();
    await expect(files.open('0'.repeat(32))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND', status: 404 });
    await files.remove('0'.repeat(32));
  });

  it.each(['../../escape.png', '/etc/cron.d/x', 'a\u0000.png', '..', 'C:\\x.exe'])(
    'stores under its own key whatever the name is: %j',
    async (name) => {
      const { files, everything, dir } = await filesInTemporaryFolder();
      const stored = await files.put(chunksOf(png), { ...anything, name });
      expect(stored.name).toMatch(/^[\w.]*\w$/);
      const paths = await everything();
      expect(paths).toHaveLength(1);
      expect(paths[0]).toBe(join(dir, stored.key.slice(0, 2), stored.key.slice(2, 4), stored.key));
    },
  );
});
