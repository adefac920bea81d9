import type { ByteReader, ByteWriter } from './bytes.ts';

const powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
/** Integers below this survive scaling, and the difference of two of them is exact. */
const largest = 2 ** 50;
const asFloats = 255;

export const powerOf = (decimals: number) => powers[decimals] ?? 1;

/** The maximum number of decimals among the numbers; undefined if they are not short decimals. */
export function decimalsOf(values: readonly number[]): number | undefined {
  let decimals = 0;
  let greatest = 0;
  for (const value of values) {
    if (Object.is(value, -0)) return undefined;
    let power = powerOf(decimals);
    while (Math.round(value * power) / power !== value) {
      decimals += 1;
      if (decimals >= powers.length) return undefined;
      power = powerOf(decimals);
    }
    greatest = Math.max(greatest, Math.abs(value));
  }
  return greatest * powerOf(decimals) < largest ? decimals : undefined;
}

/** Sensors send short decimals: stored as differences of scaled integers, they take a byte or two each. */
export function encodeNumbers(writer: ByteWriter, values: readonly number[]): void {
  const decimals = decimalsOf(values);
  writer.byte(decimals ?? asFloats);
  if (decimals === undefined) {
    for (const value of values) writer.float(value);
    return;
  }
  const power = powerOf(decimals);
  let before = 0;
  for (const value of values) {
    const whole = Math.round(value * power);
    writer.signed(whole - before);
    before = whole;
  }
}

export function decodeNumbers(reader: ByteReader, count: number): number[] {
  const decimals = reader.byte();
  if (decimals === asFloats) {
    const values: number[] = [];
    for (let index = 0; index < count; index += 1) values.push(reader.float());
    return values;
  }
  const power = powerOf(decimals);
  let whole = 0;
  return reader.signedMany(count, (change) => {
    whole += change;
    return whole / power;
  });
}
