import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { cleanFileName, contentDisposition } from './file-name.ts';
import { createFiles } from './files.ts';
import { type SendFileOptions, sendFile } from './send-file.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080600000000', 'hex');

async function startApp() {
  const dir = await mkdtemp(join(tmpdir(), 'stellwerk-send-'));
  const files = createFiles({ dir });
  // A response that is not read to its end would keep its connection open and prevent the app from closing.
  const app = fastify({ bodyLimit: 20_000_000, forceCloseConnections: true });
  await app.register(multipart, { limits: { fileSize: 10_000_000 } });
  app.setErrorHandler((error, _request, reply) =>
    error instanceof AppError ? reply.status(error.status).send({ code: error.code }) : reply.status(500).send(),
  );
  app.post('/upload', async (request) => {
    const part = await request.file();
    if (!part) return {};
    return files.put(part.file, { maxBytes: 1_000_000, allowedTypes: ['image/png'], name: part.filename });
  });
  app.get<{ Params: { key: string } }>('/files/:key', async (request, reply) =>
    sendFile(reply, await files.open(request.params.key), { name: 'x.png', type: 'image/png' }),
  );
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await app.close();
    await rm(dir, { recursive: true });
  });
  const stored = async () => (await readdir(dir, { recursive: true, withFileTypes: true })).filter((it) => it.isFile());
  return { origin, stored };
}

async function answerFor(content: Buffer, options: SendFileOptions) {
  const app = fastify();
  app.get('/', (_request, reply) =>
    sendFile(reply, { stream: Readable.from([content]), sizeBytes: content.length }, options),
  );
  return app.inject('/');
}

describe('sendFile', () => {
  it('sends a download that no browser interprets', async () => {
    const answer = await answerFor(png, { name: 'Grundriß "EG".png', type: 'image/png' });
    expect(answer.rawPayload.equals(png)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': `attachment; filename="Grundri_ _EG_.png"; filename*=UTF-8''Grundri%C3%9F%20_EG_.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    });
  });

  it.each(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])('shows %s inline if asked', async (type) => {
    const answer = await answerFor(png, { name: 'x', type, inline: true, maxAgeSeconds: 60 });
    expect(answer.headers['content-disposition']).toMatch(/^inline;/);
    expect(answer.headers['cache-control']).toBe('private, max-age=60');
  });

  it.each(['image/svg+xml', 'text/html', 'application/xhtml+xml', 'application/xml', 'text/javascript'])(
    'never sends %s inline or under its own type',
    async (type) => {
      const answer = await answerFor(Buffer.from('<svg/>'), { name: 'x.svg', type, inline: true });
      expect(answer.headers['content-disposition']).toMatch(/^attachment;/);
      expect(answer.headers['content-type']).toBe('application/octet-stream');
    },
  );

  it.each(['application/pdf', 'text/plain', 'text/csv'])(
    'sends %s as a download even if asked otherwise',
    async (type) => {
      const answer = await answerFor(Buffer.from('x'), { name: 'x', type, inline: true });
      expect(answer.headers['content-disposition']).toMatch(/^attachment;/);
    },
  );
});

describe('an upload over HTTP', () => {
  const upload = (origin: string, content: string | Uint8Array<ArrayBuffer>, name: string, type: string) => {
    const form = new FormData();
    form.append('file', new Blob([content], { type }), name);
    return fetch(`${origin}/upload`, { method: 'POST', body: form });
  };

  it('comes back as it was sent', async () => {
    const { origin } = await startApp();
    const answer = await upload(origin, new Uint8Array(png), '../../evil.png', 'text/html');
    expect(answer.status).toBe(200);
    const stored = (await answer.json()) as { key: string };
    expect(stored).toMatchObject({ type: 'image/png', name: 'evil.png', sizeBytes: png.length });
    const download = await fetch(`${origin}/files/${stored.key}`);
    expect(Buffer.from(await download.arrayBuffer()).equals(png)).toBe(true);
    expect((await fetch(`${origin}/files/..%2f..%2fetc%2fpasswd`)).status).toBe(404);
  });

  it('answers 413 and 415 while the rest is still on its way', async () => {
    const { origin, stored } = await startApp();
    const large = new Uint8Array(Buffer.concat([png, Buffer.alloc(8_000_000)]));
    const answers = [
      await upload(origin, large, 'a.png', 'image/png'),
      await upload(origin, `<html>${' '.repeat(2_000_000)}`, 'a.png', 'image/png'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([413, 415]);
    expect(await stored()).toEqual([]);
  });
});

describe('an upload that the sender breaks off', () => {
  it('leaves nothing behind', async () => {
    const { origin, stored } = await startApp();
    const request = httpRequest(`${origin}/upload`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 500_000 },
    });
    request.on('error', () => {});
    request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
    request.write(Buffer.concat([png, Buffer.alloc(200_000)]));
    await expect.poll(async () => (await stored()).length).toBe(1);
    request.destroy();
    await expect.poll(async () => (await stored()).length).toBe(0);
  });
});

describe('names', () => {
  it.each([
    ['Plan.pdf', 'Plan.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\x\\plan.pdf', 'plan.pdf'],
    ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie_ x=1.txt'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['...', 'file'],
    ['', 'file'],
    ['.htaccess', 'htaccess'],
    ['nul.txt', '_nul.txt'],
    ['x<y>|?*".txt', 'x_y_____.txt'],
    ['\ud800.txt', '\ufffd.txt'],
    [`${'ä'.repeat(500)}.xlsx`, `${'ä'.repeat(150)}.xlsx`],
  ])('cleans %j', (name, expected) => {
    expect(cleanFileName(name)).toBe(expected);
  });

  it('encodes names for the header without a way out of it', () => {
    expect(contentDisposition('attachment', `a"; filename=evil.exe; x="\r\nX: y.txt`)).toBe(
      `attachment; filename="a_; filename=evil.exe; x=_X_ y.txt"; filename*=UTF-8''a_%3B%20filename%3Devil.exe%3B%20x%3D_X_%20y.txt`,
    );
    expect(contentDisposition('inline', "日本'(1)*.png")).toBe(
      `inline; filename="____1__.png"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%27%281%29_.png`,
    );
  });
});
