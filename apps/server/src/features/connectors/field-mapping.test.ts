import { type FieldMapping, fieldMapping } from '@stellwerk/contract/field-mapping';
import { webhookLimits } from '@stellwerk/contract/webhook';
import type { JsonValue, RawMessage } from '@stellwerk/plugin/connector-server';
import { describe, expect, it } from 'vitest';
import { mapFields } from './field-mapping.ts';

const at = (...path: (string | number)[]) => ({ from: 'body' as const, path });
const mapping = (more: Partial<FieldMapping> = {}): FieldMapping =>
  fieldMapping.parse({
    id: { ...at('id'), format: 'text' },
    payload: { ...at('data'), format: 'json' },
    ...more,
  });

function read(given: FieldMapping, body: JsonValue, more: Partial<RawMessage> = {}) {
  return mapFields(given, { body, ...more }).map(({ result }) => (result.ok ? result.messages : result.reason.code));
}
const first = (given: FieldMapping, body: JsonValue) => read(given, body)[0];

describe('the time of a mapped message', () => {
  const timeOf = (format: 'iso' | 's' | 'ms' | 'ns', time: JsonValue) => {
    const result = first(mapping({ time: { ...at('time'), format } }), { id: 'a', data: 1, time });
    return Array.isArray(result) ? Reflect.get(Object(result[0]), 'time') : result;
  };
  const expected = Date.UTC(2026, 0, 15, 8, 30, 0, 250);

  it.each<['iso' | 's' | 'ms' | 'ns', JsonValue]>([
    ['iso', '2026-01-15T08:30:00.25Z'],
    ['iso', '2026-01-15T09:30:00.250123456+01:00'],
    ['iso', '2026-01-15T09:30:00.250+0100'],
    ['iso', '2026-01-15 08:30:00.250'],
    ['s', 1_768_465_800.25],
    ['s', '1768465800.25'],
    ['ms', 1_768_465_800_250],
    ['ms', '1768465800250'],
    ['ns', '1768465800250000000'],
    ['ns', 1_768_465_800_250_000_000],
  ])('is read as %s from %j', (format, time) => {
    expect(timeOf(format, time)).toBe(expected);
  });

  it.each<['iso' | 's' | 'ms' | 'ns', JsonValue]>([
    ['iso', '12345'],
    ['iso', 'sensor 5'],
    ['iso', 1_768_465_800],
    ['iso', '2026-13-45T00:00:00Z'],
    ['s', 'yesterday'],
    ['s', '0x10'],
    ['ms', 1e300],
    ['ms', { at: 1 }],
  ])('is refused as %s from %j', (format, time) => {
    expect(timeOf(format, time)).toBe('BRIDGE_MAPPING_TIME_INVALID');
  });

  it('may be absent', () => {
    for (const time of [null, '']) expect(timeOf('iso', time)).toBeUndefined();
  });
});

describe('a list whose messages repeat the whole', () => {
  it('is mapped up to a size, and the rest is refused', () => {
    const body = { list: Array.from({ length: 100 }, (_, id) => ({ id })), filler: 'x'.repeat(100_000) };
    const item = { from: 'item' as const, path: ['id'] };
    const result = read(
      mapping({ items: ['list'], id: { ...item, format: 'text' }, payload: { ...at(), format: 'json' } }),
      body,
    );
    const mapped = result.filter((each) => each !== 'PACKET_TOO_LARGE');
    expect(JSON.stringify(mapped).length).toBeLessThan(5 * webhookLimits.bodyBytes);
    expect(mapped.length).toBeGreaterThan(10);
    expect(result).toHaveLength(100);
    expect(result.at(-1)).toBe('PACKET_TOO_LARGE');
  });

  const item = { from: 'item' as const, path: ['id'] };
  const entries = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
  const id = { ...item, format: 'text' as const };

  it('is not searched again and again for a payload that none of them has', () => {
    const payload = { ...at('filler'), format: 'hex' as const };
    const body = { list: entries(200), filler: `${'ab'.repeat(50_000)}z` };
    const result = read(mapping({ items: ['list'], id, payload }), body);
    expect(result.filter((code) => code === 'BRIDGE_MAPPING_PAYLOAD_FORMAT').length).toBeLessThan(50);
    expect(result.at(-1)).toBe('PACKET_TOO_LARGE');
  });

  it('is not written into every refusal', () => {
    const time = { ...at(), format: 'iso' as const };
    const body = { list: entries(3), filler: 'x'.repeat(1_000), data: 1 };
    const [first] = mapFields(mapping({ items: ['list'], id, time }), { body });
    expect(first?.result).toMatchObject({ reason: { code: 'BRIDGE_MAPPING_TIME_INVALID', params: { value: '{…}' } } });
  });

  it('is read for a hundred gateways at most, and for short ids and numbers alone', () => {
    const long = '1'.repeat(2_000);
    const body = { id: 'a', data: 1, long, gateways: Array.from({ length: 1_000 }, (_, gweui) => ({ gweui })) };
    const gateways = { ...at('gateways'), name: 'gateways', format: 'gateways' as const };
    const number = { ...at('long'), name: 'number', format: 'number' as const };
    const factor = { ...at('long'), name: 'factor', format: 'spreadingFactor' as const };
    const message = Object(first(mapping({ meta: [gateways, number, factor] }), body))[0];
    expect([message.meta.gateways.length, message.meta.number, message.meta.factor]).toEqual([
      100,
      undefined,
      undefined,
    ]);
    expect(first(mapping({ id: { ...at('long'), format: 'text' } }), body)).toBe('BRIDGE_MAPPING_ID_MISSING');
  });
});

