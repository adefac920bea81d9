import { activityQuery, exportActivity, listActivity } from '@stellwerk/contract/activity';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';

/** The specification gives the export of a long log three and a half minutes. */
const exportTimeoutMs = 210_000;

const filtersOf = ({ search, filters }: Pick<TableQuery, 'search' | 'filters'>) => ({
  search,
  // The address can hold anything; what the server would refuse falls back to the whole list.
  outcome: activityQuery.shape.outcome.safeParse(filters.outcome?.[0]).data,
});

export function useActivity({ offset, limit, ...table }: TableQuery) {
  const query = { offset, limit, ...filtersOf(table) };
  return useQuery({
    queryKey: ['activity', query],
    queryFn: ({ signal }) => call(listActivity, { query }, { signal }),
  });
}

/** Hands the file to the browser's own download. */
function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

export function useActivityExport() {
  return useMutation({
    mutationFn: async (table: Pick<TableQuery, 'search' | 'filters'>) => {
      const file = await call(exportActivity, { query: filtersOf(table) }, { timeoutMs: exportTimeoutMs });
      save(file, 'activity-log.csv');
    },
  });
}
