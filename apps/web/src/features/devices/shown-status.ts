import type { DeviceRow } from '@stellwerk/contract/device';

/**
 * The one status of a device: the worst of its health, its data states and its open alarms. Only the health can be
 * invalid, which counts like a warning.
 */
export const shownStatus = ({ health, status }: Pick<DeviceRow, 'health' | 'status'>) => {
  if (health === 'invalid' && status !== 'error') return health;
  return status === 'unknown' ? health : status;
};
