/**
 * Encodes arrays in PostgreSQL's binary format, for statements with thousands of rows: parsing it costs PostgreSQL a
 * fraction of parsing text. The driver sends a Buffer as binary. Layout (array_recv): dimensions, has nulls, element
 * type, length, lower bound; then each element's length (-1 for null) and bytes. Everything is big-endian.
 */

const oids = { int2: 21, int4: 23, int8: 20, text: 25, timestamptz: 1184, jsonb: 3802 } as const;
const headerBytes = 20;
const twoTo32 = 2 ** 32;
/** PostgreSQL counts microseconds since 2000-01-01. */
const year2000Ms = Date.UTC(2000, 0, 1);

function start(oid: number, count: number, bodyBytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(headerBytes + bodyBytes);
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(1, 4);
  buffer.writeInt32BE(oid, 8);
  buffer.writeInt32BE(count, 12);
  buffer.writeInt32BE(1, 16);
  return buffer;
}

/** An empty array has no dimensions. */
const empty = (oid: number) => {
  const buffer = Buffer.alloc(12);
  buffer.writeInt32BE(oid, 8);
  return buffer;
};

function fixed(
  oid: number,
  bytes: number,
  list: readonly (number | null)[],
  write: (view: DataView, at: number, value: number) => void,
): Buffer {
  if (list.length === 0) return empty(oid);
  const buffer = start(oid, list.length, list.length * (4 + bytes));
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  let at = headerBytes;
  // An index loop avoids allocating a heap object for each value, as iterating over the values would.
  for (let index = 0; index < list.length; index += 1) {
    const value = list[index] ?? null;
    view.setInt32(at, value === null ? -1 : bytes);
    at += 4;
    if (value === null) continue;
    write(view, at, value);
    at += bytes;
  }
  return buffer.subarray(0, at);
}

function writeInt8(view: DataView, at: number, value: number): void {
  const high = Math.floor(value / twoTo32);
  view.setInt32(at, high);
  view.setUint32(at + 4, value - high * twoTo32);
}

export const int2Array = (list: readonly (number | null)[]) =>
  fixed(oids.int2, 2, list, (view, at, value) => view.setInt16(at, value));
export const int4Array = (list: readonly (number | null)[]) =>
  fixed(oids.int4, 4, list, (view, at, value) => view.setInt32(at, value));
export const int8Array = (list: readonly (number | null)[]) => fixed(oids.int8, 8, list, writeInt8);

/** Takes milliseconds since 1970. */
export const timeArray = (list: readonly (number | null)[]) =>
  fixed(oids.timestamptz, 8, list, (view, at, value) => writeInt8(view, at, (value - year2000Ms) * 1_000));

function texts(oid: number, list: readonly (string | null)[], prefix: number | undefined): Buffer {
  if (list.length === 0) return empty(oid);
  const extra = prefix === undefined ? 0 : 1;
  const sizeBytes = list.reduce((sum, text) => sum + 4 + (text === null ? 0 : extra + Buffer.byteLength(text)), 0);
  const buffer = start(oid, list.length, sizeBytes);
  let at = headerBytes;
  for (const text of list) {
    if (text === null) {
      at = buffer.writeInt32BE(-1, at);
      continue;
    }
    const body = at + 4;
    if (prefix !== undefined) buffer.writeUInt8(prefix, body);
    const length = extra + buffer.write(text, body + extra);
    buffer.writeInt32BE(length, at);
    at = body + length;
  }
  return buffer;
}

export const textArray = (list: readonly (string | null)[]) => texts(oids.text, list, undefined);
/** Takes JSON texts. */
export const jsonArray = (list: readonly (string | null)[]) => texts(oids.jsonb, list, 1);
