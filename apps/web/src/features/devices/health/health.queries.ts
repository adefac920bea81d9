import type { Device } from '@stellwerk/contract/device';
import {
  ignoreProblem,
  readDriverHealth,
  synchroniseHealth,
  testHealthCheck,
  updateHealthConfig,
} from '@stellwerk/contract/device-health';
import type { HealthEntry } from '@stellwerk/contract/health';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { deviceKeys, useDeviceChange } from '../device.queries.ts';

/** The checks that come with the driver. */
export const useDriverHealth = (driverId: number | undefined) =>
  useQuery({
    queryKey: ['devices', 'driver-health', driverId],
    queryFn: async ({ signal }) => (await call(readDriverHealth, { params: { id: driverId ?? 0 } }, { signal })).data,
    enabled: driverId !== undefined,
  });

/** A script may take its two seconds for each check. */
const timeoutMs = 30_000;

export function useHealthActions(id: number) {
  const queries = useQueryClient();
  const keep = (judgement: Pick<Device, 'health' | 'problems'>) => {
    queries.setQueryData<Device>(deviceKeys.one(id), (known) => known && { ...known, ...judgement });
    return judgement;
  };
  return {
    judge: useDeviceChange(async () => keep((await call(synchroniseHealth, { params: { id } }, { timeoutMs })).data)),
    ignore: useDeviceChange(async ({ identifier, isIgnored }: { identifier: string; isIgnored: boolean }) => {
      const params = { id, identifier, flag: isIgnored ? ('true' as const) : ('false' as const) };
      return keep((await call(ignoreProblem, { params })).data);
    }),
    save: useDeviceChange(async (healthConfig: HealthEntry[]) =>
      call(updateHealthConfig, { params: { id, x: 'own' }, body: { healthConfig } }, { timeoutMs }),
    ),
    copyFromDriver: useDeviceChange(async () =>
      call(updateHealthConfig, { params: { id, x: 'driver' }, body: {} }, { timeoutMs }),
    ),
  };
}

export const useCheckTest = (id: number) =>
  useMutation({
    mutationFn: async (entry: HealthEntry) =>
      (await call(testHealthCheck, { params: { id }, body: { entry } }, { timeoutMs })).data,
  });
