import { listDevices } from '@stellwerk/contract/device';
import { previewReplacement, replaceDevice } from '@stellwerk/contract/device-replacement';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CallInput, call } from '../../../lib/api.ts';
import { useDeviceChange } from '../device.queries.ts';

export type PreviewSource = CallInput<typeof previewReplacement>['body']['source'];
export type Replacement = CallInput<typeof replaceDevice>['body'];

const timeoutMs = 30_000;

/** Which variables would feed the states; undefined while the sensor is not chosen. */
export const useReplacementPreview = (id: number, source: PreviewSource | undefined) =>
  useQuery({
    queryKey: ['devices', 'replacement', id, source],
    queryFn: async ({ signal }) =>
      source ? (await call(previewReplacement, { params: { id }, body: { source } }, { signal })).data : null,
    enabled: source !== undefined,
    gcTime: 0,
  });

export const useReplace = (id: number) =>
  useDeviceChange(
    async (body: Replacement) => (await call(replaceDevice, { params: { id }, body }, { timeoutMs })).data,
  );

/** Devices of the account that could take the place. */
export function useReplacementChoices(tenantId: number, search: string) {
  const query = { tenantId, search: search || undefined, limit: 20 };
  return useQuery({
    queryKey: ['devices', 'replacement-choices', query],
    queryFn: async ({ signal }) => (await call(listDevices, { query }, { signal })).data,
    placeholderData: keepPreviousData,
  });
}
