import type { RequestListener } from 'node:http';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testCertificate } from './testing/certificate.ts';
import { closedPort, egressFor, resolverOf, startHttp, startHttps, startTcp } from './testing/servers.ts';

const codeOf = (code: string) => expect.objectContaining({ code });
const ok: RequestListener = (_request, response) => response.end('ok');

describe('request', () => {
  it('sends method, path, headers and body, and returns status, headers and body', async () => {
    const server = await startHttp(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
      response.end(
        JSON.stringify({
          line: `${request.method} ${request.url}`,
          host: request.headers.host,
          custom: request.headers['x-custom'],
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    const egress = egressFor([`127.0.0.1:${server.port}`], resolverOf(['127.0.0.1']).resolve);
    const response = await egress.request({
      url: `http://hook.example:${server.port}/path?query=1`,
      method: 'POST',
      headers: { 'X-Custom': 'value' },
      body: '{"a":"ä"}',
    });
    expect(response.status).toBe(201);
    expect(response.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(JSON.parse(response.body.toString())).toEqual({
      line: 'POST /path?query=1',
      host: `hook.example:${server.port}`,
      custom: 'value',
      body: '{"a":"ä"}',
    });
  });

  it('trusts whom the caller trusts, and only for that caller', async () => {
    const server = await startHttps((_request, response) => response.end('hello'));
    const egress = egressFor([`127.0.0.1:${server.port}`], resolverOf(['127.0.0.1']).resolve);
    const url = `https://service.example.test:${server.port}/`;
    const { body } = await egress.request({ url, tls: { ca: testCertificate.cert } });
    expect(body.toString()).toBe('hello');
    await expect(egress.request({ url })).rejects.toEqual(codeOf('EGRESS_FAILED'));
    const other = `https://other.example.test:${server.port}/`;
    const wrongName = egress.request({ url: other, tls: { ca: testCertificate.cert } });
    await expect(wrongName).rejects.toEqual(codeOf('EGRESS_FAILED'));
  });

  it('supports TLS to the name of the URL at the checked address, and verifies its certificate', async () => {
    const server = await startHttps(ok);
    const egress = egressFor([`127.0.0.1:${server.port}`], resolverOf(['127.0.0.1']).resolve);
    const url = `https://service.example.test:${server.port}/`;
    await expect(egress.request({ url })).rejects.toEqual(codeOf('EGRESS_FAILED'));
    const authorities = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(authorities));
    setDefaultCACertificates([...authorities, testCertificate.cert]);
    expect((await egress.request({ url })).status).toBe(200);
    const other = `https://other.example.test:${server.port}/`;
    await expect(egress.request({ url: other })).rejects.toEqual(codeOf('EGRESS_FAILED'));
  });

  it('returns a redirect as it is and never follows it', async () => {
    const inside = await startHttp(ok);
    const outside = await startHttp((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/secret` }).end();
    });
    const egress = egressFor([`127.0.0.1:${outside.port}`, `127.0.0.1:${inside.port}`]);
    const response = await egress.request({ url: `http://127.0.0.1:${outside.port}/` });
    expect(response.status).toBe(302);
    expect(response.headers.location).toBe(`http://127.0.0.1:${inside.port}/secret`);
    expect(inside.connections()).toBe(0);
  });

  it('reaches no server behind a forbidden address, however the URL spells it', async () => {
    const server = await startHttp(ok);
    const egress = egressFor([], resolverOf(['127.0.0.1']).resolve);
    for (const host of [
      '127.0.0.1',
      'localhost',
      'localhost.',
      'inside.example',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '%6c%6f%63%61%6c%68%6f%73%74',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
    ]) {
      await expect(egress.request({ url: `http://${host}:${server.port}/` })).rejects.toEqual(codeOf('EGRESS_DENIED'));
    }
    expect(server.connections()).toBe(0);
  });

  it('denies the second request when the name has moved to a forbidden address', async () => {
    const outside = await startHttp((_request, response) => response.writeHead(200, { connection: 'close' }).end());
    const resolver = resolverOf(['127.0.0.1'], ['169.254.169.254']);
    const egress = egressFor([`127.0.0.1:${outside.port}`], resolver.resolve);
    const url = `http://rebind.example:${outside.port}/`;
    expect((await egress.request({ url })).status).toBe(200);
    await expect(egress.request({ url })).rejects.toEqual(codeOf('EGRESS_DENIED'));
    expect(resolver.asked()).toBe(2);
  });

  it.each([
    'ftp://host.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://user:secret@host.example/',
    'http://public.example@127.0.0.1/',
    'http://host.example:0/',
    'http://[fe80::1%25eth0]/',
    'http://host.example:99999/',
    'no url',
    '',
  ])('refuses the URL %j', async (url) => {
    const resolver = resolverOf(['93.184.215.14']);
    const request = egressFor([], resolver.resolve).request({ url });
    await expect(request).rejects.toEqual(codeOf('EGRESS_REQUEST_INVALID'));
    expect(resolver.asked()).toBe(0);
  });

  it('does not repeat the credentials of a refused URL in its answer', async () => {
    const error = await egressFor([])
      .request({ url: 'http://user:hunter2@host.example/' })
      .catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error)).not.toContain('hunter2');
  });

  const refusedHeaders: Record<string, string>[] = [
    { Host: 'inside' },
    { 'content-length': '0' },
    { 'Transfer-Encoding': 'chunked' },
    { 'x-a': 'b\r\nx-c: d' },
  ];
  it.each(refusedHeaders)('refuses the headers %j', async (headers) => {
    const server = await startHttp(ok);
    const request = egressFor(['127.0.0.1']).request({ url: `http://127.0.0.1:${server.port}/`, headers });
    await expect(request).rejects.toEqual(codeOf('EGRESS_REQUEST_INVALID'));
  });

  it('gives up on a server that does not answer, and on one that never ends', async () => {
    const silent = await startHttp(() => {});
    const endless = await startHttp((_request, response) => {
      response.write('start');
    });
    const egress = egressFor(['127.0.0.1']);
    for (const { port } of [silent, endless]) {
      const request = egress.request({ url: `http://127.0.0.1:${port}/`, timeoutMs: 100 });
      await expect(request).rejects.toMatchObject({ code: 'EGRESS_TIMEOUT', class: 'operational' });
    }
  });

  it('reports a refused connection, a broken one and an answer that is no HTTP', async () => {
    const egress = egressFor(['127.0.0.1']);
    const broken = await startTcp((socket) => socket.once('data', () => socket.destroy()));
    const other = await startTcp((socket) => socket.once('data', () => socket.end('220 mail server\r\n')));
    for (const port of [await closedPort(), broken.port, other.port]) {
      const request = egress.request({ url: `http://127.0.0.1:${port}/` });
      await expect(request).rejects.toMatchObject({ code: 'EGRESS_FAILED', params: { target: `127.0.0.1:${port}` } });
    }
  });

  it('refuses an answer that is too large, announced or not, and ends its connection', async () => {
    const egress = egressFor(['127.0.0.1']);
    const announced = await startHttp((_request, response) => response.end('x'.repeat(1001)));
    const exact = await startHttp((_request, response) => response.end('x'.repeat(1000)));
    const limit = { maxResponseBytes: 1000 };
    await expect(egress.request({ url: `http://127.0.0.1:${announced.port}/`, ...limit })).rejects.toMatchObject({
      code: 'EGRESS_RESPONSE_TOO_LARGE',
      params: { limitBytes: 1000 },
      class: 'user',
    });
    expect((await egress.request({ url: `http://127.0.0.1:${exact.port}/`, ...limit })).body.length).toBe(1000);

    const closed = Promise.withResolvers<void>();
    const flood = await startHttp((request, response) => {
      request.socket.once('close', () => closed.resolve());
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    const flooding = egress.request({ url: `http://127.0.0.1:${flood.port}/`, ...limit });
    await expect(flooding).rejects.toEqual(codeOf('EGRESS_RESPONSE_TOO_LARGE'));
    await closed.promise;
  });

  it("ends with the caller's own reason when aborted", async () => {
    const controller = new AbortController();
    const server = await startHttp(() => {
      controller.abort(new Error('stopped by the caller'));
    });
    const request = egressFor(['127.0.0.1']).request({
      url: `http://127.0.0.1:${server.port}/`,
      signal: controller.signal,
    });
    await expect(request).rejects.toThrow('stopped by the caller');
  });
});
