import { describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';
import { callIn, headersFor, urlOf } from './request.ts';
import { problemOf, retryAfterMs } from './server.ts';

const base = 'https://api.example.com/v1/';

describe('the address of a call', () => {
  it.each([
    ['', 'https://api.example.com/v1/'],
    ['/alarms', 'https://api.example.com/v1/alarms'],
    ['alarms/7?a=b&c=?', 'https://api.example.com/v1/alarms/7?a=b&c=?'],
    ['//evil.example/x', 'https://api.example.com/v1/evil.example/x'],
    ['?only=query', 'https://api.example.com/v1/?only=query'],
    ['a%2Fb', 'https://api.example.com/v1/a%2Fb'],
    ['@evil.example', 'https://api.example.com/v1/@evil.example'],
    ['https://evil.example/x', 'https://api.example.com/v1/https://evil.example/x'],
  ])('%j stays below that of the connector', (path, url) => {
    expect(urlOf(base, path)).toBe(url);
  });

  it.each(['..', 'a/../b', 'a/%2e%2E/b', './a', 'a/.%2e', 'a\\..\\b', 'a b', 'a\r\nb', 'a#b', 'a\0'])(
    '%j is refused',
    (path) => {
      expect(() => urlOf(base, path)).toThrow('BRIDGE_COMMAND_INVALID');
    },
  );
});

describe('the headers of a call', () => {
  const configured = (options: Record<string, unknown>, secret = 's') => ({
    options: manifest.options.parse({ url: base, ...options }),
    secrets: { secret },
  });

  it.each([
    [{ authorization: 'basic', username: 'u' }, { authorization: `Basic ${btoa('u:s')}` }],
    [{ authorization: 'bearer' }, { authorization: 'Bearer s' }],
    [{ authorization: 'header', headerName: 'X-Token' }, { 'x-token': 's' }],
  ])('carry the key: %j', (options, expected) => {
    expect(headersFor(configured(options), callIn({}), true)).toMatchObject(expected);
  });

  it('can’t replace the key or the headers of the connector', () => {
    const call = callIn({ headers: ['Authorization: mine', 'X-A: mine', 'X-B: b', 'Content-Type: text/xml'] });
    const headers = headersFor(configured({ authorization: 'bearer', headers: ['X-A: theirs'] }), call, true);
    expect(headers).toMatchObject({
      authorization: 'Bearer s',
      'x-a': 'theirs',
      'x-b': 'b',
      'content-type': 'text/xml',
    });
  });
});

it.each([
  ['https://user:pass@h/', false],
  ['https://h/?a=b', false],
  ['ftp://h/', false],
  ['http://h:8080/x', true],
])('takes %s as its address: %s', (url, isTaken) => {
  expect(manifest.options.safeParse({ url }).success).toBe(isTaken);
});

describe('an answer', () => {
  it.each([
    [200, undefined],
    [204, undefined],
    [302, true],
    [400, true],
    [404, true],
    [408, false],
    [425, false],
    [429, false],
    [500, false],
    [503, false],
  ])('of %i is final: %s', (status, isFinal) => {
    expect(problemOf(status, {})?.retry.isFinal).toBe(isFinal);
  });

  it('says when to come again', () => {
    expect(problemOf(429, { 'retry-after': '7' })?.retry.afterMs).toBe(7_000);
    expect(problemOf(500, { 'retry-after': '7' })?.retry.afterMs).toBeUndefined();
    const now = Date.UTC(2026, 0, 1);
    expect(retryAfterMs('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30_000);
    expect(retryAfterMs('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
    expect(retryAfterMs('soon', now)).toBeUndefined();
  });
});
