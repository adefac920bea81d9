import { type Downlink, listDownlinks, sendDownlink } from '@stellwerk/contract/packet';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../../lib/api.ts';
import { useLive } from '../../../lib/live.ts';
import { deviceKeys } from '../device.queries.ts';

/** How far each has come, as it happens. */
export function useDownlinks(id: number) {
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries({ queryKey: deviceKeys.downlinks(id) });
  useLive(`device/${id}/downlinks`, reload, reload);
  return useQuery({
    queryKey: deviceKeys.downlinks(id),
    queryFn: async ({ signal }) => (await call(listDownlinks, { params: { id } }, { signal })).data,
  });
}

export type NewDownlink = CallInput<typeof sendDownlink>['body'];

export function useSendDownlink(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewDownlink) => (await call(sendDownlink, { params: { id }, body })).data,
    onSuccess: (sent) =>
      queries.setQueryData<Downlink[]>(deviceKeys.downlinks(id), (known) => [sent, ...(known ?? [])]),
    onSettled: () => queries.invalidateQueries({ queryKey: deviceKeys.downlinks(id) }),
  }).mutateAsync;
}
