import type { DeviceFilter } from '@stellwerk/contract/device';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { ReadGroupFilter } from '../ports.ts';

/** The filter of the smart group of a call; undefined if the call has none. */
export type GroupFilter = (db: Db, smartGroupId: number | undefined) => Promise<Partial<DeviceFilter> | undefined>;

export const createGroupFilter =
  ({ clock, read }: { clock: Clock; read: ReadGroupFilter | undefined }): GroupFilter =>
  async (db, smartGroupId) => {
    if (smartGroupId === undefined) return undefined;
    return read ? read(db, smartGroupId, clock.now()) : fail('SMART_GROUP_NOT_FOUND');
  };
