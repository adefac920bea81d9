import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Resolves once the query is not being read any more. */
export async function settled(query: Query): Promise<void> {
  for (let reading = query.promise; reading && query.state.fetchStatus === 'fetching'; reading = query.promise) {
    await reading.catch(() => undefined);
  }
}

/**
 * Puts news into what is known. A reading that is under way may be older than they are, so its answer gets them as well:
 * whatever puts them there must not mind being asked twice.
 */
export function putNews<T>(queries: QueryClient, queryKey: QueryKey, put: (known: T) => T): void {
  queries.setQueriesData<T>({ queryKey }, (known) => known && put(known));
  for (const query of queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    void settled(query).then(() => queries.setQueryData<T>(query.queryKey, (known) => known && put(known)));
  }
}
