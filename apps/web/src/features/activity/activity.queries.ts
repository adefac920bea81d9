import { activityQuery, exportActivity, listActivity } from '@stellwerk/contract/activity';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { saveFile } from '../../lib/download.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';
import { resolveTimeRange, type TimeRangeValue, timeRangeToText } from '../../ui/time/time-range.ts';
import { viewerZone } from '../../ui/time/zone-time.ts';

/** The specification allows three and a half minutes for the export of a long log. */
const exportTimeoutMs = 210_000;
const nowMs = 5_000;

const { outcome: outcomes, noun: nounNames, user, account } = activityQuery.shape;

/** The filters of the list. The address may contain any text; values that the server would refuse are ignored. */
export interface ActivityFilters extends Pick<TableQuery, 'search' | 'filters'> {
  range: TimeRangeValue;
  /** The chosen account, if any. */
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
    // A range that ends now has no end, so that new entries belong to it.
    to: toMs < Date.now() - nowMs ? new Date(toMs).toISOString() : undefined,
  };
}

export function useActivity({ offset, limit, search, filters }: TableQuery, range: TimeRangeValue) {
  const tenantId = useChosenAccount().account?.id;
  return useQuery({
    // Keyed by the text of the range, because its times change with the clock.
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
