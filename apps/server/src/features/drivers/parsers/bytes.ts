import { bytesOfHex } from '@stellwerk/contract/payload-encoding';

export type Bytes = { ok: true; bytes: number[] } | { ok: false; code: 'PACKET_ODD_HEX' | 'PACKET_NOT_HEX' };

/** Reads hexadecimal payloads. Also runs in the sandbox as source text, so it can't use variables outside its body. */
function createBytesOf(readHex: typeof bytesOfHex) {
  return (payload: unknown): Bytes => {
    const read = readHex(payload);
    if (typeof read !== 'string') return { ok: true, bytes: read };
    return { ok: false, code: read === 'hexOdd' ? 'PACKET_ODD_HEX' : 'PACKET_NOT_HEX' };
  };
}

export const bytesOf = createBytesOf(bytesOfHex);
/** An expression that creates the same function in the sandbox. */
export const bytesOfSource = `(${createBytesOf})(${bytesOfHex})`;
