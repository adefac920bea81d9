import { defineConnector } from '@stellwerk/plugin/connector';
import type { ListenerDeclaration } from '@stellwerk/plugin/listener';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testKindHost } from '../../../test/connectors/kind-host.ts';
import { createLog } from '../../platform/log/log.ts';
import { kindEgress } from './kind-egress.ts';
import { createKindHosts } from './kind-host.ts';

const manifestOf = (type: string, more: object = {}) =>
  defineConnector({
    type,
    version: 1,
    direction: 'incoming',
    capabilities: { devices: true, states: true, downlinks: false, deviceManagement: false, deliveries: false },
    runs: 'everywhere',
    identifier: 'text',
    options: z.object({}),
    secrets: [],
    deviceData: z.object({}),
    ...more,
  });

/** Replaces services and egress: a test sees by the error which calls reach them. */
const reached = (): Promise<never> => Promise.reject(new Error('reached the platform'));

describe('the host of a kind', () => {
  it('provides only the services that the manifest declares', () => {
    expect(() => testKindHost(manifestOf('a')).service('mail')).toThrow('does not ask for mail');
    expect(testKindHost(manifestOf('a', { uses: ['mail'] })).service('mail')).toHaveProperty('send');
  });

  it('names the setting of a disabled port', async () => {
    const listeners: ListenerDeclaration[] = [{ name: 'x', transport: 'tls', setting: 'X_PORT', defaultPort: 1 }];
    const host = testKindHost(manifestOf('a', { listeners }));
    const reason = { code: 'BRIDGE_PORT_OFF', params: { setting: 'X_PORT' } };
    await expect(host.listen('x', () => {})).rejects.toMatchObject({ reason });
  });

  it('refuses a kind whose setting belongs to another one', () => {
    const hostFor = createKindHosts({
      publicUrl: 'http://127.0.0.1',
      host: '127.0.0.1',
      ports: {},
      tls: undefined,
      isStopping: () => false,
      countStranger() {},
      services: { mail: { send: reached, verify: reached } },
      log: createLog('silent'),
    });
    const listeners: ListenerDeclaration[] = [{ name: 'x', transport: 'tcp', setting: 'X_PORT' }];
    hostFor(manifestOf('first', { listeners }));
    expect(() => hostFor(manifestOf('second', { listeners }))).toThrow('X_PORT is declared by first as well');
  });
});

describe('the egress of a kind', () => {
  it('is limited to the transports that the manifest declares', async () => {
    const all = { check: reached, connect: reached, lookupFor: () => () => {}, request: reached };
    const none = kindEgress(manifestOf('a'), all);
    await expect(none.connect({ host: 'x', port: 1 })).rejects.toThrow('declares no egress over tcp');
    await expect(none.request({ url: 'http://x' })).rejects.toThrow('declares no egress over http');
    const tcp = kindEgress(manifestOf('a', { egress: ['tcp'] }), all);
    await expect(tcp.connect({ host: 'x', port: 1 })).rejects.toThrow('reached the platform');
    const http = kindEgress(manifestOf('a', { egress: ['http'] }), all);
    await expect(http.request({ url: 'http://x' })).rejects.toThrow('reached the platform');
  });
});
