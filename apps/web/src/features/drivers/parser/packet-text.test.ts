import { describe, expect, it } from 'vitest';
import { inputOf, inputOfTest, type PacketFormat, readPacket } from './packet-text.ts';

const read = (text: string, format: PacketFormat = 'auto', port = '', meta = '') =>
  readPacket({ text, format, port, meta });

describe('readPacket', () => {
  it.each([
    ['0167fb', '0167fb'],
    ['01 67 FB', '0167fb'],
    ['0x01, 0x67, 0xFB', '0167fb'],
    ['01:67-fb', '0167fb'],
  ])('takes hex however it is written: %s', (text, payload) => {
    expect(read(text)).toMatchObject({ status: 'ready', format: 'hex', packet: { payload }, bytes: [1, 0x67, 0xfb] });
  });

  it('takes base64, also in the form for addresses', () => {
    expect(read('AWf7')).toMatchObject({ format: 'base64', packet: { payload: '0167fb' } });
    expect(read('-_8=', 'base64')).toMatchObject({ packet: { payload: 'fbff' } });
  });

  it('takes hex for what could be both, unless told otherwise', () => {
    expect(read('abcd')).toMatchObject({ format: 'hex' });
    expect(read('abcd', 'base64')).toMatchObject({ format: 'base64', bytes: [105, 183, 29] });
  });

  it('leaves JSON as it is', () => {
    expect(read('{"temperature": 21.5}')).toEqual({
      status: 'ready',
      format: 'json',
      packet: { payload: { temperature: 21.5 } },
      bytes: null,
    });
    expect(read('"0167"', 'json')).toMatchObject({ packet: { payload: '0167' }, bytes: [1, 0x67] });
  });

  it('hands on port and meta', () => {
    expect(read('01', 'hex', '85', '{"a": 1}')).toMatchObject({ packet: { payload: '01', fPort: 85, meta: { a: 1 } } });
    expect(read('01', 'hex', '0')).toMatchObject({ packet: { fPort: 0 } });
  });

  it.each([
    ['012', 'auto', '', '', 'hexOdd'],
    ['zz', 'hex', '', '', 'hex'],
    ['?', 'auto', '', '', 'base64'],
    ['{', 'auto', '', '', 'json'],
    ['01', 'hex', '256', '', 'port'],
    ['01', 'hex', '1.5', '', 'port'],
    ['01', 'hex', '', '[]', 'meta'],
    ['01', 'hex', '', '{', 'meta'],
  ] as const)('says what is wrong with %s', (text, format, port, meta, problem) => {
    expect(read(text, format, port, meta)).toEqual({ status: 'wrong', problem });
  });

  it('knows when there is nothing yet', () => {
    expect(read('  ')).toEqual({ status: 'empty' });
  });
});

describe('packets as input', () => {
  it('show hex as it is and everything else as JSON', () => {
    const meta = { lora: { fport: 85 } };
    expect(inputOf({ payload: '0167', meta })).toMatchObject({ text: '0167', format: 'hex', port: '85' });
    expect(inputOf({ payload: { a: 1 }, meta: {} })).toMatchObject({ format: 'json', port: '', meta: '' });
    expect(JSON.parse(inputOf({ payload: { a: 1 } }).text)).toEqual({ a: 1 });
  });

  it('come back from a test as they went in', () => {
    expect(inputOfTest({ bytes: [1, 103], fPort: 2 })).toMatchObject({ text: '0167', format: 'hex', port: '2' });
    const packet = { payload: { a: 1 }, fPort: 3, meta: { lora: { fport: 9 } } };
    expect(readPacket(inputOfTest(packet))).toMatchObject({ packet });
  });
});
