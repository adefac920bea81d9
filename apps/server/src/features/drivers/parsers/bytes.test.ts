import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf } from './bytes.ts';

describe('the bytes of a payload', () => {
  it('are those of its hexadecimal text, in upper or lower case', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, isUpper) => {
        const hex = Buffer.from(bytes).toString('hex');
        expect(bytesOf(isUpper ? hex.toUpperCase() : hex)).toEqual({ ok: true, bytes: [...bytes] });
      }),
    );
  });

  it('are missing from a text with an odd number of digits', () => {
    expect(bytesOf('abc')).toEqual({ ok: false, code: 'PACKET_ODD_HEX' });
  });

  it.each(['0g', 'zz', '0x01', '01 02', '@1', ':0', '/0', '`a', '[0', 'ä0', '\u{1f600}', null, undefined, 7, {}, [1]])(
    'are missing from %j',
    (payload) => {
      expect(bytesOf(payload)).toEqual({ ok: false, code: 'PACKET_NOT_HEX' });
    },
  );
});
