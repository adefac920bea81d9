import type { Dashboard } from '@stellwerk/contract/dashboard';
import { useMemo, useState } from 'react';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { timeRangeToText } from '../../../ui/time/time-range.ts';
import { useTimeRange } from '../../../ui/time/use-time-range.ts';
import type { DashboardDataQuery } from '../widget.queries.ts';
import { rangeOf } from './data/date-range.ts';
import { parameterSearch, parameterValues } from './parameters/parameter-values.ts';
import { refreshFrom } from './toolbar/refresh-choices.ts';

/** The same object for the same text, because queries and rendering depend on it. */
function useSame<T>(value: T, text: string): T {
  const [kept, setKept] = useState({ value, text });
  if (kept.text === text) return kept.value;
  setKept({ value, text });
  return value;
}

/** Time range, parameters, refresh and view of a dashboard in the address. */
export function useViewAddress(dashboard: Dashboard) {
  const [search, change] = useSearchParams();
  const { customParameters, defaultDateRange, refreshSeconds } = dashboard;
  const rangeText = JSON.stringify(defaultDateRange);
  const defaultRange = useMemo(() => rangeOf(JSON.parse(rangeText)), [rangeText]);
  const [range, setRange] = useTimeRange(defaultRange);

  const values = parameterValues(customParameters, search);
  const text = JSON.stringify([timeRangeToText(range), [...values]]);
  const dataQuery: DashboardDataQuery = useSame({ range, parameters: values }, text);
  return {
    dataQuery,
    range,
    setRange,
    defaultRange,
    setParameters: (next: ReadonlyMap<string, string>) => change(parameterSearch(customParameters, next)),
    refresh: refreshFrom(search.refresh, refreshSeconds),
    setRefresh: (next: number | null) =>
      change({ refresh: next === refreshSeconds ? undefined : next === null ? 'off' : next }),
    isWall: search.view === 'wall',
    setWall: (isWall: boolean) => change({ view: isWall ? 'wall' : undefined }, { replace: false }),
    /** The widget in full screen. */
    openedWidget: Number(search.widget) || undefined,
    openWidget: (id: number | undefined) => change({ widget: id }, { replace: id === undefined }),
    version: Number(search.version) || undefined,
    showVersion: (version: number | undefined) => change({ version }, { replace: version === undefined }),
  };
}
