import type { DriverDownlink } from '@stellwerk/contract/driver';
import { bytesOfPayload, type PayloadProblem } from '@stellwerk/contract/payload-encoding';

export type PayloadCheck =
  | { status: 'ok'; sizeBytes: number; hex: string }
  | { status: 'wrong'; problem: PayloadProblem };

/** The largest payload of LoRaWAN, at the fastest data rate (LoRaWAN Regional Parameters RP002). */
export const largestBytes = 242;

/** Whether a downlink's payload is what its encoding says, while it is typed. */
export function checkPayload(payload: string, encoding: DriverDownlink['encoding']): PayloadCheck {
  const bytes = bytesOfPayload(payload, encoding);
  if (typeof bytes === 'string') return { status: 'wrong', problem: bytes };
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return { status: 'ok', sizeBytes: bytes.length, hex };
}