describe('the id of a mapped message', () => {
  const idOf = (format: 'text' | 'eui', id: JsonValue) => {
    const result = first(mapping({ id: { ...at('id'), format } }), { id, data: 1 });
    return Array.isArray(result) ? Reflect.get(Object(result[0]), 'id') : result;
  };

  it('is upper-case hexadecimal if it is an EUI', () => {
    for (const id of ['70b3d5499a1f0c22', '70-B3-d5-49-9A-1F-0C-22', '70:b3:d5:49:9a:1f:0c:22']) {
      expect(idOf('eui', id)).toBe('70B3D5499A1F0C22');
      expect(idOf('text', id)).toBe(id);
    }
    expect(idOf('eui', 'sensor-17')).toBe('BRIDGE_MAPPING_ID_NOT_HEX');
    expect(idOf('text', 17)).toBe('17');
    expect(idOf('text', { a: 1 })).toBe('BRIDGE_MAPPING_ID_MISSING');
    expect(idOf('text', '  ')).toBe('BRIDGE_MAPPING_ID_MISSING');
  });
});

describe('the payload of a mapped message', () => {
  const payloadOf = (format: 'json' | 'hex' | 'base64', data: JsonValue) => {
    const result = first(mapping({ payload: { ...at('data'), format } }), { id: 'a', data });
    return Array.isArray(result) ? Reflect.get(Object(result[0]), 'payload') : result;
  };

  it('becomes hexadecimal digits', () => {
    expect(payloadOf('hex', '0X01 FF 0a')).toBe('01ff0a');
    expect(payloadOf('base64', 'AQDIAmQ=')).toBe('0100c80264');
    expect(payloadOf('base64', '-_8')).toBe('fbff');
    expect(payloadOf('base64', '')).toBe('');
    expect(payloadOf('json', { t: [1] })).toEqual({ t: [1] });
  });

  it('is refused in another format', () => {
    expect(payloadOf('hex', '012')).toBe('BRIDGE_MAPPING_PAYLOAD_FORMAT');
    expect(payloadOf('hex', 12)).toBe('BRIDGE_MAPPING_PAYLOAD_FORMAT');
    expect(payloadOf('base64', 'no base64!')).toBe('BRIDGE_MAPPING_PAYLOAD_FORMAT');
    expect(payloadOf('json', null)).toBe('BRIDGE_MAPPING_PAYLOAD_MISSING');
  });
});

