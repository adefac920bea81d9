import { listRoutingDevices } from '@stellwerk/contract/device';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** The devices whose values are routed to a twin. */
export const useRoutingDevices = (twinId: number) =>
  useQuery({
    queryKey: ['devices', 'routing-to', twinId],
    queryFn: async ({ signal }) => (await call(listRoutingDevices, { params: { id: twinId } }, { signal })).data,
  });
