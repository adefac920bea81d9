import type { DevicePacket } from '@stellwerk/contract/packet';

/** The parser of a driver with a packet to try it on. */
export function workbenchPath(driverId: number, { payload, meta }: Pick<DevicePacket, 'payload' | 'meta'>): string {
  const parameters = new URLSearchParams({ tab: 'parser', packet: JSON.stringify({ payload, meta }) });
  return `/virtual-device-drivers/${driverId}?${parameters}`;
}
