import type { DevicePacket } from '@stellwerk/contract/packet';

/** As it came: a hex string as it is, everything else as readable JSON. */
export const payloadText = (payload: unknown): string =>
  typeof payload === 'string' ? payload : JSON.stringify(payload, null, 2);

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** What a packet gave, in one line; the raw value is the packet itself and says nothing new. */
export function valuesLine(values: DevicePacket['values'], number: (value: number) => string): string {
  return Object.entries(values)
    .filter(([key]) => key !== '_raw')
    .map(([key, value]) => `${key} ${typeof value === 'number' ? number(value) : plain(value)}`)
    .join(' · ');
}
