/** Converts between text and bytes. Evaluated as text inside the isolate: it must not use anything outside. */
export function createCodec() {
  const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  // Appending character codes in slices keeps `apply` far below the engine's limit of arguments.
  const sliceLength = 4096;

  const digitValues = new Int16Array(128).fill(-1);
  for (let digit = 0; digit < 64; digit++) digitValues[base64Digits.charCodeAt(digit)] = digit;
  digitValues[45] = 62;
  digitValues[95] = 63;

  function fromCodes(codes: ArrayLike<number>): string {
    let text = '';
    for (let start = 0; start < codes.length; start += sliceLength) {
      text += String.fromCharCode.apply(null, Array.prototype.slice.call(codes, start, start + sliceLength));
    }
    return text;
  }

  function utf8Encode(text: string): number[] {
    const bytes: number[] = [];
    for (let at = 0; at < text.length; at++) {
      let point = text.codePointAt(at) ?? 0;
      if (point > 0xffff) at++;
      else if (point >= 0xd800 && point <= 0xdfff) point = 0xfffd;
      if (point < 0x80) bytes.push(point);
      else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
      else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
      else {
        bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63));
        bytes.push(0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
      }
    }
    return bytes;
  }

  // WHATWG Encoding, 8.1.1: one replacement character for each maximal part of an invalid sequence.
  function utf8Decode(bytes: ArrayLike<number>, fatal = false): string {
    const codes: number[] = [];
    let point = 0;
    let needed = 0;
    let lower = 0x80;
    let upper = 0xbf;
    const broken = () => {
      if (fatal) throw new TypeError('The encoded data was not valid for encoding utf-8');
      codes.push(0xfffd);
    };
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (needed === 0) {
        if (byte < 0x80) codes.push(byte);
        else if (byte >= 0xc2 && byte <= 0xdf) [needed, point] = [1, byte & 31];
        else if (byte >= 0xe0 && byte <= 0xef) {
          if (byte === 0xe0) lower = 0xa0;
          if (byte === 0xed) upper = 0x9f;
          [needed, point] = [2, byte & 15];
        } else if (byte >= 0xf0 && byte <= 0xf4) {
          if (byte === 0xf0) lower = 0x90;
          if (byte === 0xf4) upper = 0x8f;
          [needed, point] = [3, byte & 7];
        } else broken();
        continue;
      }
      const continues = byte >= lower && byte <= upper;
      [lower, upper] = [0x80, 0xbf];
      if (!continues) {
        needed = 0;
        broken();
        at--;
        continue;
      }
      point = (point << 6) | (byte & 63);
      if (--needed > 0) continue;
      if (point > 0xffff) codes.push(0xd800 + ((point - 0x10000) >> 10), 0xdc00 + (point & 0x3ff));
      else codes.push(point);
    }
    if (needed > 0) broken();
    return fromCodes(codes);
  }

  function base64Encode(bytes: ArrayLike<number>, url = false): string {
    let text = '';
    for (let at = 0; at < bytes.length; at += 3) {
      const [first = 0, second, third] = [bytes[at], bytes[at + 1], bytes[at + 2]];
      const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
      text += base64Digits[bits >> 18];
      text += base64Digits[(bits >> 12) & 63];
      if (second !== undefined) text += base64Digits[(bits >> 6) & 63];
      else if (!url) text += '=';
      if (third !== undefined) text += base64Digits[bits & 63];
      else if (!url) text += '=';
    }
    return url ? text.replace(/\+/g, '-').replace(/\//g, '_') : text;
  }

  /** Lenient as in Node: invalid characters are skipped, padding ends the text. */
  function base64Decode(text: string): number[] {
    const bytes: number[] = [];
    let bits = 0;
    let count = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 61) break;
      const digit = code < 128 ? (digitValues[code] ?? -1) : -1;
      if (digit < 0) continue;
      bits = ((bits << 6) | digit) & 0xffffff;
      count += 6;
      if (count < 8) continue;
      count -= 8;
      bytes.push((bits >> count) & 0xff);
    }
    return bytes;
  }

  function hexDigit(code: number): number {
    if (code >= 48 && code <= 57) return code - 48;
    const letter = code | 32;
    return letter >= 97 && letter <= 102 ? letter - 87 : -1;
  }

  /** As in Node, the first pair that is not hexadecimal ends the text. */
  function hexDecode(text: string): number[] {
    const bytes: number[] = [];
    for (let at = 0; at + 1 < text.length; at += 2) {
      const high = hexDigit(text.charCodeAt(at));
      const low = hexDigit(text.charCodeAt(at + 1));
      if (high < 0 || low < 0) break;
      bytes.push(high * 16 + low);
    }
    return bytes;
  }

  function hexEncode(bytes: ArrayLike<number>): string {
    let text = '';
    for (let at = 0; at < bytes.length; at++) text += (0x100 + (bytes[at] ?? 0)).toString(16).slice(1);
    return text;
  }

  return { fromCodes, utf8Encode, utf8Decode, base64Encode, base64Decode, hexDecode, hexEncode };
}

export type Codec = ReturnType<typeof createCodec>;
