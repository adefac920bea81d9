import { listStates, type StateRow, stateListQuery, valueChanges } from '@stellwerk/contract/state';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useLive } from '../../../lib/live.ts';
import { updateLiveCache } from '../../../lib/live-cache-update.ts';
import type { TableQuery } from '../../../ui/table/table-state.ts';
import type { TablePage } from '../../../ui/table/types.ts';
import { stateKeys } from '../state.queries.ts';
import { applyValueChanges } from '../value-changes.ts';

const pages = [...stateKeys.lists, 'page'] as const;
const { sort: sorts, status: statuses, valueType: valueTypes, sources, twinId: ids } = stateListQuery.shape;

export function useStatePage({ offset, limit, search, sort, filters }: TableQuery) {
  const { account } = useChosenAccount();
  const known = (filters.source ?? []).join(',');
  const query = {
    offset,
    limit,
    search,
    // The address can hold anything; what the server would refuse falls back to the ordinary list.
    sort: sorts.safeParse(sort).data,
    tenantId: ids.safeParse(filters.account?.[0]).data ?? account?.id,
    twinId: ids.safeParse(filters.twin?.[0]).data,
    sources: known !== '' && sources.safeParse(known).success ? known : undefined,
    status: statuses.safeParse(filters.status?.[0]).data,
    valueType: valueTypes.safeParse(filters.type?.[0]).data,
  };
  return useQuery({ queryKey: [...pages, query], queryFn: ({ signal }) => call(listStates, { query }, { signal }) });
}

/** Values of a twin as they come, in the pages that show it. */
export function useLiveRows(twinId: number): void {
  const queries = useQueryClient();
  useLive(
    `twin/${twinId}/values`,
    (data) => {
      const changes = valueChanges.safeParse(data);
      if (!changes.success) return;
      updateLiveCache<TablePage<StateRow>>(queries, pages, (page) => ({
        ...page,
        data: applyValueChanges(page.data, changes.data),
      }));
    },
    () => void queries.invalidateQueries({ queryKey: pages }),
  );
}
