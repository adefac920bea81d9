import { useEffect, useState } from 'react';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useSession } from '../../../lib/session.ts';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import type { TableState } from '../../../ui/table/table-state.ts';
import { useTableState } from '../../../ui/table/use-table-state.ts';
import { useRemembered } from '../../../ui/use-remembered.ts';
import { filterOf, isOpenOnly, withOpenOnly } from '../alarm-filter.ts';
import { useSpan } from './Span.tsx';
import { useAlarmFilters } from './use-alarm-filters.tsx';

const newestFirst = { column: 'date', descending: true };

export interface AlarmOwner {
  id: number;
  tenantId: number;
}

/**
 * Whoever likes to see open alarms alone finds the list like that again, unless the address asks for something. That is
 * decided once, when the list opens: later an empty address means that somebody took the filter away.
 */
function useOpenOnlyMemory(prefix: string) {
  const [search, changeSearch] = useSearchParams();
  const [memory, remember] = useRemembered('alarms.openOnly');
  const [isRecalling, setRecalling] = useState(() => {
    const asks = Object.keys(search).some((key) => key !== 'tab' && (prefix === '' || key.startsWith(prefix)));
    return memory === 'on' && !asks && search.alarm === undefined;
  });
  useEffect(() => {
    if (isRecalling) void changeSearch({ [`${prefix}status`]: 'unresolved' }).then(() => setRecalling(false));
  }, [isRecalling, changeSearch, prefix]);
  return { isRecalling, remember };
}

/** What the log shows: its state in the address, and the question that follows from it. */
export function useAlarmList(twin: AlarmOwner | undefined) {
  const prefix = twin ? 'alarms.' : '';
  const session = useSession();
  const { account, accounts } = useChosenAccount();
  const { isRecalling, remember } = useOpenOnlyMemory(prefix);
  const filters = useAlarmFilters({ isOfOne: twin !== undefined });
  const table = useTableState({ name: 'alarms', filters, sort: newestFirst, ...(twin ? { prefix: 'alarms' } : {}) });
  const [span, setSpan] = useSpan(prefix);

  // Until the address says it, so that nothing else is asked for first.
  const state = isRecalling ? { ...table.state, filters: withOpenOnly(table.state.filters, true) } : table.state;
  const question = filterOf({
    search: state.search,
    filters: state.filters,
    range: span,
    tenantId: twin ? undefined : account?.id,
    twinId: twin?.id,
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
    /** Accounts whose changes concern the list; those below them are told along. */
    accountIds: twin ? [twin.tenantId] : question.tenantId === undefined ? [...new Set(own)] : [question.tenantId],
  };
}
export type AlarmList = ReturnType<typeof useAlarmList>;
