import { ruleResults } from '@stellwerk/contract/rule';
import { listRuleOverview, listRules, type RuleRow, readRuleFigures, resumeRule } from '@stellwerk/contract/rule-calls';
import { listErroneousExecutions } from '@stellwerk/contract/rule-run';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import type { TableQuery } from '../../../ui/table/table-state.ts';
import { watchMs } from '../run.queries.ts';

const { sort: sorts, tenantId: ids } = listRules.query.shape;
const { order: orders } = listRuleOverview.query.shape;
const flags = ['true', 'false'] as const;
const flagOf = (values: string[] = []) => flags.find((flag) => flag === values[0]);

/** The account of the filter, by default the chosen account. */
function useAccountId({ account: chosen }: TableQuery['filters']): number | undefined {
  const { account } = useChosenAccount();
  return ids.safeParse(chosen?.[0]).data ?? account?.id;
}

export function useRules({ offset, limit, search, sort, filters }: TableQuery) {
  const results = filters.results?.filter((value) => ruleResults.some((result) => result === value));
  const query = {
    tenantId: useAccountId(filters),
    offset,
    limit,
    search,
    // The address may contain any text; values that the server would refuse fall back to the default list.
    sort: sorts.safeParse(sort).data,
    active: flagOf(filters.active),
    results: results?.join(',') || undefined,
    attention: flagOf(filters.attention),
  };
  return useQuery({
    queryKey: ['rules', 'list', query],
    queryFn: ({ signal }) => call(listRules, { query }, { signal }),
    refetchInterval: watchMs,
  });
}

export function useRuleFigures(filters: TableQuery['filters']) {
  const query = { tenantId: useAccountId(filters) };
  return useQuery({
    queryKey: ['rules', 'figures', query],
    queryFn: async ({ signal }) => (await call(readRuleFigures, { query }, { signal })).data,
    refetchInterval: watchMs,
  });
}

export function useErroneousExecutions({ offset, limit, filters }: TableQuery) {
  const query = { tenantId: useAccountId(filters), offset, limit };
  return useQuery({
    queryKey: ['rules', 'errors', query],
    queryFn: ({ signal }) => call(listErroneousExecutions, { query }, { signal }),
    refetchInterval: watchMs,
  });
}

interface Below {
  twinId: number;
  withDevices: boolean;
}

export function useRulesBelow({ twinId, withDevices }: Below, { offset, limit, search, sort }: TableQuery) {
  const query = {
    offset,
    limit,
    search_item: search,
    order: orders.safeParse(sort).data,
    include_vd_rules: withDevices ? ('true' as const) : undefined,
  };
  return useQuery({
    queryKey: ['rules', 'below', twinId, query],
    queryFn: ({ signal }) => call(listRuleOverview, { params: { id: twinId }, query }, { signal }),
    refetchInterval: watchMs,
  });
}

export function useResume() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, dtwinId }: Pick<RuleRow, 'id' | 'dtwinId'>) =>
      call(resumeRule, { params: { id: dtwinId, ruleId: id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['rules'] }),
  });
}
