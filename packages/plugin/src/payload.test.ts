import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as payload from './payload.ts';

const read = (hex: string) => Buffer.from(hex, 'hex');

describe('numbers in hex', () => {
  const forms = [
    ['u8', payload.u8, (b: Buffer) => b.readUInt8(), 0, 255],
    ['i8', payload.i8, (b: Buffer) => b.readInt8(), -128, 127],
    ['u16be', payload.u16be, (b: Buffer) => b.readUInt16BE(), 0, 65_535],
    ['u16le', payload.u16le, (b: Buffer) => b.readUInt16LE(), 0, 65_535],
    ['i16be', payload.i16be, (b: Buffer) => b.readInt16BE(), -32_768, 32_767],
    ['i16le', payload.i16le, (b: Buffer) => b.readInt16LE(), -32_768, 32_767],
    ['u32be', payload.u32be, (b: Buffer) => b.readUInt32BE(), 0, 4_294_967_295],
    ['u32le', payload.u32le, (b: Buffer) => b.readUInt32LE(), 0, 4_294_967_295],
    ['i32le', payload.i32le, (b: Buffer) => b.readInt32LE(), -2_147_483_648, 2_147_483_647],
  ] as const;

  it.each(forms)('%s writes the nearest that fits', (_, write, back, least, most) => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const expected = Math.min(most, Math.max(least, Math.round(Number.isNaN(value) ? 0 : value)));
        expect(back(read(write(value))) + 0).toBe(expected + 0);
      }),
    );
    for (const edge of [least, most]) expect(back(read(write(edge)))).toBe(edge);
  });

  it('writes decimal digits, the last ones first', () => {
    expect(payload.bcdle(2_616_752, 4)).toBe('52676102');
    expect(payload.bcdle(-3, 2)).toBe('0000');
    expect(payload.bcdle(1e9, 2)).toBe('9999');
  });

  it('counts what is no number as nothing', () => {
    expect([null, 'x', undefined, Number.NaN, {}, true, 4].map((value) => payload.numberOf(value))).toEqual([
      0, 0, 0, 0, 0, 1, 4,
    ]);
  });
});
