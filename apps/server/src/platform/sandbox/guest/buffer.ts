import type { Codec } from './codec.ts';

/**
 * The part of Node's Buffer that device parsers use, as a subclass of Uint8Array. Evaluated inside the isolate: it must
 * not use anything outside. Numbers are read and written through DataView, which throws a RangeError past the end.
 */
export function createBuffer(codec: Codec) {
  type Source = string | number | ArrayBuffer | ArrayLike<unknown> | { type: 'Buffer'; data: number[] };

  function encode(text: string, encoding = 'utf8'): number[] {
    const name = String(encoding).toLowerCase();
    if (name === 'utf8' || name === 'utf-8') return codec.utf8Encode(text);
    if (name === 'hex') return codec.hexDecode(text);
    if (name === 'base64' || name === 'base64url') return codec.base64Decode(text);
    const bytes: number[] = [];
    const wide = name === 'utf16le' || name === 'ucs2' || name === 'utf-16le' || name === 'ucs-2';
    if (!wide && name !== 'latin1' && name !== 'binary' && name !== 'ascii') {
      throw new TypeError(`Unknown encoding: ${encoding}`);
    }
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      bytes.push(code & 0xff);
      if (wide) bytes.push(code >> 8);
    }
    return bytes;
  }

  function decode(bytes: Uint8Array, encoding = 'utf8'): string {
    const name = String(encoding).toLowerCase();
    if (name === 'utf8' || name === 'utf-8') return codec.utf8Decode(bytes);
    if (name === 'hex') return codec.hexEncode(bytes);
    if (name === 'base64' || name === 'base64url') return codec.base64Encode(bytes, name === 'base64url');
    if (name === 'latin1' || name === 'binary') return codec.fromCodes(bytes);
    if (name === 'ascii') return codec.fromCodes(bytes.map((byte) => byte & 127));
    const codes: number[] = [];
    if (name !== 'utf16le' && name !== 'ucs2' && name !== 'utf-16le' && name !== 'ucs-2') {
      throw new TypeError(`Unknown encoding: ${encoding}`);
    }
    for (let at = 0; at + 1 < bytes.length; at += 2) codes.push((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8));
    return codec.fromCodes(codes);
  }

  class Bytes extends Uint8Array {
    override toString(encoding?: string, start = 0, end = this.length): string {
      return decode(super.subarray(start, end), encoding);
    }

    override slice(start?: number, end?: number) {
      return this.subarray(start, end);
    }

    equals(other: Uint8Array) {
      return this.compare(other) === 0;
    }

    compare(other: Uint8Array) {
      const shared = Math.min(this.length, other.length);
      for (let at = 0; at < shared; at++) {
        const difference = (this[at] ?? 0) - (other[at] ?? 0);
        if (difference !== 0) return Math.sign(difference);
      }
      return Math.sign(this.length - other.length);
    }

    copy(target: Uint8Array, targetStart = 0, start = 0, end = this.length) {
      const part = super.subarray(start, Math.min(end, start + Math.max(0, target.length - targetStart)));
      target.set(part, targetStart);
      return part.length;
    }

    write(text: string, ...rest: (number | string)[]) {
      const numbers = rest.filter((value): value is number => typeof value === 'number');
      const encoding = rest.find((value): value is string => typeof value === 'string');
      const [offset = 0, length = this.length - offset] = numbers;
      const bytes = encode(text, encoding).slice(0, Math.min(length, this.length - offset));
      this.set(bytes, offset);
      return bytes.length;
    }

    override fill(value: unknown, start = 0, end = this.length, encoding?: string) {
      const pattern = typeof value === 'string' ? encode(value, encoding) : [Number(value)];
      if (pattern.length === 0) pattern.push(0);
      for (let at = start; at < Math.min(end, this.length); at++)
        this[at] = pattern[(at - start) % pattern.length] ?? 0;
      return this;
    }

    override indexOf(value: unknown, start = 0, encoding?: string): number {
      if (typeof value === 'number') return super.indexOf(value & 0xff, start);
      const wanted = typeof value === 'string' ? encode(value, encoding) : Array.from(value as ArrayLike<number>);
      const first = start < 0 ? Math.max(0, this.length + start) : start;
      for (let at = first; at + wanted.length <= this.length; at++) {
        if (wanted.every((byte, index) => this[at + index] === byte)) return at;
      }
      return -1;
    }

    override includes(value: unknown, start?: number, encoding?: string) {
      return this.indexOf(value, start, encoding) !== -1;
    }

    toJSON() {
      return { type: 'Buffer', data: Array.from(this) };
    }

    readUIntBE(offset: number, byteLength: number) {
      let value = 0;
      for (let at = 0; at < byteLength; at++) value = value * 256 + view(this).getUint8(offset + at);
      return value;
    }

    readUIntLE(offset: number, byteLength: number) {
      let value = 0;
      for (let at = byteLength - 1; at >= 0; at--) value = value * 256 + view(this).getUint8(offset + at);
      return value;
    }

    readIntBE(offset: number, byteLength: number) {
      return signed(this.readUIntBE(offset, byteLength), byteLength);
    }

    readIntLE(offset: number, byteLength: number) {
      return signed(this.readUIntLE(offset, byteLength), byteLength);
    }

    writeUIntBE(value: number, offset: number, byteLength: number) {
      const start = offset + byteLength - 1;
      for (let at = 0, rest = value; at < byteLength; at++, rest = Math.floor(rest / 256)) {
        view(this).setUint8(start - at, rest);
      }
      return offset + byteLength;
    }

    writeUIntLE(value: number, offset: number, byteLength: number) {
      for (let at = 0, rest = value; at < byteLength; at++, rest = Math.floor(rest / 256)) {
        view(this).setUint8(offset + at, rest);
      }
      return offset + byteLength;
    }
  }

  function view(bytes: Uint8Array) {
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  function signed(value: number, byteLength: number) {
    const limit = 2 ** (8 * byteLength - 1);
    return value >= limit ? value - 2 * limit : value;
  }

  function defineNumber(name: string, type: string, endings: readonly ('LE' | 'BE' | '')[]) {
    const get = Reflect.get(DataView.prototype, `get${type}`);
    const set = Reflect.get(DataView.prototype, `set${type}`);
    const size = Reflect.get(globalThis, `${type}Array`).BYTES_PER_ELEMENT;
    for (const ending of endings) {
      const methods = {
        [`read${name}${ending}`](this: Uint8Array, offset = 0) {
          return Reflect.apply(get, view(this), [offset, ending === 'LE']);
        },
        [`write${name}${ending}`](this: Uint8Array, value: number | bigint, offset = 0) {
          Reflect.apply(set, view(this), [offset, value, ending === 'LE']);
          return offset + size;
        },
      };
      for (const [key, method] of Object.entries(methods)) {
        const property = { value: method, writable: true, configurable: true };
        Object.defineProperty(Bytes.prototype, key, property);
        Object.defineProperty(Bytes.prototype, key.replace('UInt', 'Uint'), property);
      }
    }
  }

  defineNumber('UInt8', 'Uint8', ['']);
  defineNumber('Int8', 'Int8', ['']);
  defineNumber('UInt16', 'Uint16', ['LE', 'BE']);
  defineNumber('Int16', 'Int16', ['LE', 'BE']);
  defineNumber('UInt32', 'Uint32', ['LE', 'BE']);
  defineNumber('Int32', 'Int32', ['LE', 'BE']);
  defineNumber('BigUInt64', 'BigUint64', ['LE', 'BE']);
  defineNumber('BigInt64', 'BigInt64', ['LE', 'BE']);
  defineNumber('Float', 'Float32', ['LE', 'BE']);
  defineNumber('Double', 'Float64', ['LE', 'BE']);

  function from(value: Source, encodingOrOffset?: string | number, length?: number): Bytes {
    if (typeof value === 'string') return new Bytes(encode(value, encodingOrOffset as string | undefined));
    if (value instanceof ArrayBuffer) return new Bytes(value, Number(encodingOrOffset ?? 0), length);
    if (typeof value === 'object' && value !== null) {
      return new Bytes(
        'data' in value && Array.isArray(value.data) ? value.data : Array.from(value as ArrayLike<number>),
      );
    }
    throw new TypeError('The first argument must be a string, an array, an ArrayBuffer or a Buffer');
  }

  // Old parsers write `new Buffer(text, 'hex')` and `Buffer(text, 'hex')`; typed arrays build their results with `new`.
  function Buffer(value: Source, encodingOrOffset?: string | number, length?: number): Bytes {
    return typeof value === 'number' ? new Bytes(value) : from(value, encodingOrOffset, length);
  }
  Object.setPrototypeOf(Buffer, Uint8Array);
  Buffer.prototype = Bytes.prototype;
  Object.defineProperty(Bytes.prototype, 'constructor', { value: Buffer, writable: true, configurable: true });

  // JSONata calls `new Buffer.from(…)`, so `from` must be an ordinary function.
  return Object.assign(Buffer, {
    from,
    alloc: (size: number, fill?: string | number, encoding?: string) =>
      fill === undefined ? new Bytes(size) : new Bytes(size).fill(fill, 0, size, encoding),
    allocUnsafe: (size: number) => new Bytes(size),
    concat(list: readonly Uint8Array[], totalLength = list.reduce((sum, part) => sum + part.length, 0)) {
      const joined = new Bytes(totalLength);
      let offset = 0;
      for (const part of list) {
        const room = part.subarray(0, Math.max(0, totalLength - offset));
        joined.set(room, offset);
        offset += room.length;
      }
      return joined;
    },
    isBuffer: (value: unknown) => value instanceof Bytes,
    isEncoding: (name: unknown) =>
      /^(utf-?8|hex|base64(url)?|latin1|binary|ascii|utf-?16le|ucs-?2)$/i.test(String(name)),
    byteLength: (value: string | ArrayLike<unknown>, encoding?: string) =>
      typeof value === 'string' ? encode(value, encoding).length : value.length,
    compare: (first: Bytes, second: Uint8Array) => first.compare(second),
  });
}

export type SandboxBuffer = ReturnType<typeof createBuffer>;
