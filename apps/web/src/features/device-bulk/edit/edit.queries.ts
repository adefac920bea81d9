import { maxPageSize } from '@stellwerk/contract/core/envelope';
import { listDevices } from '@stellwerk/contract/device';
import {
  type BulkDeviceChange,
  bulkEditDevices,
  bulkMaxDevices,
  readBulkEditOptions,
} from '@stellwerk/contract/device-bulk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { type DeviceFilterValues, deviceApiFilterOf } from '../../devices/index.ts';

/** Five hundred devices take several seconds. */
const timeoutMs = 60_000;

export interface FoundIds {
  ids: number[];
  /** Devices that match but that the user may only read. */
  readOnly: number;
  /** Whether more devices match than one bulk edit may change. */
  isTooMany: boolean;
}

async function findIds(filter: DeviceFilterValues, signal: AbortSignal): Promise<FoundIds> {
  const found: FoundIds = { ids: [], readOnly: 0, isTooMany: false };
  for (let offset = 0; ; offset += maxPageSize) {
    const query = { ...deviceApiFilterOf(filter), offset, limit: maxPageSize };
    const { data } = await call(listDevices, { query }, { signal, timeoutMs });
    const editable = data.filter(({ abilities }) => abilities.update);
    found.ids.push(...editable.map(({ id }) => id));
    found.readOnly += data.length - editable.length;
    found.isTooMany = found.ids.length > bulkMaxDevices;
    if (data.length < maxPageSize || found.isTooMany) return found;
  }
}

/** The devices that match the search and the filters of the list. */
export const useMatchingIds = (filter: DeviceFilterValues, enabled: boolean) =>
  useQuery({
    queryKey: ['devices', 'bulk', 'matching', filter],
    queryFn: ({ signal }) => findIds(filter, signal),
    enabled,
  });

export const useEditOptions = (ids: readonly number[]) =>
  useQuery({
    queryKey: ['devices', 'bulk', 'options', ids],
    queryFn: async ({ signal }) => (await call(readBulkEditOptions, { body: { ids: [...ids] } }, { signal })).data,
    enabled: ids.length > 0 && ids.length <= bulkMaxDevices,
  });

interface EditCall {
  title: string;
  ids: readonly number[];
  change: BulkDeviceChange;
  dryRun: boolean;
}

export const useBulkEdit = () =>
  useMutation({
    mutationFn: async ({ ids, ...body }: EditCall) =>
      (await call(bulkEditDevices, { body: { ...body, ids: [...ids] } }, { timeoutMs })).data,
  });
