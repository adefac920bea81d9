import { maxPageSize } from '@stellwerk/contract/core/envelope';
import { listStates, type State, type StateRow } from '@stellwerk/contract/state';
import { maxAggregateSources } from '@stellwerk/contract/state-source';
import type { TwinCategory } from '@stellwerk/contract/twin';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { stateKeys } from '../state.queries.ts';

/** A state with what one recognises it by; names are missing where the caller may not see the twin. */
export type PickedState = State['sources'][number];

export const pickedOf = ({ id, key, title, unit, dtwin }: StateRow): PickedState => ({
  stateId: id,
  key,
  title,
  unit,
  dtwinId: dtwin.id,
  dtwinTitle: dtwin.title,
});

export interface StateSearch {
  /** This twin and everything below it. */
  twinId: number | undefined;
  search: string;
  category: TwinCategory | undefined;
}

const readPage = ({ twinId, search, category }: StateSearch, offset: number, signal?: AbortSignal) => {
  const query = { twinId, category, search: search || undefined, offset, limit: maxPageSize, sort: 'dtwin' as const };
  return call(listStates, { query }, signal ? { signal } : {});
};

/** States to choose from, page by page. */
export const useStatesToPick = (wanted: StateSearch) =>
  useInfiniteQuery({
    queryKey: [...stateKeys.lists, 'pick', wanted],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => readPage(wanted, pageParam, signal),
    getNextPageParam: ({ offset, data, total }) => (offset + data.length < total ? offset + data.length : undefined),
    placeholderData: keepPreviousData,
  });

/** All states with a key below a twin, at most as many as an aggregate can have. */
export async function loadByKey(
  { twinId, category }: Omit<StateSearch, 'search'>,
  key: string,
): Promise<PickedState[]> {
  const found: PickedState[] = [];
  for (let offset = 0; found.length < maxAggregateSources; ) {
    const page = await readPage({ twinId, category, search: key }, offset);
    // The search also finds titles and parts of keys.
    found.push(...page.data.filter((row) => row.key.toLowerCase() === key.toLowerCase()).map(pickedOf));
    offset += page.data.length;
    if (page.data.length === 0 || offset >= page.total) break;
  }
  return found.slice(0, maxAggregateSources);
}
