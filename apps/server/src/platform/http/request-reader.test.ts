import { describe, expect, it } from 'vitest';
import { createRequestReader } from './request-reader.ts';

const readRequest = createRequestReader(['POST', 'PUT']);
const read = (text: string) => readRequest(Buffer.from(text, 'latin1'));
const call = (headers: readonly string[], body = '{}', first = 'POST /hook/7 HTTP/1.1') =>
  [first, ...headers, '', body].join('\r\n');
const plain = ['Host: here', 'Content-Length: 2'];

describe('the request reader', () => {
  it('reads a head and its body', () => {
    const found = read(call(['Host: here', 'X-Api-Key:  k:1 ', 'content-length: 2', 'Connection: Keep-Alive']));
    expect(found?.head).toMatchObject({
      method: 'POST',
      path: '/hook/7',
      headers: { host: 'here', 'x-api-key': 'k:1', 'content-length': '2', connection: 'Keep-Alive' },
    });
    expect(found?.body.toString()).toBe('{}');
  });

  it('takes a head that came before as it was read, and any other as it is', () => {
    const first = read(call(plain, '{}'));
    const next = (text: string) => readRequest(Buffer.from(text, 'latin1'), first?.head);
    const again = next(call(plain, '[]'));
    expect(again?.head).toBe(first?.head);
    expect(again?.body.toString()).toBe('[]');
    expect(next(call([...plain, 'X-Api-Key: k'], '{}'))?.head.headers).toHaveProperty('x-api-key', 'k');
    for (const body of ['', '{', '{} ']) expect(next(call(plain, body))).toBeUndefined();
    expect(next(call(['Host: here', 'Content-Length: 2', 'Expect: 100-continue']))).toBeUndefined();
  });

  it('reads the methods of all raw routes, and none without any', () => {
    expect(read(call(plain, '{}', 'PUT /hook/7 HTTP/1.1'))?.head.method).toBe('PUT');
    expect(createRequestReader([])(Buffer.from(call(plain)))).toBeUndefined();
  });

  it('counts bytes, not letters', () => {
    const body = Buffer.from('{"a":"ä"}');
    const head = Buffer.from(`POST /hook/7 HTTP/1.1\r\nHost: here\r\nContent-Length: ${body.length}\r\n\r\n`);
    expect(readRequest(Buffer.concat([head, body]))?.body.toString()).toBe('{"a":"ä"}');
  });

  it.each([
    ['nothing', ''],
    ['half a head', 'POST /hook/7 HTTP/1.1\r\nHost: here\r\n'],
    ['less than the body', call(plain, '{')],
    ['more than the body', call(plain, '{}{')],
    ['two calls at once', call(plain) + call(plain)],
    ['no length', call(['Host: here'])],
    ['no host', call(['Content-Length: 2'])],
    ['two lengths', call([...plain, 'Content-Length: 2'])],
    ['two hosts', call([...plain, 'host: there'])],
    ['a length with a sign', call(['Host: here', 'Content-Length: +2'])],
    ['a length in hexadecimal', call(['Host: here', 'Content-Length: 0x2'])],
    ['a list of lengths', call(['Host: here', 'Content-Length: 2, 2'])],
    ['chunks', call([...plain, 'Transfer-Encoding: chunked'])],
    ['a question before the body', call([...plain, 'Expect: 100-continue'])],
    ['another protocol', call([...plain, 'Upgrade: websocket'])],
    ['trailers', call([...plain, 'Trailer: x'])],
    ['a header that Node reads as connection', call([...plain, 'Proxy-Connection: keep-alive'])],
    ['a header that Node gives as a list', call([...plain, 'Set-Cookie: a=1'])],
    ['the wish to end', call([...plain, 'Connection: close'])],
    ['a named header of the connection', call([...plain, 'Connection: keep-alive, x-api-key'])],
    ['a space before the colon', call([...plain, 'X-Api-Key : k'])],
    ['a folded line', call([...plain, 'X-Api-Key: k', '\tl'])],
    ['a line without a colon', call([...plain, 'nonsense'])],
    ['a bare line feed', call([...plain, 'X-A: 1\nContent-Length: 9'])],
    ['a bare carriage return', call([...plain, 'X-A: 1\rX-B: 2'])],
    ['the character NUL', call([...plain, 'X-A: \0'])],
    ['letters beyond ASCII', call([...plain, 'X-A: \xe4'])],
    ['an empty name', call([...plain, ': 1'])],
    ['a name of every object', call([...plain, 'constructor: 1'])],
    ['HTTP/1.0', call(plain, '{}', 'POST /hook/7 HTTP/1.0')],
    ['a question mark', call(plain, '{}', 'POST /hook/7?auth=k HTTP/1.1')],
    ['an encoded path', call(plain, '{}', 'POST /hook/%37 HTTP/1.1')],
    ['a whole address', call(plain, '{}', 'POST http://here/hook/7 HTTP/1.1')],
    ['the method of no raw route', call(plain, '{}', 'GET /hook/7 HTTP/1.1')],
    ['a method that begins like one', call(plain, '{}', 'POSTS /hook/7 HTTP/1.1')],
    ['two spaces', call(plain, '{}', 'POST  /hook/7 HTTP/1.1')],
    ['small letters', call(plain, '{}', 'post /hook/7 HTTP/1.1')],
    ['an empty line before it', `\r\n${call(plain)}`],
    ['line feeds alone', call(plain).replaceAll('\r\n', '\n')],
    ['a very long head', call([...plain, `X-A: ${'a'.repeat(9_000)}`])],
  ])('leaves %s to others', (_name, text) => {
    expect(read(text)).toBeUndefined();
  });
});
