import type { ParserField } from '@stellwerk/contract/driver';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFields } from './fields.ts';

const field = (given: Partial<ParserField>): ParserField => ({
  name: 'x',
  bits: 8,
  type: 'uint',
  endian: 'big',
  factor: 1,
  offset: 0,
  unit: '',
  ...given,
});

/** Writes a number bit by bit, the slow and obvious way. */
function bitsOf(value: bigint, bits: number): string {
  return BigInt.asUintN(bits, value).toString(2).padStart(bits, '0');
}
function bytesOfBits(text: string): number[] {
  const padded = text.padEnd(Math.ceil(text.length / 8) * 8, '0');
  return Array.from({ length: padded.length / 8 }, (_, index) =>
    Number.parseInt(padded.slice(index * 8, index * 8 + 8), 2),
  );
}

describe('fields of bits', () => {
  it('are read as they were written, from any bit position', () => {
    const entry = fc
      .record({
        bits: fc.integer({ min: 1, max: 53 }),
        isSigned: fc.boolean(),
        raw: fc.bigInt({ min: 0n, max: 2n ** 53n }),
      })
      .map(({ bits, isSigned, raw }) => {
        const value = isSigned ? BigInt.asIntN(bits, raw) : BigInt.asUintN(bits, raw);
        return { bits, type: isSigned ? ('int' as const) : ('uint' as const), value };
      });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 12 }), (entries) => {
        const fields = entries.map(({ bits, type }, index) => field({ name: `f${index}`, bits, type }));
        const bytes = bytesOfBits(entries.map(({ value, bits }) => bitsOf(value, bits)).join(''));
        const expected = Object.fromEntries(entries.map(({ value }, index) => [`f${index}`, Number(value)]));
        expect(readFields(bytes, fields)).toEqual(expected);
      }),
    );
  });

  it('are reversed by bytes if they are little-endian, also between byte limits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 7 }),
        fc.bigInt({ min: 0n, max: 2n ** 48n - 1n }),
        (count, shift, raw) => {
          const value = BigInt.asUintN(count * 8, raw);
          const turned =
            bitsOf(value, count * 8)
              .match(/.{8}/g)
              ?.reverse()
              .join('') ?? '';
          const bytes = bytesOfBits('1'.repeat(shift) + turned);
          const skipped = shift > 0 ? [field({ type: 'skip', bits: shift })] : [];
          expect(readFields(bytes, [...skipped, field({ bits: count * 8, endian: 'little' })])).toEqual({
            x: Number(value),
          });
        },
      ),
    );
  });

  it('end where the payload ends; earlier ones stay', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 15 }),
        (bytes, widths) => {
          const fields = widths.map((bits, index) => field({ name: `f${index}`, bits }));
          let room = bytes.length * 8;
          const fitting = widths.findIndex((bits) => {
            room -= bits;
            return room < 0;
          });
          const count = fitting < 0 ? widths.length : fitting;
          expect(Object.keys(readFields([...bytes], fields))).toEqual(fields.slice(0, count).map(({ name }) => name));
        },
      ),
    );
  });

  it('are floats of 16, 32 and 64 bits', () => {
    const view = new DataView(new ArrayBuffer(14));
    view.setFloat16(0, 1.5);
    view.setFloat32(2, -2.25);
    view.setFloat64(6, Math.PI, true);
    const bytes = [...new Uint8Array(view.buffer)];
    const fields = [
      field({ name: 'half', type: 'float', bits: 16 }),
      field({ name: 'single', type: 'float', bits: 32 }),
      field({ name: 'double', type: 'float', bits: 64, endian: 'little' }),
    ];
    expect(readFields(bytes, fields)).toEqual({ half: 1.5, single: -2.25, double: Math.PI });
  });

  it('are scaled without floating-point errors', () => {
    expect(readFields([3], [field({ factor: 0.1 })])).toEqual({ x: 0.3 });
    expect(readFields([0xff, 0x38], [field({ type: 'int', bits: 16, factor: 0.01, offset: -40 })])).toEqual({ x: -42 });
  });

  it('are flags and texts', () => {
    const fields = [
      field({ name: 'on', type: 'bool', bits: 1 }),
      field({ name: 'off', type: 'bool', bits: 7 }),
      field({ name: 'text', type: 'string', bits: 40 }),
    ];
    expect(readFields([0x80, ...Buffer.from('Tür\0')], fields)).toEqual({ on: true, off: false, text: 'Tür' });
  });

  it('of 64 bits keep the precision of a number', () => {
    expect(readFields(Array(8).fill(255), [field({ type: 'int', bits: 64 })])).toEqual({ x: -1 });
    expect(readFields(Array(8).fill(255), [field({ bits: 64 })])).toEqual({ x: 2 ** 64 });
  });
});
