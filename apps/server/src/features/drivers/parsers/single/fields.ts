import type { ParserField } from '@stellwerk/contract/driver';

type Value = number | boolean | string;

/** The bits of a field, least significant last; a little-endian one of whole bytes has its bytes turned round. */
function bitsOf(bytes: readonly number[], startBit: number, { bits, endian }: ParserField): bigint {
  let value = 0n;
  if (endian === 'little' && bits % 8 === 0) {
    for (let done = bits; done > 0; done -= 8) value = (value << 8n) | BigInt(byteAt(bytes, startBit + done - 8));
    return value;
  }
  for (let bit = startBit; bit < startBit + bits; bit++) {
    value = (value << 1n) | BigInt(((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  }
  return value;
}

/** Eight bits from any place. */
function byteAt(bytes: readonly number[], bit: number): number {
  const index = bit >> 3;
  const pair = ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0);
  return (pair >> (8 - (bit & 7))) & 0xff;
}

function floatOf(raw: bigint, bits: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, raw << BigInt(64 - bits));
  return bits === 64 ? view.getFloat64(0) : bits === 32 ? view.getFloat32(0) : view.getFloat16(0);
}

/** Bytes of UTF-8 up to the first zero; what is no text is left out. */
function textOf(bytes: readonly number[], startBit: number, bits: number): string {
  const codes = Array.from({ length: bits >> 3 }, (_, index) => byteAt(bytes, startBit + 8 * index));
  const end = codes.indexOf(0);
  return new TextDecoder().decode(Uint8Array.from(end < 0 ? codes : codes.slice(0, end)));
}

/** Floating point leaves dust (0.1 × 3); a factor has at most so many digits that mean something. */
const scaled = (value: number, { factor, offset }: ParserField) =>
  factor === 1 && offset === 0 ? value : Number((value * factor + offset).toPrecision(12));

function readValue(bytes: readonly number[], startBit: number, field: ParserField): Value {
  if (field.type === 'string') return textOf(bytes, startBit, field.bits);
  const raw = bitsOf(bytes, startBit, field);
  if (field.type === 'bool') return raw !== 0n;
  if (field.type === 'float') return scaled(floatOf(raw, field.bits), field);
  return scaled(Number(field.type === 'int' ? BigInt.asIntN(field.bits, raw) : raw), field);
}

/** Reads from left to right; what ends too early gives the fields that it still has. */
export function readFields(bytes: readonly number[], fields: readonly ParserField[]): Record<string, Value> {
  const values: Record<string, Value> = {};
  let bit = 0;
  for (const field of fields) {
    if (bit + field.bits > bytes.length * 8) break;
    if (field.type !== 'skip') values[field.name] = readValue(bytes, bit, field);
    bit += field.bits;
  }
  return values;
}
