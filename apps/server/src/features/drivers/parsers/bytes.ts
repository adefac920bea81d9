import { bytesOfHex } from '@stellwerk/contract/payload-encoding';

export type Bytes = { ok: true; bytes: number[] } | { ok: false; code: 'PACKET_ODD_HEX' | 'PACKET_NOT_HEX' };

/**
 * The bytes of a payload that is a hex text. Both functions run in the server and, as source text, inside the sandbox:
 * they may use nothing outside of themselves.
 */
export function createBytesOf(readHex: typeof bytesOfHex) {
  return (payload: unknown): Bytes => {
    const read = readHex(payload);
    if (typeof read !== 'string') return { ok: true, bytes: read };
    return { ok: false, code: read === 'hexOdd' ? 'PACKET_ODD_HEX' : 'PACKET_NOT_HEX' };
  };
}

export const bytesOf = createBytesOf(bytesOfHex);
/** An expression that gives the same function inside the sandbox. */
export const bytesOfSource = `(${createBytesOf})(${bytesOfHex})`;
