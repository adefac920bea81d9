import { activityQuery, exportActivity, listActivity } from '@stellwerk/contract/activity';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { saveFile } from '../../lib/download.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';
import { resolveTimeRange, type TimeRangeValue, timeRangeToText } from '../../ui/time/time-range.ts';
import { viewerZone } from '../../ui/time/zone-time.ts';

/** The specification gives the export of a long log three and a half minutes. */
const exportTimeoutMs = 210_000;
const nowMs = 5_000;

const { outcome: outcomes, noun: nounNames, user, account } = activityQuery.shape;

/** What narrows the list; the address can hold anything, and what the server would refuse falls back to all. */
export interface ActivityFilters extends Pick<TableQuery, 'search' | 'filters'> {
  range: TimeRangeValue;
  /** The account that the reader works in, if they chose one. */
  tenantId: number | undefined;
}

function filtersOf({ search, filters, range, tenantId }: ActivityFilters) {
  const { fromMs, toMs } = resolveTimeRange(range, Date.now(), viewerZone());
  return {
    search,
    tenantId,
    outcome: outcomes.safeParse(filters.outcome?.[0]).data,
    noun: nounNames.safeParse(filters.noun?.[0]).data,
    user: user.safeParse(filters.user?.[0]).data,
    account: account.safeParse(filters.account?.[0]).data,
    from: new Date(fromMs).toISOString(),
    // A range that ends now has no end: what happens while one looks belongs to it.
    to: toMs < Date.now() - nowMs ? new Date(toMs).toISOString() : undefined,
  };
}

export function useActivity({ offset, limit, search, filters }: TableQuery, range: TimeRangeValue) {
  const tenantId = useChosenAccount().account?.id;
  return useQuery({
    // By the words of the range: its times move with every look at the clock.
    queryKey: ['activity', { offset, limit, search, filters, tenantId, range: timeRangeToText(range) }],
    queryFn: ({ signal }) =>
      call(listActivity, { query: { offset, limit, ...filtersOf({ search, filters, range, tenantId }) } }, { signal }),
  });
}

export function useActivityExport() {
  const tenantId = useChosenAccount().account?.id;
  return useMutation({
    mutationFn: async (filters: Omit<ActivityFilters, 'tenantId'>) => {
      const query = filtersOf({ ...filters, tenantId });
      const file = await call(exportActivity, { query }, { timeoutMs: exportTimeoutMs });
      saveFile(file, 'activity-log.csv');
    },
  });
}
