import { createByteReader, createByteWriter } from './bytes.ts';
import { type Columns, dayMs, hourMs } from './columns.ts';
import { decimalsOf, decodeNumbers, encodeNumbers, powerOf } from './numbers.ts';

/** Statistics of the numbers of each UTC hour of a day, by column. Hours without numbers are omitted. */
export interface Hours {
  /** Hour of the day in UTC, from 0 to 23. */
  hour: number[];
  count: number[];
  sum: number[];
  min: number[];
  max: number[];
  first: number[];
  last: number[];
}

/** Computes the rollups of a day that holds only numbers. */
export function hoursOf(columns: Columns): Hours {
  const decimals = decimalsOf(columns.number);
  // Summing decimals as scaled integers gives an exact sum, which is also short to encode.
  const power = decimals === undefined ? 1 : powerOf(decimals);
  const hours: Hours = { hour: [], count: [], sum: [], min: [], max: [], first: [], last: [] };
  let place = -1;
  for (const [index, at] of columns.at.entries()) {
    const value = columns.number[index] ?? 0;
    const scaled = decimals === undefined ? value : Math.round(value * power);
    const hour = Math.floor((at % dayMs) / hourMs);
    if (hours.hour[place] !== hour) {
      place += 1;
      hours.hour[place] = hour;
      hours.first[place] = value;
    }
    hours.count[place] = (hours.count[place] ?? 0) + 1;
    hours.sum[place] = (hours.sum[place] ?? 0) + scaled;
    hours.min[place] = Math.min(hours.min[place] ?? value, value);
    hours.max[place] = Math.max(hours.max[place] ?? value, value);
    hours.last[place] = value;
  }
  hours.sum = hours.sum.map((sum) => sum / power);
  return hours;
}

export function encodeHours(hours: Hours): Buffer {
  const writer = createByteWriter(16 + hours.hour.length * 16);
  writer.byte(hours.hour.length);
  for (const [index, hour] of hours.hour.entries()) {
    writer.byte(hour);
    writer.unsigned(hours.count[index] ?? 0);
  }
  for (const name of storedColumns) encodeNumbers(writer, hours[name]);
  return writer.finish();
}

/** Columns in storage order: decoding stops after the last column that is needed. */
const storedColumns = ['sum', 'min', 'max', 'first', 'last'] as const;
export type HoursColumn = (typeof storedColumns)[number];

/** Columns after `upTo` stay empty. */
export function decodeHours(buffer: Buffer, upTo: HoursColumn): Hours {
  const reader = createByteReader(buffer);
  const length = reader.byte();
  const hours: Hours = { hour: [], count: [], sum: [], min: [], max: [], first: [], last: [] };
  for (let left = length; left > 0; left -= 1) {
    hours.hour.push(reader.byte());
    hours.count.push(reader.unsigned());
  }
  for (const name of storedColumns) {
    hours[name] = decodeNumbers(reader, length);
    if (name === upTo) break;
  }
  return hours;
}
