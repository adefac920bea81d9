import type { CommandManifest } from '@stellwerk/plugin/command';
import type { CommandPlugin } from '@stellwerk/plugin/command-server';
import { describe, expect, it } from 'vitest';
import { manifest as downlink } from './downlink/manifest.ts';
import { server as downlinkServer } from './downlink/server.ts';
import { manifest as mail } from './mail/manifest.ts';
import { server as mailServer } from './mail/server.ts';
import { manifest as mqtt } from './mqtt/manifest.ts';
import { server as mqttServer } from './mqtt/server.ts';
import { manifest as webhook } from './webhook/manifest.ts';
import { server as webhookServer } from './webhook/server.ts';

const values: Record<string, string | number> = {
  temperature: 21.5,
  title: 'Kessel "Süd"\r\nBcc: victim@example.com',
  mail: 'a@example.com',
  two: 'a@example.com, b@example.com',
  'twin.title': 'Halle/7+#',
};

function filled(manifest: CommandManifest, plugin: CommandPlugin, options: Record<string, unknown>) {
  const server = plugin.create();
  const result = server.fill(manifest.options.parse(options), (name) => values[name]);
  return { options: result, target: server.targetOf(result) };
}

const takes = (manifest: CommandManifest, options: Record<string, unknown>) =>
  manifest.options.safeParse(options).success;

describe('mail', () => {
  const options = { to: ['a@example.com'], subject: 's', body: 'b' };

  it('fills its fields, each with its own escaping', () => {
    const result = filled(mail, mailServer, { to: ['{{mail}}', '{{two}}'], subject: '{{title}}', body: '{{title}}' });
    expect(result.options).toEqual({
      to: ['a@example.com', 'a@example.com, b@example.com'],
      subject: 'Kessel "Süd" Bcc: victim@example.com',
      body: values.title,
    });
  });

  it('sends a test only to the testing user', () => {
    expect(mailServer.create().forTest?.(options, { email: 'me@example.com' })).toMatchObject({
      to: ['me@example.com'],
    });
  });

  it.each(['a@example.com', '{{mail}}', '{{twin.keyValue.mail}}', 'alarm+{{id}}@example.com'])('accepts %j', (to) => {
    expect(takes(mail, { ...options, to: [to] })).toBe(true);
  });

  it.each([
    '',
    'nobody',
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    '{{x}}\nBcc: b@c.de',
    'A <{{x}}>',
  ])('refuses %j', (to) => {
    expect(takes(mail, { ...options, to: [to] })).toBe(false);
  });
});

describe('webhook', () => {
  it('fills path, headers and JSON, each with its own escaping', () => {
    const { options, target } = filled(webhook, webhookServer, {
      path: '/a/{{twin.title}}?t={{temperature}}&k={{title}}',
      headers: ['X-Title: {{title}}'],
      body: '{"title":"{{title}}","t":{{temperature}}}',
    });
    expect(options).toMatchObject({
      path: '/a/Halle%2F7%2B%23?t=21.5&k=Kessel%20%22S%C3%BCd%22%0D%0ABcc%3A%20victim%40example.com',
      headers: ['X-Title: Kessel "Süd" Bcc: victim@example.com'],
    });
    expect(JSON.parse(String(options.body))).toEqual({ title: values.title, t: 21.5 });
    expect(target).toBe('POST /a/Halle%2F7%2B%23');
  });

  it('encodes values of forms', () => {
    const { options } = filled(webhook, webhookServer, { contentType: 'form', body: 'a={{twin.title}}&b=1' });
    expect(options.body).toBe('a=Halle%2F7%2B%23&b=1');
  });

  it.each([
    [{ body: '{"a": {{x}}, "b": "{{y}}"}' }, true],
    [{ body: '{"a": nonsense}' }, false],
    [{ body: 'nonsense', contentType: 'text' }, true],
    [{ headers: ['X: {{a}}'] }, true],
    [{ headers: ['Host: x'] }, false],
    [{ headers: ['X: a\r\nY: b'] }, false],
    [{ path: 'a b' }, false],
    [{ path: 'a\\b' }, false],
    [{ path: '/a/{{b c}}' }, true],
    [{ method: 'TRACE' }, false],
  ])('accepts %j: %s', (options, isTaken) => {
    expect(takes(webhook, options)).toBe(isTaken);
  });
});

describe('mqtt', () => {
  it('keeps values on their topic level, and JSON complete', () => {
    const { options, target } = filled(mqtt, mqttServer, {
      topic: 'site/{{twin.title}}/alarm',
      payload: '{"title":"{{title}}"}',
    });
    expect(target).toBe('site/Halle_7__/alarm');
    expect(JSON.parse(String(options.payload))).toEqual({ title: values.title });
  });

  it.each(['', 'a/#', '+/b', 'a\0b', 'a\nb'])('refuses the topic %j', (topic) => {
    expect(takes(mqtt, { topic })).toBe(false);
  });
});

describe('downlink', () => {
  it.each([
    [{ name: 'open' }, true],
    [{ payload: '01ff' }, true],
    [{ payload: '01{{level}}' }, true],
    [{ payload: 'AQI=', encoding: 'base64' }, true],
    [{ payload: '0' }, false],
    [{ payload: '01', name: 'open' }, false],
    [{}, false],
    [{ payload: '01', port: 0 }, false],
  ])('accepts %j: %s', (options, isTaken) => {
    expect(takes(downlink, options)).toBe(isTaken);
  });

  it('describes its content in its title', () => {
    expect(filled(downlink, downlinkServer, { payload: '0{{temperature}}', encoding: 'utf8', port: 3 }).target).toBe(
      '3: 021.5',
    );
  });
});
