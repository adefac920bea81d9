import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Client } from '../db/connection.ts';
import { setLong } from './bytes.ts';

// PostgreSQL documentation, COPY, "Binary Format": signature, flags, extension length; each row is its number of
// fields, each field its length (-1 for null) and bytes; a row with -1 fields ends the data. Everything is big-endian.
const header = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const sliceBytes = 262_144;

/** Buffers are reused: allocating memory of this size costs more than filling it. */
const slices: Buffer[] = [];
const keptSlices = 16;
const takeSlice = () => slices.pop() ?? Buffer.allocUnsafeSlow(sliceBytes);

function giveBack(used: readonly Buffer[]): void {
  for (const slice of used) if (slice.length === sliceBytes && slices.length < keptSlices) slices.push(slice);
}

export interface CopyFields {
  /** Begins a row with this many fields, at most sixteen. */
  row(fields: number): void;
  int2(value: number): void;
  int4(value: number): void;
  int8(value: number): void;
  text(value: string | null): void;
  bytes(value: Buffer | null): void;
}

/** Enough for all fixed-size fields of a row; longer fields reserve space themselves. */
const rowBytes = 512;

function createFields() {
  let buffer = takeSlice();
  let view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  let length = header.copy(buffer);
  const used = [buffer];

  function replace(next: Buffer): void {
    buffer = next;
    view = new DataView(next.buffer, next.byteOffset, next.length);
    used.push(next);
  }

  function reserve(wantedBytes: number): void {
    if (length + wantedBytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, length + wantedBytes));
    buffer.copy(larger, 0, 0, length);
    replace(larger);
  }

  function int4(value: number): void {
    view.setInt32(length, value);
    length += 4;
  }

  const fields: CopyFields = {
    row(count) {
      reserve(rowBytes);
      view.setInt16(length, count);
      length += 2;
    },
    int2(value) {
      int4(2);
      view.setInt16(length, value);
      length += 2;
    },
    int4(value) {
      int4(4);
      int4(value);
    },
    int8(value) {
      int4(8);
      setLong(view, length, value);
      length += 8;
    },
    text(value) {
      const bytes = value === null ? -1 : Buffer.byteLength(value);
      reserve(bytes + rowBytes);
      int4(bytes);
      if (value !== null) length += buffer.write(value, length);
    },
    bytes(value) {
      reserve((value?.length ?? 0) + rowBytes);
      int4(value?.length ?? -1);
      if (value) length += value.copy(buffer, length);
    },
  };

  /** Returns the bytes written since the last call if there are at least `leastBytes`. */
  function take(leastBytes: number): Buffer | undefined {
    if (length < leastBytes) return undefined;
    const taken = end();
    replace(takeSlice());
    length = 0;
    return taken;
  }

  /** Returns the rest; nothing can be written afterwards. */
  function end(): Buffer {
    return buffer.subarray(0, length);
  }

  return { fields, take, end, used };
}

/** Sends rows by `copy … from stdin (format binary)`; `write` encodes one row. */
export async function copyIn<T>(
  client: Client,
  statement: string,
  rows: Iterable<T>,
  write: (fields: CopyFields, row: T) => void,
): Promise<void> {
  const stream = client.query(copyFrom(statement));
  const done = finished(stream);
  // The promise is awaited below; a connection that breaks during encoding must not cause an unhandled rejection.
  done.catch(() => {});
  const { fields, take, end, used } = createFields();
  try {
    for (const row of rows) {
      write(fields, row);
      const slice = take(sliceBytes - 4096);
      if (slice && !stream.write(slice)) await Promise.race([once(stream, 'drain'), done]);
    }
    fields.row(-1);
    stream.end(end());
  } catch (error) {
    // Without this the connection would wait for the rest of the rows forever.
    stream.destroy(error instanceof Error ? error : new Error('copy failed', { cause: error }));
  }
  await done;
  // The database has responded, so it has read all buffers.
  giveBack(used);
}
