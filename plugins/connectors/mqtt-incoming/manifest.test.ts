import { describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

const parse = (options: Record<string, unknown>) =>
  manifest.options.safeParse({ url: 'mqtt://broker.example', topics: ['a'], ...options });

describe('the options', () => {
  it('have defaults that keep what comes while the platform is away', () => {
    expect(parse({}).data).toMatchObject({ qos: 1, cleanSession: false, protocolVersion: '3.1.1', downlinkTopic: '' });
  });

  it.each(['#', 'a/#', '+', '+/b/+', 'a//b', '/a', '/#', 'application/+/device/+/event/up'])(
    'take the topic %s',
    (topic) => {
      expect(parse({ topics: [topic] }).success).toBe(true);
    },
  );

  it.each(['', 'a/#/b', 'a#', 'a+/b', '#/a', 'a/b+', 'a\0b'])('refuse the topic %j', (topic) => {
    expect(parse({ topics: [topic] }).success).toBe(false);
  });

  it.each(['mqtt://h', 'mqtts://h:8883', 'ws://h/mqtt', 'wss://h:443/mqtt', 'mqtt://[::1]:1883'])('take %s', (url) => {
    expect(parse({ url }).success).toBe(true);
  });

  it.each(['http://h', 'h:1883', 'mqtt://', 'mqtt://user:pass@h', 'mqtt://user@h', 'file:///etc/passwd'])(
    'refuse %s',
    (url) => {
      expect(parse({ url }).success).toBe(false);
    },
  );

  it.each([
    ['down/{deviceId}', true],
    ['', true],
    ['down', false],
    ['down/{deviceId}/#', false],
  ])('take the topic for downlinks %j: %s', (downlinkTopic, isTaken) => {
    expect(parse({ downlinkTopic }).success).toBe(isTaken);
  });
});
