import { createByteReader, createByteWriter } from './bytes.ts';
import {
  type Columns,
  dayMs,
  hasNumber,
  hasText,
  kindOfCode,
  sliceColumns,
  sourceOfCode,
  type Values,
} from './columns.ts';
import { decodeNumbers, encodeNumbers } from './numbers.ts';
import { encodeHours, hoursOf } from './rollup.ts';

export interface Part {
  points: number;
  firstAt: number;
  lastAt: number;
  chunk: Buffer;
  /** Hourly rollups, if there are enough points per hour for them to save work. */
  hours: Buffer | null;
}

const version = 1;
/** Keeps rows far below PostgreSQL's limit for a field, however long the texts are. */
const partPoints = 65_536;
const partTextChars = 4_000_000;
/** Rollups of fewer points per hour than this would waste space. */
const worthwhile = 3;

type Writer = ReturnType<typeof createByteWriter>;
type Reader = ReturnType<typeof createByteReader>;

/** Run-length encodes a column that seldom changes: (value, count) pairs. */
function encodeRuns(writer: Writer, values: readonly number[]): void {
  for (let start = 0; start < values.length; ) {
    const value = values[start] ?? 0;
    let end = start + 1;
    while (values[end] === value) end += 1;
    writer.unsigned(value);
    writer.unsigned(end - start);
    start = end;
  }
}

function decodeRuns<T>(reader: Reader, count: number, read: (value: number) => T): T[] {
  const values: T[] = [];
  while (values.length < count) {
    const value = read(reader.unsigned());
    const length = reader.unsigned();
    // Nearly always there is only one run.
    if (length === count) return new Array<T>(count).fill(value);
    for (let left = length; left > 0; left -= 1) values.push(value);
  }
  return values;
}

/** Devices report at steady intervals, so the change of the interval between two points is stored. */
function encodeTimes(writer: Writer, at: readonly number[]): void {
  let before = Math.floor((at[0] ?? 0) / dayMs) * dayMs;
  let distance = 0;
  writer.unsigned(before / dayMs);
  for (const time of at) {
    writer.signed(time - before - distance);
    distance = time - before;
    before = time;
  }
}

function decodeTimes(reader: Reader, count: number): number[] {
  let time = reader.unsigned() * dayMs;
  let distance = 0;
  return reader.signedMany(count, (change) => {
    distance += change;
    time += distance;
    return time;
  });
}

function encodeSequence(writer: Writer, values: readonly number[]): void {
  let before = 0;
  for (const value of values) {
    writer.signed(value - before);
    before = value;
  }
}

function decodeSequence(reader: Reader, count: number): number[] {
  let value = 0;
  return reader.signedMany(count, (change) => {
    value += change;
    return value;
  });
}

function encodeChunk(columns: Columns): Buffer {
  const writer = createByteWriter(64 + columns.at.length * 8);
  writer.byte(version);
  writer.unsigned(columns.at.length);
  encodeTimes(writer, columns.at);
  encodeRuns(
    writer,
    columns.kind.map((kind) => kind.charCodeAt(0)),
  );
  encodeNumbers(
    writer,
    columns.number.filter((_, index) => hasNumber(columns.kind[index])),
  );
  let before: string | undefined;
  for (const [index, kind] of columns.kind.entries()) {
    if (!hasText(kind)) continue;
    const text = columns.text[index] ?? '';
    // States often repeat their value; zero means "same as before".
    if (text === before) writer.unsigned(0);
    else writer.text(text);
    before = text;
  }
  encodeRuns(writer, columns.shard);
  encodeSequence(writer, columns.seq);
  encodeRuns(
    writer,
    columns.source.map((letter) => letter.charCodeAt(0)),
  );
  return writer.finish();
}

function readValues(reader: Reader): Values {
  const found = reader.byte();
  if (found !== version) throw new RangeError(`packed history has the unknown version ${found}`);
  const count = reader.unsigned();
  const at = decodeTimes(reader, count);
  const kind = decodeRuns(reader, count, kindOfCode);
  let numbers = 0;
  for (const letter of kind) if (hasNumber(letter)) numbers += 1;
  const values: Values = { at, kind, number: decodeNumbers(reader, numbers), text: [] };
  if (numbers < count) spreadValues(values, reader);
  return values;
}

/** The origin of the points is stored at the end, so reading only the values stops before it. */
export const decodeValues = (chunk: Buffer): Values => readValues(createByteReader(chunk));

export function decodeChunk(chunk: Buffer): Columns {
  const reader = createByteReader(chunk);
  const values = readValues(reader);
  const count = values.at.length;
  const shard = decodeRuns(reader, count, (code) => code);
  const seq = decodeSequence(reader, count);
  return { ...values, shard, seq, source: decodeRuns(reader, count, sourceOfCode) };
}

/** Puts numbers and texts back at their indexes among points of several kinds. */
function spreadValues(values: Values, reader: Reader): void {
  const numbers = values.number;
  values.number = [];
  let next = 0;
  let before: string | undefined;
  for (const kind of values.kind) {
    values.number.push(hasNumber(kind) ? (numbers[next++] ?? Number.NaN) : Number.NaN);
    if (hasText(kind)) before = reader.text() ?? before;
    values.text.push(hasText(kind) ? before : undefined);
  }
}

function encodePart(columns: Columns): Part {
  const chunk = encodeChunk(columns);
  const hours = columns.kind.every((kind) => kind === 'n') ? hoursOf(columns) : undefined;
  const hasMany = hours !== undefined && columns.at.length >= hours.hour.length * worthwhile;
  return {
    points: columns.at.length,
    firstAt: columns.at[0] ?? 0,
    lastAt: columns.at.at(-1) ?? 0,
    chunk,
    hours: hasMany ? encodeHours(hours) : null,
  };
}

/** Packs the points of one series and day. Reading the parts in order returns the points in order. */
export function encodeDay(columns: Columns): Part[] {
  const parts: Part[] = [];
  let start = 0;
  let textChars = 0;
  for (let index = 0; index < columns.at.length; index += 1) {
    const lengthChars = columns.text[index]?.length ?? 0;
    if (index > start && (index - start >= partPoints || textChars + lengthChars > partTextChars)) {
      parts.push(encodePart(sliceColumns(columns, start, index)));
      start = index;
      textChars = 0;
    }
    textChars += lengthChars;
  }
  if (start < columns.at.length) parts.push(encodePart(sliceColumns(columns, start, columns.at.length)));
  return parts;
}
