import { describe, expect, it } from 'vitest';
import { curlOf } from './send-example.ts';

const at = (value: string) => ({ endpoints: [{ name: 'url', value }] });

describe('curlOf', () => {
  it('posts a message of the device to the address of the connector', () => {
    expect(curlOf(at('https://iot.example/api/v1/webhook/7'), 'meter-1', 'KEY')).toBe(
      [
        `curl -X POST 'https://iot.example/api/v1/webhook/7'`,
        `-H 'content-type: application/json'`,
        `-H 'x-api-key: KEY'`,
        `-d '{"id":"meter-1","payload":{"temperature":21.5}}'`,
      ].join(' \\\n  '),
    );
  });

  it('lets no name break out of its quotes', () => {
    expect(curlOf(at('http://x/1'), `a'; rm`, 'K')).toContain(String.raw`"id":"a'\''; rm"`);
  });

  it('gives no command where there is no web address', () => {
    expect(curlOf(at('mqtt://broker:1883'), 'a', 'K')).toBeUndefined();
  });
});
