import { describe, expect, it } from 'vitest';
import { curlOf, sampleMessage } from './send-example.ts';

const at = (value: string) => ({ endpoints: [{ name: 'url', value }] });

describe('sampleMessage', () => {
  it('is a packet that the driver of the device can read', () => {
    expect(JSON.parse(sampleMessage('eui-1', { payload: '01755c', fPort: 85, meta: { lora: { sf: 7 } } }))).toEqual({
      id: 'eui-1',
      payload: '01755c',
      meta: { lora: { sf: 7, fport: 85 } },
    });
    expect(JSON.parse(sampleMessage('eui-1', { bytes: [1, 255] }))).toEqual({ id: 'eui-1', payload: '01ff' });
    expect(JSON.parse(sampleMessage('meter', { payload: { level: 3 }, meta: {} }))).toEqual({
      id: 'meter',
      payload: { level: 3 },
    });
  });
});

describe('curlOf', () => {
  it('posts a message of the device to the address of the connector', () => {
    expect(curlOf(at('https://iot.example/api/v1/webhook/7'), sampleMessage('meter-1'), 'KEY')).toBe(
      [
        `curl -X POST 'https://iot.example/api/v1/webhook/7'`,
        `-H 'content-type: application/json'`,
        `-H 'x-api-key: KEY'`,
        `-d '{"id":"meter-1","payload":{"temperature":21.5}}'`,
      ].join(' \\\n  '),
    );
  });

  it('lets no name break out of its quotes', () => {
    expect(curlOf(at('http://x/1'), sampleMessage(`a'; rm`), 'K')).toContain(String.raw`"id":"a'\''; rm"`);
  });

  it('gives no command where there is no web address', () => {
    expect(curlOf(at('mqtt://broker:1883'), 'a', 'K')).toBeUndefined();
  });
});
