import { commandConnector, deliveryOutcomes, listDeliveries } from '@stellwerk/contract/connector';
import type { RouteAnswer } from '@stellwerk/contract/core/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../../lib/api.ts';

const refreshMs = 2_000;
/** The other system may be slow. */
const timeoutMs = 30_000;

export type Delivery = RouteAnswer<typeof listDeliveries>['data'][number];
export const outcomeFilter = z.enum(deliveryOutcomes).optional().catch(undefined);

const keyOf = (id: number) => ['connectors', 'deliveries', id];

export const useDeliveries = (id: number, outcome: z.output<typeof outcomeFilter>, isLive: boolean) =>
  useQuery({
    queryKey: [...keyOf(id), outcome],
    queryFn: async ({ signal }) =>
      (await call(listDeliveries, { params: { id }, query: { outcome } }, { signal })).data,
    refetchInterval: isLive ? refreshMs : false,
    placeholderData: (known) => known,
  });

type Command = Parameters<typeof call<typeof commandConnector>>[1]['body']['command'];

/** Really sends, and returns the response of the other system. */
export function useSendMessage(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (command: Command) =>
      (await call(commandConnector, { params: { id }, body: { command } }, { timeoutMs })).data.result,
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(id) }),
  });
}
