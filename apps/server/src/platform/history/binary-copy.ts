import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
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
