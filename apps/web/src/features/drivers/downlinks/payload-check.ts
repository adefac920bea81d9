import type { DriverDownlink } from '@stellwerk/contract/driver';
import { bytesOfBase64, bytesOfHex } from '../parser/packet-text.ts';

export type PayloadCheck =
  | { status: 'ok'; sizeBytes: number; hex: string }
  | { status: 'wrong'; problem: 'hex' | 'hexOdd' | 'base64' };

/** The largest payload of LoRaWAN, at the fastest data rate (LoRaWAN Regional Parameters RP002). */
export const largestBytes = 242;

function bytesOf(payload: string, encoding: DriverDownlink['encoding']): number[] | 'hex' | 'hexOdd' | 'base64' {
  if (encoding === 'utf8') return [...new TextEncoder().encode(payload)];
  // The server takes bare hex; separators would be refused there.
  if (encoding === 'base16') return /^[0-9a-f]*$/i.test(payload) ? bytesOfHex(payload) : 'hex';
  return /^[A-Za-z0-9+/]*={0,2}$/.test(payload) ? bytesOfBase64(payload) : 'base64';
}

/** Whether a downlink's payload is what its encoding says, while it is typed. */
export function checkPayload(payload: string, encoding: DriverDownlink['encoding']): PayloadCheck {
  const bytes = bytesOf(payload, encoding);
  if (typeof bytes === 'string') return { status: 'wrong', problem: bytes };
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return { status: 'ok', sizeBytes: bytes.length, hex };
}
