import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../platform/history/history.ts';
import { understand } from './message.ts';

const contentOf = (given: JsonValue) => {
  const understood = understand(given);
  if (!understood.ok) throw new Error(understood.reason.code);
  return understood.message;
};
const codeOf = (given: JsonValue) => {
  const understood = understand(given);
  return understood.ok ? undefined : understood.reason.code;
};

describe('a message', () => {
  it('is taken in both spellings', () => {
    expect(contentOf({ id: 'A1', timestamp: '2026-01-01T00:00:00Z', payload: '00ff' })).toEqual({
      identifier: 'A1',
      content: { payload: '00ff', meta: {}, time: Date.UTC(2026, 0, 1) },
    });
    expect(contentOf({ identifier: 7, time: 1_767_225_600, packet: { t: 1 }, meta: { lora: { fport: 2 } } })).toEqual({
      identifier: '7',
      content: { payload: { t: 1 }, meta: { lora: { fport: 2 } }, time: Date.UTC(2026, 0, 1) },
    });
  });

  it('may leave out its time', () => {
    expect(contentOf({ id: 'a', payload: 1 }).content.time).toBeNull();
  });

  it('names the numbers that are too large to be kept', () => {
    const large = (text: string) => contentOf(JSON.parse(text)).content.outOfRange;
    expect(large('{"id":"a","payload":{"n":1e999,"deep":{"list":[1,-1e999]}}}')).toEqual(['n', 'deep.list.1']);
    expect(large('{"id":"a","payload":1e999}')).toEqual(['']);
    expect(large('{"id":"a","payload":{"n":1},"meta":{"rssi":1e999}}')).toBeUndefined();
    expect(large('{"routing":{"r":"v"},"variable":"n","data":{"value":1e999}}')).toEqual(['']);
    expect(large('{"id":"a","payload":{"n":1e308},"meta":{}}')).toBeUndefined();
  });

  it.each([
    '2026-01-01T00:00:00',
    '2026-01-01 00:00',
    '2026-01-01',
    '2026-01-01T01:00:00+01:00',
    '2025-12-31T22:00:00-0200',
  ])('reads the time %s as UTC where it names no zone, whatever the zone of the server', (time) => {
    const zone = process.env.TZ;
    process.env.TZ = 'Asia/Kathmandu';
    const read = contentOf({ id: 'a', payload: 1, time }).content.time;
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
    expect(read).toBe(Date.UTC(2026, 0, 1));
  });

  it('takes milliseconds as such', () => {
    expect(contentOf({ id: 'a', payload: 1, time: 1_767_225_600_000 }).content.time).toBe(Date.UTC(2026, 0, 1));
  });

  it.each<[string, JsonValue]>([
    ['PACKET_NOT_AN_OBJECT', 5],
    ['PACKET_NOT_AN_OBJECT', [1]],
    ['PACKET_NOT_AN_OBJECT', null],
    ['PACKET_IDENTIFIER_MISSING', { payload: 1 }],
    ['PACKET_IDENTIFIER_MISSING', { id: '  ', payload: 1 }],
    ['PACKET_IDENTIFIER_MISSING', { id: 'a\u0000b', payload: 1 }],
    ['PACKET_IDENTIFIER_MISSING', { id: '\ud800', payload: 1 }],
    ['PACKET_IDENTIFIER_MISSING', { id: 'x'.repeat(201), payload: 1 }],
    ['PACKET_IDENTIFIER_MISSING', { id: { a: 1 }, payload: 1 }],
    ['PACKET_IDENTIFIER_MISSING', JSON.parse('{"id":1e400,"payload":1}')],
    ['PACKET_PAYLOAD_MISSING', { id: 'a' }],
    ['PACKET_META_INVALID', { id: 'a', payload: 1, meta: [1] }],
    ['PACKET_TIME_INVALID', { id: 'a', payload: 1, time: 'yesterday' }],
    ['PACKET_TIME_INVALID', { id: 'a', payload: 1, time: 1e300 }],
    ['PACKET_TIME_INVALID', { id: 'a', payload: 1, time: '12345' }],
    ['PACKET_TIME_INVALID', { id: 'a', payload: 1, time: 'sensor 5' }],
    ['PACKET_FORBIDDEN_NAME', { id: 'a', payload: JSON.parse('{"__proto__":{"x":1}}') }],
    ['PACKET_FORBIDDEN_NAME', { id: 'a', payload: { deep: [{ constructor: 1 }] } }],
  ])('is refused with %s', (code, given) => {
    expect(codeOf(given)).toBe(code);
  });

  it('is refused when it is nested too deeply, however deep', () => {
    let nested: JsonValue = 1;
    for (let level = 0; level < 100_000; level += 1) nested = [nested];
    expect(codeOf({ id: 'a', payload: nested })).toBe('PACKET_TOO_DEEP');
  });
});
