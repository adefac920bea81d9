const twoTo32 = 2 ** 32;

/** Writes a safe integer as PostgreSQL's bigint, big-endian. */
export function setLong(view: DataView, offset: number, value: number): void {
  const high = Math.floor(value / twoTo32);
  view.setInt32(offset, high);
  view.setUint32(offset + 4, value - high * twoTo32);
}

export const getLong = (view: DataView, offset: number) => view.getInt32(offset) * twoTo32 + view.getUint32(offset + 4);

export interface ByteWriter {
  byte(value: number): void;
  /** Writes an integer from 0 to 2^53, seven bits per byte. */
  unsigned(value: number): void;
  /** Writes an integer from -2^53 to 2^53; the sign is in the first byte. */
  signed(value: number): void;
  float(value: number): void;
  /** Writes the text's length in bytes plus one, then the text; callers may write zero as a marker. */
  text(value: string): void;
  finish(): Buffer;
}

export function createByteWriter(capacityBytes = 1024): ByteWriter {
  let buffer = Buffer.allocUnsafe(capacityBytes);
  let length = 0;

  function reserve(sizeBytes: number): void {
    if (length + sizeBytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, length + sizeBytes));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  }

  function tail(rest: number): void {
    let value = rest;
    while (value >= 0x80) {
      buffer[length++] = (value % 0x80) | 0x80;
      value = Math.floor(value / 0x80);
    }
    buffer[length++] = value;
  }

  function unsigned(value: number): void {
    reserve(10);
    tail(value);
  }

  return {
    byte(value) {
      reserve(1);
      buffer[length++] = value;
    },
    unsigned,
    signed(value) {
      reserve(10);
      const magnitude = Math.abs(value);
      const sign = value < 0 ? 0x40 : 0;
      if (magnitude < 0x40) {
        buffer[length++] = sign | magnitude;
        return;
      }
      buffer[length++] = 0x80 | sign | (magnitude % 0x40);
      tail(Math.floor(magnitude / 0x40));
    },
    float(value) {
      reserve(8);
      length = buffer.writeDoubleLE(value, length);
    },
    text(value) {
      const sizeBytes = Buffer.byteLength(value);
      unsigned(sizeBytes + 1);
      reserve(sizeBytes);
      length += buffer.write(value, length);
    },
    finish: () => Buffer.from(buffer.subarray(0, length)),
  };
}

const tooShort = 'packed history ends too early';

export interface ByteReader {
  byte(): number;
  unsigned(): number;
  signed(): number;
  /** Maps `count` signed numbers through `next`. Most data is read by it, so it is optimized for speed. */
  signedMany(count: number, next: (value: number) => number): number[];
  float(): number;
  /** Undefined for zero, which `text` never writes. */
  text(): string | undefined;
}

export function createByteReader(buffer: Buffer): ByteReader {
  let offset = 0;

  function byte(): number {
    const value = buffer[offset];
    if (value === undefined) throw new RangeError(tooShort);
    offset += 1;
    return value;
  }

  function unsigned(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const next = byte();
      if (next < 0x80) return value + next * factor;
      value += (next & 0x7f) * factor;
      factor *= 0x80;
    }
  }

  return {
    byte,
    unsigned,
    signed() {
      const first = byte();
      if (first < 0x40) return first;
      const magnitude = (first & 0x3f) + (first < 0x80 ? 0 : unsigned() * 0x40);
      return first & 0x40 ? -magnitude : magnitude;
    },
    signedMany(count, next) {
      if (count > buffer.length - offset) throw new RangeError(tooShort);
      const values = new Array<number>(count);
      let place = offset;
      for (let index = 0; index < count; index += 1) {
        const first = buffer[place++] ?? 0;
        let magnitude = first & 0x3f;
        if (first >= 0x80) {
          let factor = 0x40;
          let byte = 0x80;
          while (byte >= 0x80) {
            byte = buffer[place++] ?? 0;
            magnitude += (byte & 0x7f) * factor;
            factor *= 0x80;
          }
        }
        values[index] = next(first & 0x40 ? -magnitude : magnitude);
      }
      if (place > buffer.length) throw new RangeError(tooShort);
      offset = place;
      return values;
    },
    float() {
      offset += 8;
      return buffer.readDoubleLE(offset - 8);
    },
    text() {
      const sizeBytes = unsigned() - 1;
      if (sizeBytes < 0) return undefined;
      offset += sizeBytes;
      return buffer.toString('utf8', offset - sizeBytes, offset);
    },
  };
}
