import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { kindOfCode, type Row, sourceOfCode } from './columns.ts';
import type { Client } from './connection.ts';

// PostgreSQL documentation, COPY, "Binary Format": signature, flags, extension length; each row is its number of fields,
// each field its length and bytes, -1 for null; a row with -1 fields ends it. Everything is big-endian.
const header = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const sliceBytes = 262_144;
const twoTo32 = 2 ** 32;

export interface CopyFields {
  /** Begins a row of so many fields. */
  row(fields: number): void;
  int2(value: number): void;
  int4(value: number): void;
  int8(value: number): void;
  float8(value: number | null): void;
  /** PostgreSQL's one-byte type "char". */
  letter(value: string): void;
  text(value: string | null): void;
  bytes(value: Buffer | null): void;
}

function createFields() {
  let buffer = Buffer.allocUnsafe(sliceBytes);
  let length = header.copy(buffer);

  function reserve(wantedBytes: number): void {
    if (length + wantedBytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, length + wantedBytes));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  }

  function size(bytes: number): void {
    reserve(4 + Math.max(bytes, 0));
    length = buffer.writeInt32BE(bytes, length);
  }

  const fields: CopyFields = {
    row(count) {
      reserve(2);
      length = buffer.writeInt16BE(count, length);
    },
    int2(value) {
      size(2);
      length = buffer.writeInt16BE(value, length);
    },
    int4(value) {
      size(4);
      length = buffer.writeInt32BE(value, length);
    },
    int8(value) {
      size(8);
      length = buffer.writeInt32BE(Math.floor(value / twoTo32), length);
      length = buffer.writeUInt32BE(value - Math.floor(value / twoTo32) * twoTo32, length);
    },
    float8(value) {
      size(value === null ? -1 : 8);
      if (value !== null) length = buffer.writeDoubleBE(value, length);
    },
    letter(value) {
      size(1);
      length = buffer.writeUInt8(value.charCodeAt(0), length);
    },
    text(value) {
      size(value === null ? -1 : Buffer.byteLength(value));
      if (value !== null) length += buffer.write(value, length);
    },
    bytes(value) {
      size(value?.length ?? -1);
      if (value) length += value.copy(buffer, length);
    },
  };

  /** What has been written since the last time, once it is worth sending. */
  function take(leastBytes: number): Buffer | undefined {
    if (length < leastBytes) return undefined;
    const taken = buffer.subarray(0, length);
    buffer = Buffer.allocUnsafe(sliceBytes);
    length = 0;
    return taken;
  }

  return { fields, take };
}

/** Sends rows by `copy … from stdin (format binary)`; `write` puts one row into its fields. */
export async function copyIn<T>(
  client: Client,
  statement: string,
  rows: Iterable<T>,
  write: (fields: CopyFields, row: T) => void,
): Promise<void> {
  const stream = client.query(copyFrom(statement));
  const done = finished(stream);
  // Awaited below; a connection that breaks while we are still encoding must not count as unhandled.
  done.catch(() => {});
  const { fields, take } = createFields();
  try {
    for (const row of rows) {
      write(fields, row);
      const slice = take(sliceBytes - 4096);
      if (slice && !stream.write(slice)) await Promise.race([once(stream, 'drain'), done]);
    }
    fields.row(-1);
    stream.end(take(0));
  } catch (error) {
    // Without this the connection would wait for the rest of the rows for ever.
    stream.destroy(error instanceof Error ? error : new Error('copy failed', { cause: error }));
  }
  await done;
}

const readInt8 = (buffer: Buffer, offset: number) =>
  buffer.readInt32BE(offset) * twoTo32 + buffer.readUInt32BE(offset + 4);

/** Bytes of the row that starts at `offset`, or undefined when it is not complete yet. */
function rowSize(buffer: Buffer, offset: number): number | undefined {
  if (offset + 2 > buffer.length) return undefined;
  let end = offset + 2;
  for (let left = buffer.readInt16BE(offset); left > 0; left -= 1) {
    if (end + 4 > buffer.length) return undefined;
    end += 4 + Math.max(buffer.readInt32BE(end), 0);
  }
  return end <= buffer.length ? end - offset : undefined;
}

export interface SeriesRow extends Row {
  series: number;
}

export const copiedColumns = 'series, at, seq, shard, kind, source, number, text';

function readRow(buffer: Buffer, offset: number): SeriesRow {
  // Field lengths are known up to `source`: each field is preceded by four bytes.
  const number = offset + 56;
  const hasNumber = buffer.readInt32BE(number) === 8;
  const text = number + (hasNumber ? 12 : 4);
  const textBytes = buffer.readInt32BE(text);
  return {
    series: readInt8(buffer, offset + 6),
    at: readInt8(buffer, offset + 18),
    seq: readInt8(buffer, offset + 30),
    shard: buffer.readInt32BE(offset + 42),
    kind: kindOfCode(buffer.readUInt8(offset + 50)),
    source: sourceOfCode(buffer.readUInt8(offset + 55)),
    number: hasNumber ? buffer.readDoubleBE(number + 4) : null,
    text: textBytes < 0 ? null : buffer.toString('utf8', text + 4, text + 4 + textBytes),
  };
}

/** Reads the rows of a query that selects `copiedColumns`, in batches as they arrive. */
export async function* copyOut(client: Client, query: string): AsyncGenerator<SeriesRow[]> {
  let rest = Buffer.alloc(0);
  let started = false;
  for await (const chunk of client.query(copyTo(`copy (${query}) to stdout (format binary)`))) {
    const buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let offset = 0;
    if (!started) {
      if (buffer.length < header.length) {
        rest = buffer;
        continue;
      }
      started = true;
      offset = header.length;
    }
    const rows: SeriesRow[] = [];
    for (let size = rowSize(buffer, offset); size !== undefined && size > 2; size = rowSize(buffer, offset)) {
      rows.push(readRow(buffer, offset));
      offset += size;
    }
    rest = buffer.subarray(offset);
    if (rows.length > 0) yield rows;
  }
}
