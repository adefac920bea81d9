import type { DeviceFilter } from '@stellwerk/contract/device';
import type { SmartGroupFilter } from '@stellwerk/contract/smart-group';
import { fail } from '../../platform/errors/app-error.ts';
import type { ReadGroupFilter } from '../devices/index.ts';
import { findSmartGroup } from './smart-group.store.ts';

const hourMs = 3_600_000;

interface Selection {
  accountId: number;
  filter: SmartGroupFilter;
}

/** The filter of a group as a filter of the list of devices. */
export function deviceFilterOf({ accountId, filter }: Selection, now: Date): Partial<DeviceFilter> {
  const { silentHours, ...rest } = filter;
  return {
    ...rest,
    tenantId: accountId,
    ...(silentHours ? { silentSince: new Date(now.getTime() - silentHours * hourMs).toISOString() } : {}),
  };
}

export const readGroupFilter: ReadGroupFilter = async (db, id, now) =>
  deviceFilterOf((await findSmartGroup(db, id)) ?? fail('SMART_GROUP_NOT_FOUND'), now);
