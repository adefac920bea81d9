import { useEffect, useState } from 'react';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useSession } from '../../../lib/session.ts';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import type { TableState } from '../../../ui/table/table-state.ts';
import { useTableState } from '../../../ui/table/use-table-state.ts';
import { useStoredText } from '../../../ui/use-stored-text.ts';
import { filterOf, isOpenOnly, withOpenOnly } from '../alarm-filter.ts';
import { useTimeSpan } from './TimeSpanFilter.tsx';
import { useAlarmFilters } from './use-alarm-filters.tsx';

const newestFirst = { column: 'date', descending: true };

export interface AlarmOwner {
  id: number;
  tenantId: number;
}

/** The object whose alarms a log shows: a twin or device, or a smart group. */
export type AlarmSource = { twin: AlarmOwner } | { smartGroup: AlarmOwner };

/**
 * Shows open alarms only, unless the address has filters or the user has switched the filter off. This happens once, when the list
 * opens: an empty address later means that the user has cleared the filter.
 */
function useOpenOnlyMemory(prefix: string) {
  const [search, changeSearch] = useSearchParams();
  const [memory, remember] = useStoredText('alarms.openOnly');
  const [isRecalling, setRecalling] = useState(() => {
    const asks = Object.keys(search).some((key) => key !== 'tab' && (prefix === '' || key.startsWith(prefix)));
    return memory !== 'off' && !asks && search.alarm === undefined;
  });
  useEffect(() => {
    if (isRecalling) void changeSearch({ [`${prefix}status`]: 'unresolved' }).then(() => setRecalling(false));
  }, [isRecalling, changeSearch, prefix]);
  return { isRecalling, remember };
}

/** The state of the log in the address, and the query for it. */
export function useAlarmList(source: AlarmSource | undefined) {
  const twin = source && 'twin' in source ? source.twin : undefined;
  const smartGroup = source && 'smartGroup' in source ? source.smartGroup : undefined;
  const owner = twin ?? smartGroup;
  const prefix = owner ? 'alarms.' : '';
  const session = useSession();
  const { account, accounts } = useChosenAccount();
  const { isRecalling, remember } = useOpenOnlyMemory(prefix);
  const filters = useAlarmFilters({ isOfOne: twin !== undefined });
  const table = useTableState({ name: 'alarms', filters, sort: newestFirst, ...(owner ? { prefix: 'alarms' } : {}) });
  const [span, setSpan] = useTimeSpan(prefix);

  // Until the restored filter is in the address, so that no other query is sent first.
  const state = isRecalling ? { ...table.state, filters: withOpenOnly(table.state.filters, true) } : table.state;
  const question = filterOf({
    search: state.search,
    filters: state.filters,
    range: span,
    tenantId: owner ? undefined : account?.id,
    twinId: twin?.id,
    smartGroupId: smartGroup?.id,
  });
  const own = [session?.tenantId, ...accounts.map(({ id }) => id)].filter((id) => typeof id === 'number');
  const change = (changes: Partial<TableState>) => {
    if (changes.filters) remember(isOpenOnly(changes.filters) ? 'on' : 'off');
    table.change(changes);
  };
  return {
    table: { ...table, state, change },
    span,
    setSpan,
    question,
    /** Accounts whose changes affect the list; their messages include those of sub-accounts. */
    accountIds: owner ? [owner.tenantId] : question.tenantId === undefined ? [...new Set(own)] : [question.tenantId],
  };
}
export type AlarmList = ReturnType<typeof useAlarmList>;
