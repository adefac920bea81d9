import type { ParserField } from '@stellwerk/contract/driver';

type Value = number | boolean | string;

/** Bits of a field, least significant last; little-endian fields of whole bytes are reversed. */
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

/** Eight bits from any bit position. */
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

/** UTF-8 up to the first zero byte; invalid characters are skipped. */
function textOf(bytes: readonly number[], startBit: number, bits: number): string {
  const codes = Array.from({ length: bits >> 3 }, (_, index) => byteAt(bytes, startBit + 8 * index));
  const end = codes.indexOf(0);
  return new TextDecoder().decode(Uint8Array.from(end < 0 ? codes : codes.slice(0, end)));
}

/** Rounds floating-point errors (0.1 × 3) to the significant digits of a factor. */
const scaled = (value: number, { factor, offset }: ParserField) =>
  factor === 1 && offset === 0 ? value : Number((value * factor + offset).toPrecision(12));

function readValue(bytes: readonly number[], startBit: number, field: ParserField): Value {
  if (field.type === 'string') return textOf(bytes, startBit, field.bits);
  const raw = bitsOf(bytes, startBit, field);
  if (field.type === 'bool') return raw !== 0n;
  if (field.type === 'float') return scaled(floatOf(raw, field.bits), field);
  return scaled(Number(field.type === 'int' ? BigInt.asIntN(field.bits, raw) : raw), field);
}

/** Reads fields from left to right; a short payload gives only the fields it contains. */
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
