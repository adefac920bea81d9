import { searchEverything, searchTextLimit } from '@stellwerk/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const hitsPerKind = 6;

/** Search results of the server; the last ones stay until new ones arrive. */
export const useSearchHits = (text: string) =>
  useQuery({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => {
      const query = { text: text.slice(0, searchTextLimit), limit: hitsPerKind };
      return (await call(searchEverything, { query }, { signal })).data;
    },
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
  });
