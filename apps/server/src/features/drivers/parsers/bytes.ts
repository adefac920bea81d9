export type Bytes = { ok: true; bytes: number[] } | { ok: false; code: 'PACKET_ODD_HEX' | 'PACKET_NOT_HEX' };

/**
 * The bytes of a payload that is a hex text. It runs in the server and, as source text, inside the sandbox: it may use
 * nothing outside of itself.
 */
export function bytesOf(payload: unknown): Bytes {
  if (typeof payload !== 'string') return { ok: false, code: 'PACKET_NOT_HEX' };
  const bytes: number[] = [];
  let high = 0;
  for (let index = 0; index < payload.length; index++) {
    const code = payload.charCodeAt(index);
    const digit = code <= 57 ? code - 48 : (code | 32) - 87;
    if (digit < 0 || digit > 15 || (code > 57 && digit < 10)) return { ok: false, code: 'PACKET_NOT_HEX' };
    if (index % 2 === 0) high = digit << 4;
    else bytes.push(high | digit);
  }
  return payload.length % 2 === 0 ? { ok: true, bytes } : { ok: false, code: 'PACKET_ODD_HEX' };
}
