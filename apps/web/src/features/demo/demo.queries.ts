import { type DemoWorld, readDemo, removeDemo } from '@stellwerk/contract/demo';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api.ts';

const key = ['demo'] as const;
const everyMs = 1_000;

const isBusy = (demo: DemoWorld | null | undefined) => demo?.state === 'building' || demo?.state === 'removing';

/** Looked at every second while it is being built or removed; undefined until it is known, null where there is none. */
export function useDemo(): DemoWorld | null | undefined {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(readDemo, {}, { signal })).data,
    refetchInterval: ({ state }) => (isBusy(state.data) ? everyMs : false),
  });
  const state = data === undefined ? undefined : (data?.state ?? 'none');
  const before = useRef(state);
  useEffect(() => {
    const isNews = before.current !== undefined && before.current !== state;
    before.current = state;
    // Whatever the page shows of the world was read before it was complete, or before it went.
    if (isNews && (state === 'ready' || state === 'none')) void queries.invalidateQueries();
  }, [state, queries]);
  return data;
}

export function useRemoveDemo() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(removeDemo, {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
}
