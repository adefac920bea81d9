import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type SearchParams = Record<string, unknown>;

/**
 * Reads and changes the parameters of the address; `undefined` removes one. Small changes replace the history entry, so
 * that "back" leaves the page instead of undoing keystrokes.
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
