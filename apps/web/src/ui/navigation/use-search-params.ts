import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type SearchParams = Record<string, unknown>;

/**
 * The parameters of the address and a way to change some of them; `undefined` removes one. Small changes replace the
 * entry of the history, so that "back" leaves the page instead of undoing keystrokes.
 */
export function useSearchParams() {
  const search: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changes: SearchParams, { replace = true }: { replace?: boolean } = {}) =>
      navigate({
        to: '.',
        replace,
        resetScroll: false,
        search: (previous: SearchParams) =>
          Object.fromEntries(Object.entries({ ...previous, ...changes }).filter(([, value]) => value !== undefined)),
      }),
    [navigate],
  );
  return [search, change] as const;
}
