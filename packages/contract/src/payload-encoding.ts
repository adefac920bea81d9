import { z } from 'zod';

/** Text encodings of payload bytes, shared by forms, drivers, rules, calls and deliveries. */
export const payloadEncodings = ['base16', 'base64', 'utf8'] as const;
export type PayloadEncoding = (typeof payloadEncodings)[number];

export const payloadEncoding = z
  .enum(payloadEncodings)
  .describe(
    'How the payload is written. base16: two hex digits a byte, in either case, without separators. ' +
      'base64: the standard alphabet (A-Z a-z 0-9 + /) with all of its padding or none; the URL-safe alphabet, spaces ' +
      'and line breaks are refused. utf8: the text itself.',
  );

export type PayloadProblem = 'hex' | 'hexOdd' | 'base64';

/**
 * Returns the bytes of a hex text, or its error. Parsers also run this function inside the sandbox as source text, so
 * it must not reference anything outside of itself.
 */
export function bytesOfHex(text: unknown): number[] | 'hex' | 'hexOdd' {
  if (typeof text !== 'string') return 'hex';
  const bytes: number[] = [];
  let high = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const digit = code <= 57 ? code - 48 : (code | 32) - 87;
    if (digit < 0 || digit > 15 || (code > 57 && digit < 10)) return 'hex';
    if (index % 2 === 0) high = digit << 4;
    else bytes.push(high | digit);
  }
  return text.length % 2 === 0 ? bytes : 'hexOdd';
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

export function bytesOfBase64(text: string): number[] | 'base64' {
  return base64.test(text) ? Array.from(atob(text), (character) => character.charCodeAt(0)) : 'base64';
}

/** Returns the bytes of a payload, or the error in its text. */
export function bytesOfPayload(text: string, encoding: PayloadEncoding): number[] | PayloadProblem {
  switch (encoding) {
    case 'base16':
      return bytesOfHex(text);
    case 'base64':
      return bytesOfBase64(text);
    case 'utf8':
      return [...new TextEncoder().encode(text)];
  }
}

export const isPayload = (text: string, encoding: PayloadEncoding): boolean =>
  typeof bytesOfPayload(text, encoding) !== 'string';

export const hexOf = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
