import { useCallback, useMemo } from 'react';
import { useSearchParams } from '../navigation/use-search-params.ts';
import { isSameRange, type TimeRangeValue, timeRangeFromText, timeRangeToText } from './time-range.ts';

/** A time range in the address. `fallback` should be a constant. */
export function useTimeRange(fallback: TimeRangeValue, parameter = 'range') {
  const [search, change] = useSearchParams();
  const text = search[parameter];
  const value = useMemo(() => timeRangeFromText(text) ?? fallback, [text, fallback]);
  const setValue = useCallback(
    (next: TimeRangeValue) =>
      change({ [parameter]: isSameRange(next, fallback) ? undefined : timeRangeToText(next) }, { replace: false }),
    [change, fallback, parameter],
  );
  return [value, setValue] as const;
}
