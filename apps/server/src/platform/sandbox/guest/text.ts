import type { Codec } from './codec.ts';

/** atob, btoa, TextEncoder, TextDecoder (UTF-8). Evaluated inside the isolate: it must not use anything outside. */
export function createText(codec: Codec) {
  function atob(value: unknown): string {
    const text = String(value).replace(/[\t\n\f\r ]/g, '');
    const bare = text.length % 4 === 0 ? text.replace(/={1,2}$/, '') : text;
    if (/[^A-Za-z0-9+/]/.test(bare) || bare.length % 4 === 1) {
      throw new TypeError('The string to be decoded is not correctly encoded.');
    }
    return codec.fromCodes(codec.base64Decode(bare));
  }

  function btoa(value: unknown): string {
    const text = String(value);
    const bytes: number[] = [];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 255) throw new TypeError('Invalid character');
      bytes.push(code);
    }
    return codec.base64Encode(bytes);
  }

  class TextEncoder {
    get encoding() {
      return 'utf-8';
    }

    encode(text: unknown = '') {
      return Uint8Array.from(codec.utf8Encode(String(text)));
    }
  }

  class TextDecoder {
    readonly fatal: boolean;
    readonly ignoreBOM: boolean;

    constructor(label: unknown = 'utf-8', options: { fatal?: boolean; ignoreBOM?: boolean } = {}) {
      if (!/^\s*(utf-?8|unicode-1-1-utf-8)\s*$/i.test(String(label))) {
        throw new RangeError(`The encoding "${String(label)}" is not supported, only utf-8 is`);
      }
      this.fatal = Boolean(options.fatal);
      this.ignoreBOM = Boolean(options.ignoreBOM);
    }

    get encoding() {
      return 'utf-8';
    }

    decode(input: ArrayBuffer | ArrayBufferView = new ArrayBuffer(0)) {
      const bytes = ArrayBuffer.isView(input)
        ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
        : new Uint8Array(input);
      const text = codec.utf8Decode(bytes, this.fatal);
      return !this.ignoreBOM && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    }
  }

  return { atob, btoa, TextEncoder, TextDecoder };
}

export type TextTools = ReturnType<typeof createText>;
