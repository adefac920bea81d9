import { once } from 'node:events';
import { connect as netConnect, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { testCertificate } from './testing/certificate.ts';
import { closedPort, egressFor, resolverOf, startHttps, startTcp } from './testing/servers.ts';

const codeOf = (code: string) => expect.objectContaining({ code });
const denied = codeOf('EGRESS_DENIED');
const invalid = codeOf('EGRESS_REQUEST_INVALID');
const publicAddress = '93.184.215.14';

const forbidden = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  'link-local and metadata': ['169.254.169.254', '169.254.0.1', 'fe80::1', 'fe80::1%eth0'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fec0::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'unique local': ['fc00::1', 'fd00:ec2::254'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.250', '255.255.255.255', 'ff02::1'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  'reserved and documentation': ['192.0.0.192', '192.0.2.1', '198.18.0.1', '198.51.100.7', '203.0.113.9', '240.0.0.1'],
  'reserved IPv6': ['2001:db8::1', '100::1', '3fff::1', '5f00::1', '4000::1'],
  'cloud services': ['168.63.129.16'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:169.254.169.254', '0:0:0:0:0:ffff:10.0.0.1'],
  'IPv4-compatible': ['::127.0.0.1', '::a00:1'],
  'IPv4-translated': ['::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::a00:1'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::1'],
  Teredo: ['2001:0:7f00:1::', '2001::80ff:fffe'],
  ISATAP: ['2600:1f18::5efe:10.0.0.1', '2600:1f18::200:5efe:7f00:1'],
};

describe.each(Object.entries(forbidden))('check: %s', (_name, addresses) => {
  it.each(addresses)('denies a name that resolves to %s', async (address) => {
    const egress = egressFor([], resolverOf([address]).resolve);
    await expect(egress.check('innocent.example', 443)).rejects.toEqual(denied);
  });

  it.each(addresses.filter((address) => !address.includes('%')))('denies %s as a host', async (address) => {
    await expect(egressFor([]).check(address, 443)).rejects.toEqual(denied);
  });
});

describe('check', () => {
  it.each([publicAddress, '8.8.8.8', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '2001:4860:4860::8888'])(
    'permits the public address %s',
    async (address) => {
      const family = address.includes(':') ? 6 : 4;
      await expect(egressFor([]).check(address, 443)).resolves.toEqual({ address, family });
      const byName = egressFor([], resolverOf([address]).resolve);
      await expect(byName.check('service.example', 443)).resolves.toEqual({ address, family });
    },
  );

  it('denies when one of several addresses is forbidden, whichever comes first', async () => {
    for (const answer of [
      [publicAddress, '127.0.0.1'],
      ['10.0.0.1', publicAddress],
      [publicAddress, '8.8.8.8', '::ffff:10.0.0.1'],
    ]) {
      await expect(egressFor([], resolverOf(answer).resolve).check('mixed.example', 80)).rejects.toEqual(denied);
    }
  });

  it.each([
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '0177.0x0.1',
    '127.1',
    '127.0.0.1.',
    '0',
    '%31%32%37.0.0.1',
    '１２７.０.０.１',
    '127。0。0。1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:0:0:1]',
  ])('reads %s as the loopback or unspecified address without asking DNS', async (host) => {
    const resolver = resolverOf([publicAddress]);
    await expect(egressFor([], resolver.resolve).check(host, 80)).rejects.toEqual(denied);
    expect(resolver.asked()).toBe(0);
  });

  it.each([
    'user@127.0.0.1',
    'public.example@10.0.0.1',
    'user:secret@host.example',
    'host.example/path',
    'host.example\\path',
    'host.example?x',
    'host.example#x',
    'host.example:81',
    'ho\tst.example',
    'host.example\r\nX: y',
    '[fe80::1%25eth0]',
    'fe80::1%eth0',
    '[::1]:80',
    '1.2.3.4.5',
    '',
    '.',
    'a'.repeat(300),
  ])('refuses %j, which is no host', async (host) => {
    const resolver = resolverOf([publicAddress]);
    await expect(egressFor([], resolver.resolve).check(host, 80)).rejects.toEqual(invalid);
    expect(resolver.asked()).toBe(0);
  });

  it.each([0, -1, 65_536, 1.5, Number.NaN])('refuses port %d', async (port) => {
    await expect(egressFor([]).check(publicAddress, port)).rejects.toEqual(invalid);
  });

  it('asks DNS for the normalised name', async () => {
    const names: string[] = [];
    const egress = egressFor([], async (name) => {
      names.push(name);
      return [{ address: publicAddress }];
    });
    await egress.check('BÜRO.Example.', 443);
    await egress.check('ⓛocalhost', 443);
    expect(names).toEqual(['xn--bro-hoa.example', 'localhost']);
  });

  it('names the target but not the address it found', async () => {
    const egress = egressFor([], resolverOf(['10.11.12.13']).resolve);
    const error = await egress.check('intranet.example', 8080).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ params: { target: 'intranet.example:8080' }, class: 'user' });
    expect(JSON.stringify((error as AppError).params)).not.toContain('10.11.12.13');
  });

  it('fails as operational when the name does not resolve', async () => {
    const unknown = egressFor([], () => Promise.reject(new Error('ENOTFOUND')));
    await expect(unknown.check('missing.example', 80)).rejects.toMatchObject({
      code: 'EGRESS_FAILED',
      class: 'operational',
    });
    await expect(egressFor([], resolverOf([]).resolve).check('empty.example', 80)).rejects.toEqual(
      codeOf('EGRESS_FAILED'),
    );
  });
});

describe('connect', () => {
  const greet = (socket: Socket) => socket.write('hello');

  it('connects to an address that the operator allowed', async () => {
    const server = await startTcp(greet);
    const socket = await egressFor([`127.0.0.1:${server.port}`]).connect({ host: '127.0.0.1', port: server.port });
    const [data] = await once(socket, 'data');
    expect(String(data)).toBe('hello');
    socket.destroy();
  });

  it('opens no connection to a denied target', async () => {
    const server = await startTcp(greet);
    const egress = egressFor([], resolverOf(['127.0.0.1']).resolve);
    for (const host of ['127.0.0.1', 'localhost', 'inside.example', '::ffff:127.0.0.1', '2130706433']) {
      await expect(egress.connect({ host, port: server.port })).rejects.toEqual(denied);
    }
    expect(server.connections()).toBe(0);
  });

  it('asks DNS once, so that a changed answer cannot redirect the connection', async () => {
    const server = await startTcp(greet);
    const resolver = resolverOf(['127.0.0.2'], ['127.0.0.1']);
    const egress = egressFor(['127.0.0.2'], resolver.resolve);
    // Nobody listens on 127.0.0.2; a second lookup would lead to the server on 127.0.0.1.
    const attempt = egress.connect({ host: 'rebind.example', port: server.port, timeoutMs: 1000 });
    await expect(attempt).rejects.toBeInstanceOf(AppError);
    expect(resolver.asked()).toBe(1);
    expect(server.connections()).toBe(0);
  });

  it('checks again on each connection', async () => {
    const server = await startTcp(greet);
    const resolver = resolverOf([publicAddress], ['127.0.0.1']);
    const egress = egressFor([], resolver.resolve);
    await egress.check('rebind.example', server.port);
    await expect(egress.connect({ host: 'rebind.example', port: server.port })).rejects.toEqual(denied);
    expect(server.connections()).toBe(0);
  });

  it('keeps the name for TLS while it connects to the checked address', async () => {
    const server = await startHttps((_request, response) => response.end());
    const egress = egressFor([`127.0.0.1:${server.port}`], resolverOf(['127.0.0.1']).resolve);
    const target = { host: 'Service.Example.Test.', port: server.port };
    const socket = await egress.connect({ ...target, tls: { ca: testCertificate.cert } });
    expect(socket).toBeInstanceOf(TLSSocket);
    expect(socket).toMatchObject({ authorized: true, servername: 'service.example.test', remoteAddress: '127.0.0.1' });
    socket.destroy();
    await expect(egress.connect({ ...target, tls: true })).rejects.toEqual(codeOf('EGRESS_FAILED'));
    const otherName = { ...target, host: 'other.example.test', tls: { ca: testCertificate.cert } };
    await expect(egress.connect(otherName)).rejects.toEqual(codeOf('EGRESS_FAILED'));
  });

  it('reports a refused connection as operational', async () => {
    const port = await closedPort();
    const attempt = egressFor(['127.0.0.1']).connect({ host: '127.0.0.1', port });
    await expect(attempt).rejects.toMatchObject({
      code: 'EGRESS_FAILED',
      class: 'operational',
      params: { target: `127.0.0.1:${port}` },
    });
  });

  it('gives up on a TLS handshake, and on DNS, that does not answer', async () => {
    const server = await startTcp(() => {});
    const egress = egressFor(['127.0.0.1']);
    const handshake = egress.connect({ host: '127.0.0.1', port: server.port, tls: true, timeoutMs: 50 });
    await expect(handshake).rejects.toEqual(codeOf('EGRESS_TIMEOUT'));
    const stuck = egressFor([], () => new Promise(() => {}));
    await expect(stuck.connect({ host: 'slow.example', port: 80, timeoutMs: 50 })).rejects.toEqual(
      codeOf('EGRESS_TIMEOUT'),
    );
  });

  it("ends with the caller's own reason when aborted", async () => {
    const server = await startTcp(() => {});
    const controller = new AbortController();
    const attempt = egressFor(['127.0.0.1']).connect({
      host: '127.0.0.1',
      port: server.port,
      tls: true,
      signal: controller.signal,
    });
    controller.abort(new Error('stopped by the caller'));
    await expect(attempt).rejects.toThrow('stopped by the caller');
  });
});

describe('lookupFor', () => {
  const dial = async (resolve: ReturnType<typeof resolverOf>['resolve'], port: number, allow: string[]) => {
    const socket = netConnect({ host: 'service.example', port, lookup: egressFor(allow, resolve).lookupFor(port) });
    await once(socket, 'connect').finally(() => socket.destroy());
  };

  it('serves a library that connects by itself, for the allowed port alone', async () => {
    const server = await startTcp(() => {});
    const { resolve } = resolverOf(['127.0.0.1']);
    await dial(resolve, server.port, [`127.0.0.1:${server.port}`]);
    expect(server.connections()).toBe(1);
    await expect(dial(resolve, server.port, ['127.0.0.1:1'])).rejects.toEqual(denied);
    await expect(dial(resolve, server.port, [])).rejects.toEqual(denied);
    expect(server.connections()).toBe(1);
  });
});
