import { createByteReader, createByteWriter } from './bytes.ts';
import { type Columns, dayMs, hourMs } from './columns.ts';
import { decimalsOf, decodeNumbers, encodeNumbers, powerOf } from './numbers.ts';

/** What the numbers of one UTC hour come to. */
export interface Hour {
  /** 0 to 23. */
  hour: number;
  count: number;
  sum: number;
  min: number;
  max: number;
  first: number;
  last: number;
}

/** The rollups of a day that holds nothing but numbers. */
export function hoursOf(columns: Columns): Hour[] {
  const decimals = decimalsOf(columns.number);
  // Summed as whole numbers, decimals give the sum that a person would write down, and a short one.
  const power = decimals === undefined ? 1 : powerOf(decimals);
  const hours: Hour[] = [];
  let current: Hour | undefined;
  for (const [index, at] of columns.at.entries()) {
    const value = columns.number[index] ?? 0;
    const scaled = decimals === undefined ? value : Math.round(value * power);
    const hour = Math.floor((at % dayMs) / hourMs);
    if (current?.hour !== hour) {
      current = { hour, count: 0, sum: 0, min: value, max: value, first: value, last: value };
      hours.push(current);
    }
    current.count += 1;
    current.sum += scaled;
    current.min = Math.min(current.min, value);
    current.max = Math.max(current.max, value);
    current.last = value;
  }
  for (const entry of hours) entry.sum /= power;
  return hours;
}

const numberColumns = ['sum', 'min', 'max', 'first', 'last'] as const;

export function encodeHours(hours: readonly Hour[]): Buffer {
  const writer = createByteWriter(16 + hours.length * 16);
  writer.byte(hours.length);
  for (const { hour, count } of hours) {
    writer.byte(hour);
    writer.unsigned(count);
  }
  for (const name of numberColumns)
    encodeNumbers(
      writer,
      hours.map((entry) => entry[name]),
    );
  return writer.finish();
}

export function decodeHours(buffer: Buffer): Hour[] {
  const reader = createByteReader(buffer);
  const hours: Hour[] = [];
  for (let left = reader.byte(); left > 0; left -= 1) {
    hours.push({ hour: reader.byte(), count: reader.unsigned(), sum: 0, min: 0, max: 0, first: 0, last: 0 });
  }
  for (const name of numberColumns) {
    for (const [index, value] of decodeNumbers(reader, hours.length).entries()) {
      const entry = hours[index];
      if (entry) entry[name] = value;
    }
  }
  return hours;
}
