import { describe, expect, it } from 'vitest';
import { createOwnOrigin, type OriginRequest } from './origin.ts';

interface Case {
  host: string;
  origin?: string;
  headers?: OriginRequest['headers'];
  protocol?: string;
  localAddress?: string;
  publicUrl?: string;
  listen?: string;
}

/** By default the page has the origin that its address bar shows. */
function isOwn({ host, headers, protocol = 'http', localAddress = '127.0.0.1', publicUrl, listen, ...more }: Case) {
  const check = createOwnOrigin({
    publicUrl,
    host: listen ?? '127.0.0.1',
    isAccountDomain: async (name) => name === 'customer.example',
  });
  const origin = more.origin ?? `${protocol}://${host}`;
  return check({ protocol, host, headers: headers ?? { origin }, socket: { localAddress } });
}

describe('the origin check without PUBLIC_URL', () => {
  it.each(['localhost', 'localhost:8080', '127.0.0.1:8080', '127.8.9.10', '[::1]', '[::1]:8080'])(
    'accepts the loopback name %s',
    async (host) => {
      expect(await isOwn({ host })).toBe(true);
      expect(await isOwn({ host, headers: { 'sec-fetch-site': 'same-origin' } })).toBe(true);
      expect(await isOwn({ host, headers: { referer: `http://${host}/#/twins` } })).toBe(true);
    },
  );

  it.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'customer.example',
    '',
    '10.0.0.9',
    '[fd00::9]',
  ])('refuses a page at «%s», although its Host says the same', async (host) => {
    for (const listen of ['127.0.0.1', '0.0.0.0', '::']) {
      expect(await isOwn({ host, listen })).toBe(false);
      expect(await isOwn({ host, listen, headers: { 'sec-fetch-site': 'same-origin' } })).toBe(false);
      expect(await isOwn({ host, listen, headers: { referer: `http://${host}/` } })).toBe(false);
    }
  });

  it('accepts the address that the connection arrived at', async () => {
    const at = { listen: '0.0.0.0', localAddress: '10.0.0.5' };
    expect(await isOwn({ ...at, host: '10.0.0.5:8080' })).toBe(true);
    expect(await isOwn({ ...at, host: '10.0.0.6:8080' })).toBe(false);
    expect(await isOwn({ ...at, listen: '::', localAddress: '::ffff:10.0.0.5', host: '10.0.0.5:8080' })).toBe(true);
    expect(await isOwn({ ...at, listen: '::', localAddress: 'fd00::5', host: '[fd00::5]:8080' })).toBe(true);
  });

  it('accepts the name in HOST', async () => {
    expect(await isOwn({ host: 'stellwerk.lan:8080', listen: 'Stellwerk.lan', localAddress: '10.0.0.5' })).toBe(true);
    expect(await isOwn({ host: 'other.lan:8080', listen: 'stellwerk.lan', localAddress: '10.0.0.5' })).toBe(false);
  });

  it('refuses pages of others, other ports and schemes, and requests that say nothing', async () => {
    const host = 'localhost:8080';
    for (const origin of ['https://evil.example', 'http://localhost:9090', 'https://localhost:8080', 'null']) {
      expect(await isOwn({ host, origin })).toBe(false);
    }
    expect(await isOwn({ host, headers: {} })).toBe(false);
    expect(await isOwn({ host, headers: { 'sec-fetch-site': 'same-site' } })).toBe(false);
    expect(await isOwn({ host, headers: { 'sec-fetch-site': 'none' } })).toBe(false);
    expect(await isOwn({ host, headers: { referer: 'https://evil.example/' } })).toBe(false);
  });
});

describe('the origin check with PUBLIC_URL', () => {
  const publicUrl = 'https://stellwerk.example';

  it('accepts its pages, whatever Host a proxy passes on', async () => {
    expect(await isOwn({ publicUrl, host: 'stellwerk.example', origin: publicUrl, protocol: 'https' })).toBe(true);
    expect(await isOwn({ publicUrl, host: 'backend:8080', origin: publicUrl })).toBe(true);
    const headers = { 'sec-fetch-site': 'same-origin', referer: `${publicUrl}/` };
    expect(await isOwn({ publicUrl, host: 'backend:8080', headers })).toBe(true);
  });

  it('accepts domains of accounts and loopback names', async () => {
    expect(await isOwn({ publicUrl, host: 'customer.example', protocol: 'https' })).toBe(true);
    expect(await isOwn({ publicUrl, host: 'localhost:8080' })).toBe(true);
  });

  it('refuses other names, and a domain of an account as the origin of a call to another host', async () => {
    expect(await isOwn({ publicUrl, host: 'evil.example', protocol: 'https' })).toBe(false);
    const foreign = 'https://customer.example';
    expect(await isOwn({ publicUrl, host: 'stellwerk.example', protocol: 'https', origin: foreign })).toBe(false);
  });
});
