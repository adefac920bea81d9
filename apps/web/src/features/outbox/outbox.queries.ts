import { discardHeldDeliveries, readHeldDeliveries, sendHeldDeliveries } from '@stellwerk/contract/outbox';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const key = ['held-deliveries'] as const;

export const useHeldDeliveries = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(readHeldDeliveries, {}, { signal })).data,
  });

const decisions = { send: sendHeldDeliveries, discard: discardHeldDeliveries } as const;
export type Decision = keyof typeof decisions;

export function useDecideHeldDeliveries(decision: Decision) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(decisions[decision], {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
}
