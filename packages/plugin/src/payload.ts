import type { JsonValue } from './json.ts';

/** Encodes numbers as bytes of a frame in hex. Values out of range are clamped. */

/** Text, null and other values that are not numbers count as 0. */
export function numberOf(value: JsonValue | undefined): number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' && !Number.isNaN(value) ? value : 0;
}

export const within = (value: number, from: number, to: number): number =>
  Math.min(to, Math.max(from, Number.isNaN(value) ? 0 : value));

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const byte = (value: number) => digits[value & 0xff] ?? '00';

const unsigned = (value: number, bits: number) => within(Math.round(value), 0, 2 ** bits - 1);
const signed = (value: number, bits: number) => within(Math.round(value), -(2 ** (bits - 1)), 2 ** (bits - 1) - 1);

const bigEndian16 = (value: number) => byte(value >> 8) + byte(value);
const littleEndian16 = (value: number) => byte(value) + byte(value >> 8);

export const u8 = (value: number) => byte(unsigned(value, 8));
export const i8 = (value: number) => byte(signed(value, 8));
export const u16be = (value: number) => bigEndian16(unsigned(value, 16));
export const u16le = (value: number) => littleEndian16(unsigned(value, 16));
export const i16be = (value: number) => bigEndian16(signed(value, 16));
export const i16le = (value: number) => littleEndian16(signed(value, 16));

export function u32be(value: number): string {
  const whole = unsigned(value, 32);
  return bigEndian16(whole >>> 16) + bigEndian16(whole);
}

function littleEndian32(whole: number): string {
  return littleEndian16(whole) + littleEndian16(whole >>> 16);
}
export const u32le = (value: number) => littleEndian32(unsigned(value, 32));
export const i32le = (value: number) => littleEndian32(signed(value, 32));

/** Two decimal digits per byte, least significant byte first, as in M-Bus (EN 13757-3, type A). */
export function bcdle(value: number, bytes: number): string {
  const text = within(Math.round(value), 0, 10 ** (bytes * 2) - 1)
    .toString()
    .padStart(bytes * 2, '0');
  return (text.match(/../g) ?? []).toReversed().join('');
}
