import { maxPageSize } from '@stellwerk/contract/core/envelope';
import { readRuleSharing, type SharedTarget, shareRule } from '@stellwerk/contract/shared-rule';
import { listSmartGroups, readsSmartGroups } from '@stellwerk/contract/smart-group';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCan } from '../../../lib/abilities.ts';
import { call } from '../../../lib/api.ts';
import { ruleKeys } from '../rule.queries.ts';

interface Place {
  id: number;
  dtwinId: number;
}

/** The first two hundred copies are written within the call. */
const timeoutMs = 30_000;
const refreshMs = 30_000;

const keyOf = (ruleId: number) => [...ruleKeys.all, 'sharing', ruleId];

export const useRuleSharing = ({ id, dtwinId }: Place) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) =>
      (await call(readRuleSharing, { params: { id: dtwinId, ruleId: id } }, { signal })).data,
    refetchInterval: refreshMs,
  });

export function useShareRule({ id, dtwinId }: Place) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (target: SharedTarget | null) =>
      (await call(shareRule, { params: { id: dtwinId, ruleId: id }, body: { target } }, { timeoutMs })).data,
    onSuccess: (sharing) => queries.setQueryData(keyOf(id), sharing),
    onSettled: () => queries.invalidateQueries({ queryKey: ruleKeys.all }),
  }).mutateAsync;
}

/** Smart groups of an account, to choose from. */
export function useGroupChoices(tenantId: number) {
  const mayRead = useCan(readsSmartGroups);
  const query = { limit: maxPageSize, tenantIds: String(tenantId) };
  const { data } = useQuery({
    queryKey: ['smart-groups', 'choices', query],
    queryFn: async ({ signal }) => (await call(listSmartGroups, { query }, { signal })).data,
    enabled: mayRead,
    placeholderData: keepPreviousData,
  });
  return (data ?? []).map(({ id, title }) => ({ value: id, label: title }));
}
