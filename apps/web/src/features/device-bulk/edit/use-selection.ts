import { bulkMaxDevices } from '@stellwerk/contract/device-bulk';
import { useMemo, useState } from 'react';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { useTableState } from '../../../ui/table/use-table-state.ts';
import { deviceFilterOf, useDeviceFilters } from '../../devices/index.ts';
import { useMatchingIds } from './edit.queries.ts';

type SelectMode = 'ticked' | 'matching';

const idsIn = (text: unknown): number[] =>
  typeof text === 'string' || typeof text === 'number'
    ? String(text)
        .split('-')
        .map(Number)
        .filter((id) => Number.isSafeInteger(id) && id > 0)
    : [];

/** The list passes ticked devices, its search and its filters in the address. */
export function useSelection() {
  const [search] = useSearchParams();
  const { account } = useChosenAccount();
  const { state } = useTableState({ name: 'devices', filters: useDeviceFilters() });
  const ticked = useMemo(() => idsIn(search.ids), [search.ids]);
  const [mode, setMode] = useState<SelectMode>(ticked.length > 0 ? 'ticked' : 'matching');
  const filter = deviceFilterOf({ search: state.search, filters: state.filters, tenantId: account?.id });
  const matching = useMatchingIds(filter, mode === 'matching');
  const ids = mode === 'ticked' ? ticked : matching.data?.ids;
  return { mode, setMode, ticked, matching, ids, isTooMany: (ids?.length ?? 0) > bulkMaxDevices };
}
export type Selection = ReturnType<typeof useSelection>;
