import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { bodyOf, encodeDownlink, topicLevelOf, watchPacketSize } from './mqtt.ts';

describe('a payload', () => {
  it.each<[string, Buffer, unknown]>([
    ['JSON', Buffer.from('{"a":[1]}'), { a: [1] }],
    ['a number', Buffer.from('21.5'), 21.5],
    ['text', Buffer.from('hallo, Grüße'), 'hallo, Grüße'],
    ['bytes that are no text', Buffer.from([0x01, 0xff, 0x80]), '01ff80'],
    ['nothing', Buffer.alloc(0), ''],
  ])('of %s becomes a body', (_name, payload, body) => {
    expect(bodyOf(payload)).toEqual(body);
  });
});

it('encodes a downlink with its payload in hex', () => {
  const payload = Buffer.from('01ff', 'hex');
  const downlink = {
    deviceId: 'd',
    twinId: 1,
    port: 5,
    payload,
    confirmed: true,
    gatewayIds: ['g'],
    connectorData: null,
  };
  expect(JSON.parse(encodeDownlink(downlink).toString())).toEqual({
    port: 5,
    payload: '01ff',
    confirmed: true,
    gatewayIds: ['g'],
  });
});

it('keeps a device’s name on one level of a topic', () => {
  expect(topicLevelOf('site/7+#%')).toBe('site%2F7%2B%23%25');
  expect(topicLevelOf('70B3D57ED005A1B2')).toBe('70B3D57ED005A1B2');
});

describe('the watch over packet sizes', () => {
  /** A PUBLISH with this many bytes after its fixed header. */
  function packet(length: number): Buffer {
    const header = [0x30];
    let rest = length;
    do {
      header.push((rest % 128) | (rest >= 128 ? 128 : 0));
      rest = Math.floor(rest / 128);
    } while (rest > 0);
    return Buffer.concat([Buffer.from(header), Buffer.alloc(length, 0xff)]);
  }

  function watched(limitBytes: number, chunks: readonly Buffer[]): number {
    const stream = new PassThrough();
    let alarms = 0;
    watchPacketSize(stream, limitBytes, () => {
      alarms += 1;
    });
    for (const chunk of chunks) stream.emit('data', chunk);
    return alarms;
  }

  it('lets packets up to the limit pass, however they are cut', () => {
    const bytes = Buffer.concat([packet(0), packet(1_000), packet(3), packet(1_000)]);
    expect(watched(1_000, [bytes])).toBe(0);
    expect(
      watched(
        1_000,
        [...bytes].map((byte) => Buffer.from([byte])),
      ),
    ).toBe(0);
  });

  it('notices a larger one from its header alone', () => {
    expect(watched(1_000, [packet(20), packet(1_001).subarray(0, 3)])).toBe(1);
    // A length that never ends.
    expect(watched(1_000, [Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0xff])])).toBe(1);
  });
});
