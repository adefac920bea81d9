import { describe, expect, it } from 'vitest';
import { egressFor, resolverOf } from './testing/servers.ts';

const reaches = (allow: string[], host: string, port = 80, answer: string[] = []) =>
  egressFor(allow, resolverOf(answer).resolve)
    .check(host, port)
    .then(() => true)
    .catch((error: { code?: string }) => (error.code === 'EGRESS_DENIED' ? false : Promise.reject(error)));

describe('EGRESS_ALLOW', () => {
  it('allows a network, and nothing beside it', async () => {
    expect(await reaches(['10.1.0.0/16'], '10.1.2.3')).toBe(true);
    expect(await reaches(['10.1.0.0/16'], '10.2.0.1')).toBe(false);
    expect(await reaches(['fd00:1::/32'], 'fd00:1::5')).toBe(true);
    expect(await reaches(['fd00:1::/32'], 'fd00:2::5')).toBe(false);
  });

  it('allows an address on any port or on one', async () => {
    expect(await reaches(['192.168.1.5'], '192.168.1.5', 1883)).toBe(true);
    expect(await reaches(['192.168.1.5:1883'], '192.168.1.5', 1883)).toBe(true);
    expect(await reaches(['192.168.1.5:1883'], '192.168.1.5', 5432)).toBe(false);
    expect(await reaches(['[fd00::1]:1883'], 'fd00::1', 1883)).toBe(true);
    expect(await reaches(['[fd00::1]:1883'], 'fd00::1', 22)).toBe(false);
    expect(await reaches(['fd00::1'], '[fd00::1]', 22)).toBe(true);
  });

  it('allows a name with whatever it resolves to, but not other names for the same address', async () => {
    expect(await reaches(['Broker.Local:8883'], 'broker.local.', 8883, ['10.0.0.9'])).toBe(true);
    expect(await reaches(['broker.local:8883'], 'broker.local', 22, ['10.0.0.9'])).toBe(false);
    expect(await reaches(['broker.local'], 'broker.local', 22, ['10.0.0.9'])).toBe(true);
    expect(await reaches(['broker.local'], 'other.local', 22, ['10.0.0.9'])).toBe(false);
    expect(await reaches(['broker.local'], 'broker.local.evil.example', 22, ['10.0.0.9'])).toBe(false);
  });

  it('allows an address for every name that resolves to it', async () => {
    expect(await reaches(['10.0.0.9:80'], 'any.example', 80, ['10.0.0.9'])).toBe(true);
    expect(await reaches(['10.0.0.9:80'], 'any.example', 80, ['10.0.0.9', '10.0.0.10'])).toBe(false);
  });

  it('treats an IPv4-mapped address as the IPv4 address', async () => {
    expect(await reaches(['10.0.0.0/8'], '::ffff:10.0.0.1')).toBe(true);
  });

  it('still checks the IPv4 address behind an allowed translator', async () => {
    expect(await reaches(['64:ff9b::/96'], '64:ff9b::8.8.8.8')).toBe(true);
    expect(await reaches(['64:ff9b::/96'], '64:ff9b::10.0.0.1')).toBe(false);
    expect(await reaches(['64:ff9b::/96', '10.0.0.0/8'], '64:ff9b::10.0.0.1')).toBe(true);
    expect(await reaches(['2002::/16'], '2002:7f00:1::')).toBe(false);
  });

  it.each([
    '10.0.0.0/33',
    '10.0.0/8',
    'host/8',
    'host:0',
    'host:70000',
    'host:',
    ':80',
    '*.example.com',
    'a b',
    'http://host',
    '',
  ])('stops the start at the entry %j', (entry) => {
    expect(() => egressFor([entry])).toThrow('EGRESS_ALLOW');
  });
});