describe('the fields of a mapped message', () => {
  it('are read from topic, query and headers, and quoted numbers become numbers', () => {
    const given = mapping({
      id: { from: 'topic', path: [3], format: 'text' },
      port: { from: 'query', path: ['LrnFPort'] },
      meta: [
        { ...at('rx', 0, 'rssi'), name: 'lora.rssi', format: 'number' },
        { ...at('rx', 1, 'rssi'), name: 'lora.second', format: 'number' },
        { from: 'headers', path: ['x-event'], name: 'event', format: 'value' },
      ],
    });
    const raw = { topic: 'v3/app/devices/dev-1/up', query: { LrnFPort: '2' }, headers: { 'x-event': 'up' } };
    expect(read(given, { data: 1, rx: [{ rssi: '-80.0' }] }, raw)).toEqual([
      [{ id: 'dev-1', payload: 1, meta: { lora: { rssi: -80, fport: 2 }, event: 'up' } }],
    ]);
  });

  it.each<[FieldMapping['meta'][number]['format'], JsonValue, JsonValue | undefined]>([
    ['hertz', '868300000', 868.3],
    ['hertz', 868_100_000, 868.1],
    ['hertz', 'EU868', undefined],
    ['spreadingFactor', 'SF9BW125', 9],
    ['spreadingFactor', 'SF12 BW125 4/5', 12],
    ['spreadingFactor', '7', 7],
    ['spreadingFactor', 'FSK 50', undefined],
    ['spreadingFactor', 'SF123', undefined],
    ['gateways', [{ gatewayId: 'a', rssi: '-97.0', snr: 6 }, 5], [{ gweui: 'a', rssi: -97, lsnr: 6 }]],
    ['gateways', { Lrrid: 'b', LrrRSSI: '-80' }, [{ gweui: 'b', rssi: -80 }]],
    ['gateways', 'none', undefined],
  ])('are read as %s from %j', (format, given, expected) => {
    const meta = [{ ...at('given'), name: 'x', format }];
    const result = first(mapping({ meta }), { id: 'a', data: 1, given });
    expect(result).toEqual([{ id: 'a', payload: 1, meta: expected === undefined ? {} : { x: expected } }]);
  });

  it('have one name each', () => {
    const twice = ['lora.sf', 'lora.sf'].map((name) => ({ ...at('x'), name, format: 'value' as const }));
    const { error } = fieldMapping.safeParse({ ...mapping(), meta: twice });
    expect(error?.issues.map(({ path }) => path)).toEqual([['meta', 1, 'name']]);
  });

  it('never read properties of JavaScript’s own objects', () => {
    for (const path of [['constructor', 'name'], ['__proto__', 'toString'], ['prototype']]) {
      expect(fieldMapping.safeParse({ ...mapping(), id: { ...at(...path), format: 'text' } }).success).toBe(false);
      // The contract refuses such a path, but an older version may have stored one.
      const planted = { ...mapping(), id: { ...at(...path), format: 'text' as const } };
      expect(first(planted, { id: 'a', data: 1 })).toBe('BRIDGE_MAPPING_ID_MISSING');
    }
    for (const name of ['__proto__', 'a.constructor', 'prototype.x', 'a b']) {
      expect(fieldMapping.safeParse({ ...mapping(), meta: [{ ...at('x'), name, format: 'value' }] }).success).toBe(
        false,
      );
    }
    expect(first(mapping({ id: { ...at('length'), format: 'text' } }), 'text')).toBe('BRIDGE_MAPPING_ID_MISSING');
    expect(first(mapping({ id: { ...at('toString'), format: 'text' } }), { data: 1 })).toBe(
      'BRIDGE_MAPPING_ID_MISSING',
    );
  });
});

describe('a list of mapped messages', () => {
  it('is read one by one, and an unreadable message does not affect the others', () => {
    expect(read(mapping(), [{ id: 'a', data: 1 }, { data: 2 }, 5, { id: 'b', data: 3 }])).toEqual([
      [{ id: 'a', payload: 1, meta: {} }],
      'BRIDGE_MAPPING_ID_MISSING',
      'BRIDGE_MAPPING_ID_MISSING',
      [{ id: 'b', payload: 3, meta: {} }],
    ]);
  });

  it('may be nested in the message', () => {
    const given = mapping({
      items: ['report', 'values'],
      payload: { from: 'item', path: ['v'], format: 'json' },
      time: { from: 'item', path: ['at'], format: 's' },
    });
    expect(read(given, { id: 'a', report: { values: [{ v: 1, at: 10 }, { v: 2, at: '20' }, { at: 30 }] } })).toEqual([
      [{ id: 'a', payload: 1, time: 10_000, meta: {} }],
      [{ id: 'a', payload: 2, time: 20_000, meta: {} }],
      'BRIDGE_MAPPING_PAYLOAD_MISSING',
    ]);
    expect(read(given, { id: 'a', report: 5 })).toEqual(['BRIDGE_MAPPING_ITEMS_MISSING']);
  });

  it('has the limit of a webhook call', () => {
    const given = mapping({ items: ['list'] });
    const list = Array.from({ length: webhookLimits.messages + 1 }, () => 1);
    expect(read(given, { id: 'a', data: 1, list })).toEqual(['WEBHOOK_TOO_MANY_MESSAGES']);
    expect(read(given, { id: 'a', data: 1, list: list.slice(1) })).toHaveLength(webhookLimits.messages);
  });

  it('omits unwanted messages', () => {
    const given = mapping({ only: { ...at('event'), equals: 'up' } });
    const of = (event: string) => ({ id: 'a', data: 1, event });
    expect(read(given, [of('join'), of('up'), { id: 'a', data: 1 }])).toEqual([
      [],
      [{ id: 'a', payload: 1, meta: {} }],
      [],
    ]);
  });
});
